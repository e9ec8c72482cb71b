// What the service manager hears of a run: when it is ready, that it is alive, why it ends.

import Geometry
import Linux

/// The way to the service manager; where there is none, nobody listens. One run can come after another, and is told of
/// like the first.
final class ServiceLink {
    private static let manager = NotifySocket()
    /// Whether there is one.
    var isManaged: Bool { Self.manager != nil }
    private var watchdog: Watchdog?
    private var waiting: Timer?
    private var isReady = false

    init() {
        // Before there is a thread that reads the environment too.
        _ = ServiceLink.manager
    }

    /// A first frame is on the glass: on the display called `name`. From now on the watchdog is fed for as long as all that
    /// `screens` gives present frames.
    func ready(on name: String, loop: EventLoop, screens: @escaping () -> [Runtime]) {
        guard !isReady, let manager = ServiceLink.manager else { return }
        isReady = true
        waiting?.cancel()
        // One run can come after another in this process, and the one before was heard of some time ago.
        manager.tell(.ready, .watchdog, .status(name))
        watchdog = manager.watchdogInterval.map { interval in
            Watchdog(every: interval, loop: loop, screens: screens) { manager.tell(.watchdog) }
        }
    }

    /// As long as there `isNoDisplay` to begin with, and the loop turns, the start takes longer than it should: a screen may
    /// be plugged in at any time.
    func wait(loop: EventLoop, while isNoDisplay: @escaping () -> Bool) {
        guard let manager = ServiceLink.manager else { return }
        let step = Instant.Span.seconds(20)
        waiting = loop.timer { [unowned self] in
            if isNoDisplay() { manager.tell(.starting(for: step * 3), .status("waiting for a display")) }
            waiting?.setDeadline(MonotonicClock.now() + step)
        }
        waiting?.setDeadline(MonotonicClock.now())
    }

    /// Reads files anew, with `body`, which began at `instant`.
    func reloading(at instant: Instant, _ body: () -> Void) {
        ServiceLink.manager?.tell(.reloading(instant))
        body()
        ServiceLink.manager?.tell(.ready)
    }

    /// The run is about to end, as it was asked to.
    func stopping() { ServiceLink.manager?.tell(.stopping, .status("ending")) }

    /// The run ends for `reason`.
    func failed(_ reason: String) { ServiceLink.manager?.tell(.stopping, .status(reason)) }
}
