// The control socket of a run.

import Geometry
import Glibc
import Linux
import Logging
import Stage

extension RunSession {
    /// Lets the kiosk be asked and told things, if the machine's file names a socket or systemd hands one over. Without it
    /// the kiosk runs all the same, and says why there is none.
    func openControl(_ first: FirstScreens, _ configuration: Configuration, _ screens: [ControlledScreen]) {
        let table = configuration.control
        do throws(SystemError) {
            let policy = ControlPolicy(allowed: table.allowed) { [log] in log.warning("\($0)") }
            var socket = ListeningSocket(activatedAs: "control")
            if socket == nil, let path = table.socket { socket = try ListeningSocket(path: path, mode: policy.mode) }
            guard let socket else { return }
            let control = KioskControl(screens, log: log, start: MonotonicClock.now())
            let server = try ControlServer(socket, loop: loop, policy: policy, log: log)
            server.onRequest = { control.take($0, $1) }
            controlServer = server
            control.panels = { [unowned self] in panelStatus() }
            adopt(first, control)
            var shown = first
            control.reload = { [unowned self, unowned control] () throws(Failure) in
                let (next, notes) = try reload(shown, configuration, control)
                shown = next
                return notes
            }
            log.notice("control: \(server.path.isEmpty ? "systemd's socket" : server.path)")
        } catch {
            log.error("no control socket: \(error)")
        }
    }

    private func adopt(_ first: FirstScreens, _ control: KioskControl) {
        (control.folder, control.language, control.screen) = (first.folder, first.language, first.screen)
    }

    /// Reads pages and settings anew. Throws with all that is wrong with them, and then nothing has changed.
    private func reload(
        _ shown: FirstScreens, _ configuration: Configuration, _ control: KioskControl
    ) throws(Failure) -> (FirstScreens, [String]) {
        guard let folder = shown.folder else {
            throw Failure(.failed, "an app's screens are part of its program: restart it")
        }
        let machine = try command.machineConfiguration()
        let isNamed = folder != configuration.kiosk
        var notes: [String] = []
        let next = try FirstScreens(
            kiosk: isNamed ? folder : machine.kiosk ?? folder, on: machine, isStrict: true
        ) { notes.append($0) }
        for screen in control.screens {
            var failure: Failure?
            screen.change { stage in
                do throws(Failure) {
                    try next.replace(what: stage, shows: screen.scale, record: panelRecord)
                } catch { failure = error }
            }
            if let failure { throw failure }
        }
        adopt(next, control)
        if machine.needsRestart(after: configuration) {
            notes.append("what is new in [display], [input], [control] and [record] counts from the next start on")
        }
        return (next, notes)
    }
}

extension Configuration {
    /// Whether something differs from `running` that is looked at only at the start.
    fileprivate func needsRestart(after running: Configuration) -> Bool {
        backend != running.backend || output != running.output || mode != running.mode || rotation != running.rotation
            || scale != running.scale || buffers != running.buffers || format != running.format
            || planes != running.planes || inputRotation != running.inputRotation || devices != running.devices
            || panels != running.panels || control != running.control
    }
}
