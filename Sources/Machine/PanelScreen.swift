// The screen on which a touch panel lies, described for people.

import Linux

/// The screen of a panel, and the reason for it.
struct PanelScreen: Hashable {
    /// The connector, such as `HDMI-A-1`. Nil when the panel lies on no screen, or when its screen is unknown.
    let screen: String?
    /// The reason, as the end of a sentence.
    let reason: String

    /// The screen of each panel of `list` on a machine with `configuration`.
    static func all(_ list: DeviceList, _ configuration: Configuration) -> [PanelScreen] {
        let filter = DeviceFilter(configuration.devices)
        let screens = PanelPairing.screens(of: list, on: configuration)
        return zip(list.panels, PanelPairing.answers(for: list, on: configuration)).map { panel, answer in
            guard filter.accepts(name: panel.name, vendorProduct: panel.vendorProduct, isTouchscreen: true) else {
                return PanelScreen(screen: nil, reason: "\"devices\" in bezel.toml does not name it")
            }
            switch answer {
            case .on(let index, let why):
                let output = screens[index].output
                return PanelScreen(screen: output, reason: output == nil ? "nothing is connected" : why)
            case .beside(let why): return PanelScreen(screen: nil, reason: why)
            case .unknown: return PanelScreen(screen: nil, reason: "unknown: \"bezel run\" asks for a touch")
            }
        }
    }
}
