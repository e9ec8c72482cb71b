// Assigns touch panels to screens whenever a panel or a display comes, and asks for a touch if the screen is unknown.

import Calibration
import Geometry
import Linux
import Logging
import Machine

/// Assigns each touch panel to the screen on which it lies.
@MainActor
final class PanelPairer {
    private let log: Logger
    /// The stored answers: which screen was touched for which panel.
    private let pairs: PanelPairs
    /// The connectors of the screens that were touched in this run, by the panel's key.
    private var touched: [String: String] = [:]
    /// The panels whose screen is unknown.
    private var unpaired: Set<TouchDevice.ID> = []
    /// The panels for which the log already says that they lie on no screen.
    private var strays: Set<TouchDevice.ID> = []

    /// Creates a pairer that uses and extends the answers in `pairs`.
    init(_ pairs: PanelPairs, log: Logger) { (self.pairs, self.log) = (pairs, log) }

    /// Adds each of `devices` to its screen among `screens`, and releases it from a screen on which it does not lie any more.
    func pair(_ devices: [TouchDevice], on screens: [RunScreen]) throws(Failure) {
        let wanted = screens.map(\.traits)
        let answers = PanelPairing.answers(devices.map { .init($0) }, on: wanted) { [touched, pairs] place in
            touched[place] ?? pairs.output(at: place)
        }
        for (device, answer) in zip(devices, answers) {
            let old = screens.first { $0.has(device.id) }
            let new = answer.screen.map { screens[$0] }
            if old === new, new != nil { continue }
            old?.release(device)
            if let new {
                if screens.count > 1 {
                    log.notice("touch panel \(device.name) \(device.devnode) lies \(answer.description(wanted))")
                }
                try new.add(device)
            } else if strays.insert(device.id).inserted {
                log.warning(
                    "touch panel \(device.name) \(device.devnode) lies \(answer.description(wanted)); its touches are ignored"
                )
            }
        }
        unpaired = Set(zip(devices, answers).filter { $1 == .unknown }.map(\.0.id))
        strays.formIntersection(devices.map(\.id))
        ask(screens)
    }

    /// Handles touches of the panel `device`, which lies on none of `screens` so far. If a screen asks for a touch, the first touch
    /// tells that the panel lies on that screen. Returns true in this case; all panels must then be paired again.
    func recordTouch(_ frame: TouchFrame, of device: TouchDevice?, on screens: [RunScreen]) -> Bool {
        guard let device, unpaired.contains(device.id), frame.changes.contains(where: { $0.phase == .began }),
            let output = screens.first(where: \.isAsking)?.traits.output
        else { return false }
        let key = PanelPairing.Panel(device).key
        touched[key] = output
        log.notice("touch panel \(device.name) was touched on \(output)")
        pairs.keep(output, at: key, date: CalibrationPlan.today) { [log] error in
            log.warning("\(error)\nthe screen will ask for a touch again after a restart")
        }
        return true
    }

    /// Lets one screen at a time ask for a touch: the first with a display and without a panel, unless the file names its panel.
    private func ask(_ screens: [RunScreen]) {
        let bare = screens.first { !$0.hasPanel && $0.display != nil && $0.traits.panel == nil }
        for screen in screens { screen.isAsking = !unpaired.isEmpty && screen === bare }
    }
}
