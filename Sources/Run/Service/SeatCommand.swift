// `bezel seat`: keeps the seat while kiosks come and go.

import Geometry
import Glibc
import Linux
import Logging
package import Machine

/// The options of `bezel seat`.
package struct SeatCommand {
    /// Where kiosks ask for the seat.
    package var socket = SeatCommand.standardSocket
    /// The number of the virtual terminal that kiosks are to have; nil for whichever is in the foreground.
    package var terminal: Int?

    /// Creates the command with default options.
    package init() {}

    /// Where bezel-seat.service listens.
    package static let standardSocket = "/run/bezel-seat/socket"

    /// Keeps the seat until a signal ends it, or the seat is lost.
    package func run() throws(Failure) {
        let log = Logger.ofCommand()
        let manager = NotifySocket()
        var end: Failure?
        do throws(SystemError) {
            let loop = try EventLoop()
            try loop.onSignals([SIGTERM, SIGINT]) { _ in loop.stop() }
            let keeper = try SeatKeeper(
                path: socket, terminal: terminal.map { ConsoleTerminal($0) }, loop: loop, log: log)
            keeper.onEnd = { reason in
                end = Failure(.failed, reason)
                loop.stop()
            }
            manager?.tell(.ready)
            let feeding = feed(manager, loop)
            try loop.run()
            feeding?.cancel()
            manager?.tell(.stopping)
            keeper.close()
        } catch { throw Failure(error) }
        LogOutput.flush()
        if let end { throw end }
    }

    /// Feeds the watchdog for as long as the loop turns.
    private func feed(_ manager: NotifySocket?, _ loop: EventLoop) -> Timer? {
        guard let manager, let interval = manager.watchdogInterval else { return nil }
        var timer: Timer?
        timer = loop.timer {
            manager.tell(.watchdog)
            timer?.setDeadline(MonotonicClock.now() + Instant.Span(nanoseconds: interval.nanoseconds / 2))
        }
        timer?.setDeadline(MonotonicClock.now())
        return timer
    }
}
