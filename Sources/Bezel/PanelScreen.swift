// Which screen a touch panel lies on.

import Linux

/// The screen of a panel, and why it is that one.
struct PanelScreen: Hashable {
    /// The connector, such as `HDMI-A-1`; nil when it lies on none.
    let screen: String?
    /// Why, as the end of a sentence.
    let reason: String

    /// Where the touches of `panel` go on a machine that is configured as `configuration` says. With one screen,
    /// all panels that it reads lie on it.
    init(of panel: DeviceList.Panel, in list: DeviceList, _ configuration: Configuration) {
        let filter = DeviceFilter(configuration.devices)
        guard filter.accepts(name: panel.name, vendorProduct: panel.vendorProduct, isTouchscreen: true) else {
            (screen, reason) = (nil, "\"devices\" in bezel.toml does not name it")
            return
        }
        if configuration.screens.count > 1, let index = list.panels.firstIndex(where: { $0.path == panel.path }) {
            let answer = PanelPairing.answers(for: list, on: configuration)[index]
            screen = answer.screen.map { configuration.screens[$0].output } ?? nil
            reason = answer.reason
            return
        }
        let configuration = configuration.eachScreen[0]
        let connected = list.outputs.filter { $0.connector.status == .connected && !$0.connector.modes.isEmpty }
        if let name = configuration.output {
            let isThere = connected.contains { $0.connector.name == name }
            (screen, reason) = (isThere ? name : nil, "\"output\" in bezel.toml" + (isThere ? "" : " is not connected"))
        } else if let first = connected.first {
            let reason = connected.count == 1 ? "the only one connected" : "the first of \(connected.count) connected"
            (screen, self.reason) = (first.connector.name, reason)
        } else {
            (screen, reason) = (nil, "nothing is connected")
        }
    }
}
