// The machine's file: the sample is valid, and errors are reported with their place.

import Bezel
import Geometry
import Linux
import Pages
import Settings
import TestFolders
import Testing

@testable import Machine

@Suite struct ConfigurationTests {
    @Test func `the sample file is valid, as it is and with every line uncommented`() throws {
        let folder = TemporaryFolder()
        let sample = "\(repository)/config/bezel.toml"
        #expect(try Configuration(path: sample).kiosk == "/srv/kiosk")
        let all = RoomsTests.lines(of: sample).map { $0.hasPrefix("#") && $0.contains(" = ") ? $0.dropFirst() : $0 }
        let path = folder.write(all.joined(separator: "\n"), to: "all.toml")
        let configuration = try Configuration(path: path)
        #expect(configuration.backend == .auto)
        #expect(configuration.devices == ["auto"])
    }

    @Test(arguments: KeyPlaces.all.filter { $0.file == .machine }.map(\.table))
    func `the keys to which advice leads are those that can be set`(table: String) throws {
        let place = try #require(KeyPlaces.all.first { $0.file == .machine && $0.table == table })
        let text = (table.isEmpty ? "" : "[\(table)]\n") + "qqqqqqqqqqqqqq = 1\n"
        let settings = try Settings(text: text, file: "bezel.toml")
        _ = Configuration(reading: settings)
        let found = "\(settings.diagnostics)".split(separator: "\n").first { $0.contains("qqqqqqqqqqqqqq") } ?? ""
        let words = try #require(found.firstRange(of: "known are "))
        let known = found[words.upperBound...].replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
        #expect(known.sorted() == place.keys.sorted())
    }

