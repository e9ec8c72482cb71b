// Which screen each touch panel lies on, and why.

import Geometry
import Linux

/// Pairs touch panels with screens: by what somebody said, by what is known of both, by what is left.
struct PanelPairing {
    /// A touch panel.
    struct Panel: Equatable {
        var name: String
        /// Such as `222a:0001`.
        var vendorProduct: String
        /// Its surface; nil when it does not say.
        var millimetres: Size?
        var place: PanelPlace
    }

    /// A screen that the kiosk shows something on.
    struct Screen: Equatable {
        /// Its connector, such as `HDMI-A-1`; nil when it takes any.
        var output: String?
        /// The picture; nil when the display does not say.
        var millimetres: Size?
        /// The panel that the machine's file names: by name, by `vid:pid`, or by where it is plugged in.
        var panel: String?

        /// Whether the display is a part of the machine.
        var isBuiltIn: Bool {
            ["DSI", "LVDS", "eDP", "DPI"].contains { kind in output?.hasPrefix(kind + "-") == true }
        }
    }

    /// Where a panel lies.
    enum Answer: Equatable {
        /// On that screen, for that reason.
        case on(Int, String)
        /// On none that is shown, for that reason.
        case beside(String)
        /// Nobody knows: somebody has to touch it.
        case unknown

        var screen: Int? { if case .on(let screen, _) = self { screen } else { nil } }
    }

    /// How much two sizes of the same glass may differ: of the length, and in mm, since displays give whole centimetres.
    static let tolerance = (share: 0.03, millimetres: 10.0)

    /// An answer for each of `panels`. `kept` says of a place which connector's screen was touched there.
    static func answers(_ panels: [Panel], on screens: [Screen], kept: (String) -> String?) -> [Answer] {
        if screens.count == 1 { return panels.map { _ in .on(0, "it is the only screen") } }
        var answers = [Answer](repeating: .unknown, count: panels.count)
        func screen(of output: String) -> Int? { screens.firstIndex { $0.output == output } }

        for (index, panel) in panels.enumerated() {
            let named = screens.indices.filter { panel.isCalled(screens[$0].panel) }
            if named.count == 1 {
                answers[index] = .on(named[0], "bezel.toml names it")
            } else if let output = kept(panel.key) {
                answers[index] =
                    screen(of: output).map { .on($0, "it was touched there") }
                    ?? .beside("it was touched on \(output), which shows nothing")
            } else if let output = panel.place.output {
                answers[index] =
                    screen(of: output).map { .on($0, "udev's WL_OUTPUT names \(output)") }
                    ?? .beside("udev's WL_OUTPUT names \(output), which shows nothing")
            }
        }

        var open: [Int] { panels.indices.filter { answers[$0] == .unknown } }
        var bare: [Int] {
            screens.indices.filter { screen in !answers.contains { $0.screen == screen } && screens[screen].panel == nil
            }
        }
        let builtIn = (open.filter { panels[$0].place.isBuiltIn }, bare.filter { screens[$0].isBuiltIn })
        if builtIn.0.count == 1, builtIn.1.count == 1 {
            answers[builtIn.0[0]] = .on(builtIn.1[0], "both are built in")
        }
        // Only what fits nothing else fits.
        let (panelsLeft, screensLeft) = (open, bare)
        for index in panelsLeft {
            let fitting = screensLeft.filter { panels[index].fits(screens[$0]) }
            guard fitting.count == 1,
                panelsLeft.filter({ panels[$0].fits(screens[fitting[0]]) }).count == 1
            else { continue }
            answers[index] = .on(fitting[0], "both are \(panels[index].sizeInWords)")
        }
        if open.count == 1, bare.count == 1, !panels[open[0]].isOtherSize(than: screens[bare[0]]) {
            answers[open[0]] = .on(bare[0], "nothing else is left")
        }
        return answers
    }
}

extension PanelPairing.Panel {
    /// What it is kept under: where it is plugged in, else what it is.
    var key: String { place.path ?? "\(vendorProduct) \(name)" }

    /// Whether `text` of the machine's file means this one.
    func isCalled(_ text: String?) -> Bool {
        guard let text else { return false }
        return text == name || text.lowercased() == vendorProduct || text == place.path
    }

    /// Whether it is as large as the screen's picture, however it is mounted.
    func fits(_ screen: PanelPairing.Screen) -> Bool {
        guard let mine = millimetres, let other = screen.millimetres else { return false }
        return Self.isAlike(mine, other) || Self.isAlike(Size(mine.height, mine.width), other)
    }

    /// Whether both sizes are known, and differ.
    fileprivate func isOtherSize(than screen: PanelPairing.Screen) -> Bool {
        millimetres != nil && screen.millimetres != nil && !fits(screen)
    }

    fileprivate var sizeInWords: String {
        guard let size = millimetres else { return "alike" }
        return "\(Int(size.width.rounded())) × \(Int(size.height.rounded())) mm"
    }

    private static func isAlike(_ one: Size, _ other: Size) -> Bool {
        let limits = PanelPairing.tolerance
        func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= max(limits.millimetres, limits.share * b) }
        return isNear(one.width, other.width) && isNear(one.height, other.height)
    }
}

extension PanelPairing.Panel {
    init(_ device: TouchDevice) {
        self.init(
            name: device.name, vendorProduct: device.vendorProduct, millimetres: device.millimetres, place: device.place
        )
    }
}

extension PanelPairing.Answer {
    /// Why, as the end of a sentence.
    var reason: String {
        switch self {
        case .on(_, let why), .beside(let why): why
        case .unknown: "nobody knows on which: \"bezel run\" asks for a touch"
        }
    }

    /// Where, of `screens`, and why.
    func description(_ screens: [PanelPairing.Screen]) -> String {
        switch self {
        case .on(let index, let why): "on \(screens[index].output ?? "the screen"): \(why)"
        case .beside, .unknown: "on no screen: \(reason)"
        }
    }
}

extension PanelPairing {
    /// On which screen each panel of `list` lies, as a run on `machine` would have it.
    static func answers(for list: DeviceList, on machine: Configuration) -> [Answer] {
        let panels = list.panels.map {
            Panel(
                name: $0.name, vendorProduct: $0.vendorProduct, millimetres: $0.millimetres,
                place: PanelPlace(of: $0.path))
        }
        let pairs = PanelPairs(folder: machine.pairsFolder)
        return answers(panels, on: screens(of: list, on: machine), kept: pairs.output(at:))
    }

    /// The screens that a run on `machine` would show something on.
    static func screens(of list: DeviceList, on machine: Configuration) -> [Screen] {
        let connected = list.outputs.filter { $0.connector.status == .connected }.map(\.connector)
        return machine.eachScreen.map { screen in
            let connector =
                connected.first { $0.name == screen.output } ?? (screen.output == nil ? connected.first : nil)
            return Screen(
                output: screen.output ?? connector?.name, millimetres: connector?.millimetres, panel: screen.panel)
        }
    }
}
