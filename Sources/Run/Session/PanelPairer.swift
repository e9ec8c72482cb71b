// Which touch panel lies on which screen: decided anew whenever a panel or a display comes, and asked for when nobody knows.

import Calibration
import Geometry
import Linux
import Logging
import Machine

/// Gives each touch panel to the screen on which it lies.
final class PanelPairer {
    private let log: Logger
    /// Which screens were touched, as it is kept.
    private let pairs: PanelPairs
    /// Which screens were touched in this run, by the panel's place.
    private var touched: [String: String] = [:]
    /// The panels of which nobody knows on which screen they lie.
    private var unpaired: Set<TouchDevice.ID> = []
    /// The panels of which it was said that they are on no screen.
    private var strays: Set<TouchDevice.ID> = []

    /// Knows what is kept in `pairs`.
    init(_ pairs: PanelPairs, log: Logger) { (self.pairs, self.log) = (pairs, log) }

    /// Gives each of `devices` to its screen among `screens`, and takes it from where it does not lie any more.
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

    /// Touches came from the panel `device`, which lies on no screen of `screens`: the first one tells on which, if one asks.
    /// Returns whether it did, so that all has to be paired anew.
    func take(_ frame: TouchFrame, of device: TouchDevice?, on screens: [RunScreen]) -> Bool {
        guard let device, unpaired.contains(device.id), frame.changes.contains(where: { $0.phase == .began }),
            let output = screens.first(where: \.isAsking)?.traits.output
        else { return false }
        let key = PanelPairing.Panel(device).key
        touched[key] = output
        log.notice("touch panel \(device.name) was touched on \(output)")
        pairs.keep(output, at: key, date: CalibrationPlan.today) { [log] error in
            log.warning("\(error)\nit will be asked for again after a restart")
        }
        return true
    }

    /// One screen at a time asks to be touched: the first that has no panel, and of which the file names none.
    private func ask(_ screens: [RunScreen]) {
        let bare = screens.first { !$0.hasPanel && $0.display != nil && $0.traits.panel == nil }
        for screen in screens { screen.isAsking = !unpaired.isEmpty && screen === bare }
    }
}