    @Test(arguments: [
        ("title = \"A\"", "1:1: unknown key \"title\"; it belongs to kiosk.toml"),
        ("theme = \"night\"", "1:1: unknown key \"theme\"; it belongs to kiosk.toml"),
        ("[display]\nhome-after = \"60 s\"", "2:1: unknown key \"home-after\" in [display]; it belongs to [idle]"),
        ("[theme]\nlogo = \"a\"", "1:1: unknown key \"theme\"; it belongs to kiosk.toml"),
        ("logo = \"a\"", "1:1: unknown key \"logo\"; it belongs to [theme] of kiosk.toml"),
        (
            "[control]\nkiosk = \"/a\"",
            "2:1: unknown key \"kiosk\" in [control]; it belongs above all tables, at the top of the file"
        ),
    ])
    func `a key that belongs elsewhere is sent there`(text: String, advice: String) throws {
        let settings = try Settings(text: text + "\n", file: "bezel.toml")
        _ = Configuration(reading: settings)
        #expect(
            "\(settings.diagnostics)".split(separator: "\n").contains("bezel.toml:\(advice)"), "\(settings.diagnostics)"
        )
    }

    @Test func `each screen has the values of its table, and otherwise those of the machine's file`() throws {
        let folder = TemporaryFolder()
        let configuration = try Configuration(
            path: folder.write(
                """
                kiosk = "/srv/kiosk"
                [display]
                rotation = 90
                [[screen]]
                output = "HDMI-A-1"
                [[screen]]
                output = "HDMI-A-2"
                kiosk = "/srv/other"
                rotation = 0
                scale = 2
                mode = "1280x720"
                panel = "0eef:0001"
                """, to: "bezel.toml"))
        let table = configuration.screens
        #expect(table.map(\.output) == ["HDMI-A-1", "HDMI-A-2"])
        #expect(table.map(\.kiosk) == [nil, "/srv/other"])
        #expect(table.map(\.rotation) == [nil, PictureRotation.none])
        #expect(table.map(\.scale) == [nil, 2])
        #expect(table.map(\.mode) == [nil, "1280x720"])
        #expect(table.map(\.panel) == [nil, "0eef:0001"])
    }

    @Test func `mistakes in screen tables are reported with their place`() throws {
        let folder = TemporaryFolder()
        let path = folder.write(
            """
            [display]
            output = "HDMI-A-1"
            [[screen]]
            output = "HDMI-A-1"
            rotation = 45
            [[screen]]
            kiosk = "/srv/other"
            [[screen]]
            output = "HDMI-A-1"
            scael = 2
            [[screen]]
            output = "auto"
            """, to: "bezel.toml")
        let failure = #expect(throws: Failure.self) { try Configuration(path: path) }
        let lines = failure.map { "\($0)" }?.replacing(path + ":", with: "").split(separator: "\n").map(String.init)
        #expect(
            Set(lines ?? []) == [
                "2:10: output belongs into [[screen]] when there are such tables",
                "5:12: rotation must be 0, 90, 180 or 270, not 45",
                "6:1: output is missing, such as \"HDMI-A-1\": \"bezel devices\" lists them",
                "9:10: there is another [[screen]] with the output \"HDMI-A-1\"",
                "10:1: unknown key \"scael\" in [[screen]]; did you mean \"scale\"?",
                "12:10: output must be a connector's name, such as \"HDMI-A-1\", when there are several screens, not \"auto\"",
            ])
        let single = folder.write("[screen]\noutput = \"HDMI-A-1\"\n", to: "single.toml")
        let other = #expect(throws: Failure.self) { try Configuration(path: single) }
        #expect(other.map { "\($0)" }?.hasSuffix(":1:1: screen must be tables, each written as [[screen]]") == true)
    }

    @Test func `the way out on the glass needs a PIN's hash, never a PIN`() throws {
        let folder = TemporaryFolder()
        func table(_ text: String) throws -> MaintenanceTable? {
            try Configuration(path: folder.write("[maintenance]\n\(text)\n", to: "bezel.toml")).maintenance
        }
        func problem(_ text: String) -> String {
            #expect(throws: Failure.self) { try table(text) }.map { "\($0)" } ?? ""
        }
        #expect(try table("") == nil)
        let hash = "$7$BU..../....k2XAnEHBqQ1Ct2aMXFKNa/$i/YS.JGMgJwGN7pIeSKhk5GxyqJv.QvZO2SgQZN./pA"
        let whole = try #require(try table("corner = \"bottom-right\"\nhold = \"5 s\"\npin = \"\(hash)\""))
        #expect(whole.corner == .bottomRight && whole.hold == .seconds(5) && whole.pin.description == hash)
        #expect(
            problem("pin = \"1234\"").hasSuffix(
                ":2:7: pin must be the output of \"bezel pin\", which begins with $7$; the PIN itself is never stored"))
        #expect(problem("hold = \"3 s\"").contains(":2:8: hold needs a PIN"))
        #expect(problem("hold = \"20 s\"\npin = \"\(hash)\"").contains(":2:8: hold must be from 1 to 10 s"))
    }

    @Test func `a control socket is a path, and other users are let in command by command`() throws {
        let folder = TemporaryFolder()
        func table(_ text: String) throws -> ControlTable {
            try Configuration(path: folder.write(text, to: "bezel.toml")).control
        }
        func problem(_ text: String) -> String {
            #expect(throws: Failure.self) { try table(text) }.map { "\($0)" } ?? ""
        }
        #expect(try table("") == ControlTable())
        #expect(try table("[control]\nsocket = \"off\"\n[record]\nkeep = \"off\"\n").kept == nil)
        let whole = try table(
            "[control]\nsocket = \"/run/k\"\n[control.allow]\n\"@a\" = [\"all\"]\nb = [\"status\"]\n[record]\nkeep = \"90 s\"\n"
        )
        #expect(whole.socket == "/run/k" && whole.kept == .seconds(90))
        #expect(whole.allowed == ["@a": Set(ControlVerb.allCases), "b": [.status]])
        #expect(
            problem("[control]\nsocket = \"k\"\n").contains(
                ":2:10: socket must be \"off\" or a path that begins with /"))
        let long = "/" + String(repeating: "x", count: 107)
        #expect(problem("[control]\nsocket = \"\(long)\"\n").contains(":2:10: socket has 108 bytes"))
        #expect(problem("[control.allow]\nb = [\"sing\"]\n").contains(":2:5: there is no command \"sing\"; use"))
        #expect(problem("[record]\nkeep = \"2 h\"\n").contains(":2:8: keep is at most \"1 h\""))
    }

    @Test func `memory is an amount with its unit, or left to the screen`() throws {
        let folder = TemporaryFolder()
        func memory(_ text: String) throws -> Int? {
            try Configuration(path: folder.write("[display]\nmemory = \(text)\n", to: "bezel.toml")).memory
        }
        #expect(try memory("\"96 MB\"") == 96_000_000)
        #expect(try memory("\"auto\"") == nil)
        for wrong in ["96", "\"96\"", "\"much\""] {
            let failure = #expect(throws: Failure.self) { try memory(wrong) }
            #expect(
                failure.map { "\($0)" }?.hasSuffix(
                    "bezel.toml:2:10: memory must be \"auto\" or an amount of memory with its unit, kB, MB or GB, such as "
                        + "\"256 MB\", not \(wrong)") == true)
        }
    }

    @Test func `swipes from beyond the edge are on, the machine can turn them off, and the kiosk wins`() throws {
        let folder = TemporaryFolder()
        _ = folder.write("# Home", to: "home.md")
        let machine = folder.write("[gestures]\nswipes-from-beyond = false\n", to: "bezel.toml")
        func takes(_ configuration: Configuration) throws -> Bool {
            configuration.gestures(for: try #require(Kiosk.load(folder.path).kiosk)).takesSwipesFromBeyond
        }
        #expect(try takes(Configuration()))
        #expect(try !takes(Configuration(path: machine)))
        _ = folder.write("[gestures]\nswipes-from-beyond = true\n", to: "kiosk.toml")
        #expect(try takes(Configuration(path: machine)))
    }

    @Test func `the other edge and the resampling can be set, by the machine and by the kiosk`() throws {
        let folder = TemporaryFolder()
        _ = folder.write("# Home", to: "home.md")
        _ = folder.write("[gestures]\ntrailing = \"forward\"\n", to: "kiosk.toml")
        let machine = folder.write("[gestures]\ntrailing = \"pop\"\nresampling = false\n", to: "bezel.toml")
        let kiosk = try #require(Kiosk.load(folder.path).kiosk)
        let usual = Configuration().gestures(for: kiosk)
        #expect(usual.trailing == .forward && usual.isResampling)
        let settings = try Configuration(path: machine).gestures(for: kiosk)
        #expect(settings.trailing == .forward && !settings.isResampling)
    }

    @Test func `the display can be turned, scaled, and given buffers and a format`() throws {
        let folder = TemporaryFolder()
        let path = folder.write(
            """
            [display]
            rotation = 270
            scale = 1.5
            reading-distance = "60 cm"
            buffers = 1
            format = "rgb565"
            planes = "off"
            [input]
            rotation = 0
            """, to: "bezel.toml")
        let machine = try Configuration(path: path)
        #expect(machine.rotation == .threeQuarters && machine.inputRotation == PictureRotation.none)
        #expect(machine.readingDistance?.millimetres == 600)
        #expect(machine.scale == 1.5 && machine.buffers == 1 && machine.format == .rgb565)
        #expect(machine.planes == .off)
        let other = try Configuration(path: folder.write("[display]\nrotation = \"auto\"\nscale = 2", to: "other.toml"))
        #expect(other.rotation == nil && other.inputRotation == nil && other.scale == 2 && other.buffers == 3)
        #expect(other.planes == .auto && other.readingDistance == nil)
    }

    @Test func `invalid display settings are reported with line and column`() {
        let folder = TemporaryFolder()
        let path = folder.write(
            """
            [display]
            rotation = "45"
            scale = 7
            buffers = 4
            format = "rgb555"
            reading-distance = "6 mm"
            [input]
            rotation = 91
            """, to: "bezel.toml")
        let failure = #expect(throws: Failure.self) { try Configuration(path: path) }
        #expect(
            failure?.description == """
                \(path):2:12: rotation must be 0, 90, 180 or 270, not "45"
                \(path):3:9: scale must be a number from 0.5 to 4, not 7
                \(path):4:11: buffers must be 1, 2 or 3, not 4
                \(path):5:10: format must be "auto", "xrgb8888" or "rgb565", not "rgb555"
                \(path):6:20: reading-distance must be from "20 cm" to "500 cm", not "6 mm"
                \(path):8:12: rotation must be 0, 90, 180 or 270, not 91
                """)
    }

    @Test func `every mistake is reported with line and column`() {
        let folder = TemporaryFolder()
        let path = folder.write(
            """
            kiosk = 7
            [display]
            backend = "vnc"
            [gestures]
            slop = "2 px"
            finish-limt = "60 mm"

            """, to: "bezel.toml")
        let failure = #expect(throws: Failure.self) { try Configuration(path: path) }
        #expect(failure?.code == .wrongInput)
        let lines = (failure?.description ?? "").split(separator: "\n")
        #expect(lines.count == 4)
        for (line, place) in zip(lines, ["1:9", "3:11", "5:8", "6:1"]) {
            #expect(line.hasPrefix("\(path):\(place): "), "\(line)")
        }
    }
}
