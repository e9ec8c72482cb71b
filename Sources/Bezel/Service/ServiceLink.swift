// What the service manager hears of a run: when it is ready, that it is alive, why it ends.

import Geometry
import Linux

/// The way to the service manager; where there is none, nobody listens.
final class ServiceLink {
    private let socket = NotifySocket()
    private var watchdog: Watchdog?

    /// The first frame of each of `screens` is on the glass, as `what` says. From now on the watchdog is fed.
    func ready(_ screens: [Runtime], showing what: String, loop: EventLoop) {
        guard let socket else { return }
        socket.tell(.ready, .status(what))
        watchdog = socket.watchdogInterval.map { interval in
            Watchdog(screens, every: interval, loop: loop) { socket.tell(.watchdog) }
        }
    }

    /// The run is about to end, as it was asked to.
    func stopping() { socket?.tell(.stopping, .status("ending")) }

    /// The run ends for `reason`.
    func failed(_ reason: String) { socket?.tell(.stopping, .status(reason)) }
}
