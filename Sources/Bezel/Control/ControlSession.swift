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
    init?(_ run: RunSession, _ first: FirstScreens, _ configuration: Configuration) {
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
        let screens = run.screens.compactMap { Self.controlled($0, configuration) }
        control = KioskControl(screens, log: log, start: MonotonicClock.now())
        control.show(first)
        server.onRequest = { [control] in control.take($0, $1) }
        control.panels = { [unowned run] in (run.input?.devices ?? []).map { PanelStatus($0) } }
        control.reload = { [unowned run] () throws(Failure) in
            guard let reload = run.reload else {
                throw Failure(.failed, "an app's screens are part of its program: restart it")
            }
            return try reload.reload()
        }
        log.notice("control: \(server.path.isEmpty ? "systemd's socket" : server.path)")
    }

    /// Other pages are shown from now on.
    func show(_ screens: FirstScreens) { control.show(screens) }

    /// Nobody can ask any more.
    func close() { server.close() }

    /// `screen` with what is noted of it besides.
    private static func controlled(_ screen: RunScreen, _ configuration: Configuration) -> ControlledScreen? {
        guard let stage = screen.stage, let runtime = screen.runtime, let display = screen.display else { return nil }
        let controlled = ControlledScreen(
            stage: stage, runtime: runtime, display: display, idle: screen.idle, scale: configuration.scale,
            kept: configuration.control.kept)
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
        return controlled
    }
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
