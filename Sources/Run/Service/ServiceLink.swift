// Tells the service manager about a run: when it is ready, that it is alive, and why it ends.

import Frames
import Geometry
import Glibc
import Linux

/// The connection to the service manager. Without a service manager, nothing is sent. In one process, one run can follow
/// another, and each is reported like the first.
@MainActor
final class ServiceLink {
    private static let manager = NotifySocket()
    /// Where the keeper of the seat listens, which the unit names; nil if there is none. Child processes must not inherit it.
    private static let seat: String? = {
        defer { unsetenv("BEZEL_SEAT") }
        return getenv("BEZEL_SEAT").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }()
    /// Where the keeper of the seat listens; nil if there is none.
    var seatKeeper: String? { Self.seat }
    /// Keeps the picture when the process ends; nil without a service manager.
    let picture = ServiceLink.manager.map { KeptPicture($0) }
    /// Whether there is a service manager.
    var isManaged: Bool { Self.manager != nil }
    private var watchdog: Watchdog?
    private var waiting: Timer?
    private var isReady = false

    init() {
        // Read the environment before there is another thread that reads it too.
        _ = (ServiceLink.manager, ServiceLink.seat)
    }

    /// Reports that the first frame is on the screen of the display `name`. From now on the watchdog is fed for as long as all
    /// frame loops that `screens` returns present frames.
    func ready(on name: String, loop: EventLoop, screens: @escaping () -> [FrameLoop]) {
        guard !isReady, let manager = ServiceLink.manager else { return }
        isReady = true
        waiting?.cancel()
        // The last run in the same process may have fed the watchdog some time ago. So this run feeds it at once.
        manager.tell(.ready, .watchdog, .status(name))
        watchdog = manager.watchdogInterval.map { interval in
            Watchdog(every: interval, loop: loop, screens: screens) { manager.tell(.watchdog) }
        }
    }

    /// Extends the timeout of the start for as long as `isNoDisplay` is true and the loop turns: every 20 s, by 60 s from then.
    /// A screen may be plugged in at any time, and a hidden window may come into view.
    func wait(loop: EventLoop, while isNoDisplay: @escaping () -> Bool) {
        guard let manager = ServiceLink.manager else { return }
        let step = Instant.Span.seconds(20)
        waiting = loop.timer { [unowned self] in
            if isNoDisplay() { manager.tell(.starting(for: step * 3), .status("waiting for a display")) }
            waiting?.setDeadline(MonotonicClock.now() + step)
        }
        waiting?.setDeadline(MonotonicClock.now())
    }

    /// Reports that the files are read again, from `instant` on.
    func reloading(at instant: Instant) { ServiceLink.manager?.tell(.reloading(instant)) }

    /// Reports that the files have been read again.
    func reloaded() { ServiceLink.manager?.tell(.ready) }

    /// Reports that the run is about to end, as requested.
    func stopping() { ServiceLink.manager?.tell(.stopping, .status("ending")) }

    /// Reports that the run ends for `reason`.
    func failed(_ reason: String) { ServiceLink.manager?.tell(.stopping, .status(reason)) }
}
