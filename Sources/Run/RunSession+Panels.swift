// Which touch panel lies on which screen: decided anew whenever a panel or a display comes, and asked for when nobody knows.

import Calibration
package import Geometry
package import Linux
import Logging
package import Machine

extension RunSession {
    /// Gives each panel to its screen, and takes it from where it does not lie any more.
    package func pair() throws(Failure) {
        let devices = input?.devices ?? []
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
        ask()
    }

    /// The same while the run goes on.
    func pairAgain() {
        do { try pair() } catch { fail(error) }
    }

    /// Touches of a panel that lies on no screen: the first one tells on which, if one asks.
    package func take(_ frame: TouchFrame, of id: TouchDevice.ID) {
        guard unpaired.contains(id), frame.changes.contains(where: { $0.phase == .began }),
            let output = screens.first(where: \.isAsking)?.traits.output,
            let device = input?.devices.first(where: { $0.id == id })
        else { return }
        let key = PanelPairing.Panel(device).key
        touched[key] = output
        log.notice("touch panel \(device.name) was touched on \(output)")
        pairs.keep(output, at: key, date: CalibrationPlan.today) { [log] error in
            log.warning("\(error)\nit will be asked for again after a restart")
        }
        pairAgain()
    }

    /// One screen at a time asks to be touched: the first that has no panel, and of which the file names none.
    private func ask() {
        let bare = screens.first { $0.devices.isEmpty && $0.display != nil && $0.traits.panel == nil }
        for screen in screens { screen.isAsking = !unpaired.isEmpty && screen === bare }
    }
}
