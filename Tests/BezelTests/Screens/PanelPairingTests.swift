// Which touch panel lies on which screen: as configured, by what is known of both, by elimination, or by a touch.

import Geometry
import Linux
import Testing
import TestFolders
import TestRandomness

@testable import Bezel
@testable import Machine

@Suite struct PanelPairingTests {
    private typealias Panel = PanelPairing.Panel
    private typealias Screen = PanelPairing.Screen

    private static func panel(
        _ name: String, id: String = "222a:0001", size: Size? = nil, at path: String? = nil, output: String? = nil,
        isBuiltIn: Bool = false
    ) -> Panel {
        Panel(
            name: name, vendorProduct: id, millimetres: size,
            place: PanelPlace(path: path, output: output, isBuiltIn: isBuiltIn))
    }

    private static func say(
        _ panels: [Panel], _ screens: [Screen], kept: [String: String] = [:]
    ) -> [String] {
        PanelPairing.answers(panels, on: screens) { kept[$0] }.map { $0.description(screens) }
    }

    private static let two = [Screen(output: "HDMI-A-1"), Screen(output: "HDMI-A-2")]
    private nonisolated static let unknown = "on no screen: none is known for it: \"bezel run\" asks for a touch"

    @Test func `every panel lies on the only screen`() {
        let panels = [Self.panel("a"), Self.panel("b", output: "DP-7")]
        #expect(
            Self.say(panels, [Screen(output: "HDMI-A-1")])
                == Array(repeating: "on HDMI-A-1: it is the only screen", count: 2))
    }

    @Test(arguments: ["Goodix 2", "0EEF:0001", "0eef:0001", "pci-0000:00:14.0-usb-0:2:1.0"])
    func `the machine's file names a panel by its name, its number, or its place`(name: String) {
        let screens = [Screen(output: "HDMI-A-1"), Screen(output: "HDMI-A-2", panel: name)]
        let panels = [
            Self.panel("Goodix 1", id: "0eef:0002", at: "pci-0000:00:14.0-usb-0:1:1.0"),
            Self.panel("Goodix 2", id: "0eef:0001", at: "pci-0000:00:14.0-usb-0:2:1.0", output: "HDMI-A-1"),
        ]
        #expect(
            Self.say(panels, screens) == ["on HDMI-A-1: nothing else is left", "on HDMI-A-2: bezel.toml names it"])
    }

    @Test func `a name that means two screens decides nothing`() {
        let screens = ["HDMI-A-1", "HDMI-A-2"].map { Screen(output: $0, panel: "222a:0001") }
        #expect(Self.say([Self.panel("a")], screens) == [Self.unknown])
    }

    @Test func `a pairing by touch is kept by place, and overrides what udev hints`() {
        let panels = [Self.panel("a", at: "usb-1", output: "HDMI-A-2"), Self.panel("a", at: "usb-2")]
        #expect(
            Self.say(panels, Self.two, kept: ["usb-1": "HDMI-A-1"]) == [
                "on HDMI-A-1: it was touched there", "on HDMI-A-2: nothing else is left",
            ])
        #expect(
            Self.say(panels, Self.two, kept: ["usb-2": "DP-4"]) == [
                "on HDMI-A-2: udev's WL_OUTPUT names HDMI-A-2",
                "on no screen: it was touched on DP-4, which has no picture",
            ])
    }

    @Test func `a built-in panel lies on the built-in display`() {
        let screens = [Screen(output: "HDMI-A-1"), Screen(output: "DSI-1")]
        let panels = [Self.panel("usb"), Self.panel("i2c", isBuiltIn: true)]
        #expect(
            Self.say(panels, screens) == ["on HDMI-A-1: nothing else is left", "on DSI-1: both are built in"])
        // With two built-in panels, the display could belong to either.
        // Small displays on SPI bring their touch panel along.
        #expect(
            Self.say(panels, [Screen(output: "HDMI-A-1"), Screen(output: "SPI-1")])
                == ["on HDMI-A-1: nothing else is left", "on SPI-1: both are built in"])
        let both = [Self.panel("i2c", isBuiltIn: true), Self.panel("spi", isBuiltIn: true)]
        #expect(Self.say(both, screens) == [Self.unknown, Self.unknown])
    }

    @Test func `a panel lies on the one display that is as large, however it is mounted`() {
        let screens = [
            Screen(output: "HDMI-A-1", millimetres: Size(520, 290)),
            Screen(output: "HDMI-A-2", millimetres: Size(200, 340)),
        ]
        // 527 × 296 against the kernel's whole centimetres; and one that stands upright.
        let panels = [Self.panel("small", size: Size(344, 194)), Self.panel("large", size: Size(527, 296))]
        #expect(
            Self.say(panels, screens) == ["on HDMI-A-2: both are 344 × 194 mm", "on HDMI-A-1: both are 527 × 296 mm"])
    }

    @Test func `two displays of one size cannot be told apart, nor two panels`() {
        let screens = ["HDMI-A-1", "HDMI-A-2"].map { Screen(output: $0, millimetres: Size(527, 296)) }
        let panels = [Self.panel("a", size: Size(527, 296)), Self.panel("b", size: Size(527, 296))]
        #expect(Self.say(panels, screens) == [Self.unknown, Self.unknown])
        // One panel alone is no proof either: it is on one of the two.
        #expect(Self.say([panels[0]], screens) == [Self.unknown])
    }

    @Test func `the last panel and the last screen go together, unless the sizes say otherwise`() {
        let screens = [Screen(output: "DSI-1"), Screen(output: "HDMI-A-1", millimetres: Size(527, 296))]
        let builtIn = Self.panel("i2c", isBuiltIn: true)
        #expect(Self.say([builtIn, Self.panel("b")], screens)[1] == "on HDMI-A-1: nothing else is left")
        #expect(Self.say([builtIn, Self.panel("b", size: Size(150, 90))], screens)[1] == Self.unknown)
    }

    @Test func `a panel that comes and goes a thousand times in any order is where it was`() {
        let screens = [
            Screen(output: "DSI-1", millimetres: Size(150, 90)), Screen(output: "HDMI-A-1"),
            Screen(output: "HDMI-A-2", panel: "0eef:0001"),
        ]
        let panels = [
            Self.panel("kept", at: "usb-1"), Self.panel("named", id: "0eef:0001", at: "usb-2"),
            Self.panel("built in", isBuiltIn: true),
        ]
        var random = SplitMix(3)
        for _ in 0..<1000 {
            let there = panels.filter { _ in random.below(2) == 0 }.sorted { _, _ in random.below(2) == 0 }
            let answers = PanelPairing.answers(there, on: screens) { ["usb-1": "HDMI-A-1"][$0] }
            for (panel, answer) in zip(there, answers) {
                #expect(answer.screen == ["kept": 1, "named": 2, "built in": 0][panel.name])
            }
        }
    }

    @Test func `a pairing by touch is read back, and half a file counts as none`() throws {
        let folder = TemporaryFolder()
        let pairs = PanelPairs(folder: "\(folder.path)/places")
        #expect(pairs.output(at: "usb-0000:00:14.0-2/input0") == nil)
        let files = WholeFileWriter()
        let problems = Monitor<[String]>([])
        pairs.keep("HDMI-A-2", at: "usb-0000:00:14.0-2/input0", date: "2026-11-21", by: files) { error in
            problems.with { $0.append("\(error)") }
        }
        #expect(files.finish(within: .seconds(60)))
        #expect(pairs.output(at: "usb-0000:00:14.0-2/input0") == "HDMI-A-2")
        #expect(pairs.output(at: "usb-0000:00:14.0-3/input0") == nil)
        folder.write("output = \"HDM", to: "places/usb-0000:00:14.0-2_input0.toml")
        #expect(pairs.output(at: "usb-0000:00:14.0-2/input0") == nil)
        #expect(problems.with { $0.isEmpty })
        for _ in 0..<2 {
            PanelPairs(folder: "/proc/places").keep("HDMI-A-1", at: "usb-1", date: "2026-11-21", by: files) { error in
                problems.with { $0.append("\(error)") }
            }
            #expect(files.finish(within: .seconds(60)))
        }
        #expect(problems.with { $0.count } == 1, "two failures in a row are reported once")
    }
}
