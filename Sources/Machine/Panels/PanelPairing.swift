// The assignment of touch panels to screens, with the reason for each.

package import Geometry
package import Linux

/// Assigns touch panels to screens: first by explicit settings, then by properties of both, then by elimination.
package struct PanelPairing {
    /// A touch panel.
    package struct Panel: Equatable {
        package var name: String
        /// The vendor and product id, such as `222a:0001`.
        package var vendorProduct: String
        /// The size of the surface. Nil when the panel reports none.
        package var millimetres: Size?
        package var place: PanelPlace
    }

    /// A screen on which the kiosk shows something.
    package struct Screen: Equatable {
        /// The connector, such as `HDMI-A-1`. Nil when the screen takes any connector.
        package var output: String?
        /// The size of the picture. Nil when the display reports none.
        package var millimetres: Size?
        /// The panel that the machine's file names: by name, by `vid:pid`, or by the place where it is plugged in.
        package var panel: String?

        /// Whether the display is built into the machine.
        var isBuiltIn: Bool {
            ["DSI", "LVDS", "eDP", "DPI", "SPI"].contains { kind in output?.hasPrefix(kind + "-") == true }
        }

        package init(output: String? = nil, millimetres: Size? = nil, panel: String? = nil) {
            self.output = output
            self.millimetres = millimetres
            self.panel = panel
        }
    }

    /// The place of a panel.
    package enum Answer: Equatable {
        /// On the screen with this index, for this reason.
        case on(Int, String)
        /// On no screen that is shown, for this reason.
        case beside(String)
        /// Unknown until someone touches the panel.
        case unknown

        package var screen: Int? { if case .on(let screen, _) = self { screen } else { nil } }
    }

    /// The greatest difference between two sizes of the same glass, as a fraction of the length and in mm. The greater
    /// of both applies, since displays report whole centimetres.
    static let tolerance = (share: 0.03, millimetres: 10.0)

    /// An answer for each of `panels`. `kept` returns the connector of the screen that was touched for the panel with
    /// the given key.
    package static func answers(_ panels: [Panel], on screens: [Screen], kept: (String) -> String?) -> [Answer] {
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
                    ?? .beside("it was touched on \(output), which has no picture")
            } else if let output = panel.place.output {
                answers[index] =
                    screen(of: output).map { .on($0, "udev's WL_OUTPUT names \(output)") }
                    ?? .beside("udev's WL_OUTPUT names \(output), which has no picture")
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
        // A panel and a screen are paired only when neither fits another.
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
    /// The key under which the touched screen is kept: the place where the panel is plugged in, or else its ids and
    /// name.
    package var key: String { place.path ?? "\(vendorProduct) \(name)" }

    /// Whether `text` in the machine's file names this panel.
    func isCalled(_ text: String?) -> Bool {
        guard let text else { return false }
        return text == name || text.lowercased() == vendorProduct || text == place.path
    }

    /// Whether the panel is as large as the screen's picture, in either orientation.
    func fits(_ screen: PanelPairing.Screen) -> Bool {
        guard let mine = millimetres, let other = screen.millimetres else { return false }
        return Self.isAlike(mine, other) || Self.isAlike(Size(mine.height, mine.width), other)
    }

    /// Whether both sizes are known and differ.
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
    package init(_ device: TouchDevice) {
        self.init(
            name: device.name, vendorProduct: device.vendorProduct, millimetres: device.millimetres, place: device.place
        )
    }
}

extension PanelPairing.Answer {
    /// The reason, as the end of a sentence.
    package var reason: String {
        switch self {
        case .on(_, let why), .beside(let why): why
        case .unknown: "none is known for it: \"bezel run\" asks for a touch"
        }
    }

    /// The screen, of `screens`, and the reason.
    package func description(_ screens: [PanelPairing.Screen]) -> String {
        switch self {
        case .on(let index, let why): "on \(screens[index].output ?? "the screen"): \(why)"
        case .beside, .unknown: "on no screen: \(reason)"
        }
    }
}

extension PanelPairing {
    /// The screen of each panel of `list`, as in a run on `machine`.
    package static func answers(for list: DeviceList, on machine: Configuration) -> [Answer] {
        let panels = list.panels.map {
            Panel(
                name: $0.name, vendorProduct: $0.vendorProduct, millimetres: $0.millimetres,
                place: PanelPlace(of: $0.path))
        }
        let pairs = PanelPairs(folder: machine.pairsFolder)
        return answers(panels, on: screens(of: list, on: machine), kept: pairs.output(at:))
    }

    /// The screens that a run on `machine` would use.
    package static func screens(of list: DeviceList, on machine: Configuration) -> [Screen] {
        let connected = list.outputs.filter { $0.connector.status == .connected }.map(\.connector)
        return machine.eachScreen.map { screen in
            let connector =
                connected.first { $0.name == screen.output } ?? (screen.output == nil ? connected.first : nil)
            return Screen(
                output: screen.output ?? connector?.name, millimetres: connector?.millimetres, panel: screen.panel)
        }
    }
}
