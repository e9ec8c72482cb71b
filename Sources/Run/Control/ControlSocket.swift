// The control socket of a run.

import Geometry
import Linux
import Logging
import Machine
import Stage

/// Lets clients query and control a running kiosk, if the machine's file names a socket or systemd passes one.
@MainActor
final class ControlSocket {
    private let server: ControlServer
    private let control: ControlHandler
    /// Watches the file of the socket; nil for one from systemd.
    private var watch: FolderWatch?
    private let log: Logger

    /// Returns nil when no socket is wanted, or when there is an error. The error is logged, and the kiosk runs without a
    /// socket.
    init?(of run: any ControlledRun, _ configuration: Configuration, loop: EventLoop, log: Logger) {
        self.log = log
        let table = configuration.control
        let mode: UInt32
        do throws(SystemError) {
            let policy = ControlPolicy(allowed: table.allowed) { log.warning("\($1)") }
            var socket = ListeningSocket(activatedAs: "control")
            if socket == nil, let path = table.socket { socket = try ListeningSocket(path: path, mode: policy.mode) }
            guard let socket else { return nil }
            mode = policy.mode
            server = try ControlServer(socket, loop: loop, policy: policy, log: log)
        } catch {
            log.error("no control socket: \(error)")
            return nil
        }
        control = ControlHandler(log: log, start: MonotonicClock.now())
        server.onRequest = { [control] in control.handle($0, $1) }
        control.run = run
        log.notice("control: \(server.path.isEmpty ? "systemd's socket" : server.path)")
        guard server.isOwner else { return }
        do throws(SystemError) {
            watch = try FolderWatch(folders: [], files: [server.path], loop: loop) { [unowned self] in
                comeBack(mode: mode)
            }
        } catch { log.warning("control: the socket does not come back when somebody removes it: \(error)") }
    }

    /// Makes the socket again when its file is gone: somebody has removed it, or its folder.
    private func comeBack(mode: UInt32) {
        guard !server.isFound else { return }
        do throws(SystemError) {
            try server.listen(on: ListeningSocket(path: server.path, mode: mode))
            log.warning("control: the socket was removed, and is there again: \(server.path)")
        } catch {
            log.error("control: the socket was removed, and comes back as soon as this is mended: \(error)")
        }
    }

    /// Makes `screen`, which has begun, available to requests, and starts to keep what happens there. `visits` counts its visits.
    func add(_ screen: RunScreen, _ visits: VisitFollower?) {
        guard let stage = screen.stage, let frameLoop = screen.frameLoop else { return }
        let configuration = screen.configuration
        control.add(
            ScreenMonitor(
                number: screen.number, stage: stage, frameLoop: frameLoop, idle: screen.idle,
                scale: configuration.scale,
                kept: configuration.control.kept, pages: { [unowned screen] in screen.first },
                display: { [unowned screen] in screen.display },
                measured: { [unowned screen] in screen.record?.gestures }, visits: visits))
    }

    /// Stops answering requests.
    func close() {
        watch = nil
        server.close()
    }
}
