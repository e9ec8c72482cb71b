// The control socket of a run.

import Geometry
import Linux
import Logging
import Stage

/// Lets a running kiosk be asked and told things, where the machine's file names a socket or systemd hands one over.
final class ControlSession {
    private let server: ControlServer
    private let control: KioskControl

    /// Nil when nobody wants a socket, or there cannot be one: the kiosk runs all the same, and says why.
    init?(_ run: RunSession, _ configuration: Configuration) {
        let (table, log) = (configuration.control, run.log)
        do throws(SystemError) {
            let policy = ControlPolicy(allowed: table.allowed) { log.warning("\($0)") }
            var socket = ListeningSocket(activatedAs: "control")
            if socket == nil, let path = table.socket { socket = try ListeningSocket(path: path, mode: policy.mode) }
            guard let socket else { return nil }
            server = try ControlServer(socket, loop: run.loop, policy: policy, log: log)
        } catch {
            log.error("no control socket: \(error)")
            return nil
        }
        control = KioskControl(log: log, start: MonotonicClock.now())
        server.onRequest = { [control] in control.take($0, $1) }
        control.restarts = { [unowned run] in run.screens.compactMap(\.visit?.restarts).max() }
        control.panels = { [unowned run] in (run.input?.devices ?? []).map { PanelStatus($0) } }
        control.reload = { [unowned run] () throws(Failure) in
            guard !run.reloads.isEmpty else {
                throw Failure(.failed, "an app's screens are part of its program: restart it")
            }
            var notes: [String] = []
            for reload in run.reloads {
                for note in try reload.reload() where !notes.contains(note) { notes.append(note) }
            }
            return notes
        }
        log.notice("control: \(server.path.isEmpty ? "systemd's socket" : server.path)")
    }

    /// `screen` has begun: from now on it can be asked and told things, and what happens there is noted.
    func add(_ screen: RunScreen, _ configuration: Configuration) {
        guard let stage = screen.stage, let runtime = screen.runtime else { return }
        let controlled = ControlledScreen(
            number: screen.number, stage: stage, runtime: runtime, idle: screen.idle, scale: configuration.scale,
            kept: configuration.control.kept, pages: { [unowned screen] in screen.first },
            display: { [unowned screen] in screen.display })
        controlled.measured = { [unowned screen] in screen.record?.gestures }
        screen.onTrace = { [onTrace = screen.onTrace] in
            onTrace?($0)
            controlled.note($0)
        }
        screen.onTouches = { [onTouches = screen.onTouches] in
            onTouches?($0)
            controlled.note($0)
        }
        screen.onFrame = { [onFrame = screen.onFrame] in
            onFrame?($0, $1, $2)
            controlled.note(frame: $0, for: $1)
        }
        screen.onResize = { [onResize = screen.onResize] in
            onResize?()
            controlled.cut()
        }
        control.add(controlled)
    }

    /// Nobody can ask any more.
    func close() { server.close() }
}

/// A touch panel as a status has it.
struct PanelStatus {
    let name: String
    /// `vid:pid`.
    let ids: String
    let node: String
    /// What was measured, for people; nil when nothing was.
    let calibration: String?

    init(_ device: TouchDevice) {
        (name, ids, node) = (device.name, device.vendorProduct, device.devnode)
        calibration = device.calibration == .identity ? nil : "calibrated"
    }
}
