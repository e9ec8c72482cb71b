// The control socket of a run.

import Geometry
import Linux
import Logging
import Machine
import Stage

/// Lets clients query and control a running kiosk, if the machine's file names a socket or systemd passes one.
final class ControlSession {
    private let server: ControlServer
    private let control: KioskControl

    /// Returns nil when no socket is wanted, or when there is an error. The error is logged, and the kiosk runs without a
    /// socket.
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
        control.reload = { [unowned run] answer in
            guard let reload = run.reload else {
                return answer(
                    .failure(Failure(.failed, "an app's screens are part of its program: restart it")))
            }
            reload.reload(answer)
        }
        log.notice("control: \(server.path.isEmpty ? "systemd's socket" : server.path)")
    }

    /// Makes `screen`, which has begun, available to requests, and starts to note what happens there.
    func add(_ screen: RunScreen, _ configuration: Configuration) {
        guard let stage = screen.stage, let frameLoop = screen.frameLoop else { return }
        let controlled = ControlledScreen(
            number: screen.number, stage: stage, frameLoop: frameLoop, idle: screen.idle, scale: configuration.scale,
            kept: configuration.control.kept, pages: { [unowned screen] in screen.first },
            display: { [unowned screen] in screen.display })
        controlled.measured = { [unowned screen] in screen.record?.gestures }
        control.add(controlled)
    }

    /// Stops answering requests.
    func close() { server.close() }
}

/// A touch panel as the status shows it.
struct PanelStatus {
    let name: String
    /// `vid:pid`.
    let ids: String
    let node: String
    /// `calibrated` when the device has a calibration matrix other than the identity; nil otherwise.
    let calibration: String?

    init(_ device: TouchDevice) {
        (name, ids, node) = (device.name, device.vendorProduct, device.devnode)
        calibration = device.calibration == .identity ? nil : "calibrated"
    }
}
