// Reports that a run is alive, but only while frames come to the screen.

import Frames
import Geometry
import Linux

/// Feeds the watchdog of a service manager. Twice in each watchdog interval, the loop must turn and each screen must have
/// presented a frame since the last time. If nothing has changed on a screen, a frame is drawn and presented there for this
/// purpose alone. No frame is required of a screen that is dark, hidden, has no display, or belongs to another session.
final class Watchdog: FrameObserver {
    private let screens: () -> [FrameLoop]
    private let half: Instant.Span
    private let feed: () -> Void
    /// How many frames each screen had presented when the watchdog was last fed.
    private var counted: [ObjectIdentifier: Int] = [:]
    /// Whether screens were asked for a frame that has not come yet.
    private var isAsking = false
    private var timer: Timer?
    /// The frame loops that this watchdog observes.
    private var followed: Set<ObjectIdentifier> = []

    /// Calls `feed` at least once every `interval`, for as long as all frame loops that `screens` returns present frames.
    init(
        every interval: Instant.Span, loop: EventLoop, screens: @escaping () -> [FrameLoop], feed: @escaping () -> Void
    ) {
        self.screens = screens
        self.feed = feed
        half = Instant.Span(nanoseconds: interval.nanoseconds / 2)
        count()
        timer = loop.timer { [unowned self] in check() }
        timer?.setDeadline(MonotonicClock.now() + half)
    }

    private func check() {
        if feedIfAlive() { return }
        isAsking = true
        // A window that does not show this frame may turn out to be hidden. A check at the end of the interval would feed the
        // watchdog too late.
        timer?.setDeadline(MonotonicClock.now() + Instant.Span(nanoseconds: half.nanoseconds / 2))
        for screen in screens() where !hasPresented(screen) {
            if followed.insert(ObjectIdentifier(screen)).inserted { screen.add(self) }
            screen.showAgain()
        }
    }

    package func presented(at instant: Instant) { if isAsking { feedIfAlive() } }

    @discardableResult
    private func feedIfAlive() -> Bool {
        guard screens().allSatisfy({ $0.isAway || hasPresented($0) }) else { return false }
        isAsking = false
        timer?.setDeadline(MonotonicClock.now() + half)
        count()
        feed()
        return true
    }

    private func hasPresented(_ screen: FrameLoop) -> Bool {
        screen.presentedFrames != counted[ObjectIdentifier(screen), default: 0]
    }

    private func count() {
        counted = Dictionary(screens().map { (ObjectIdentifier($0), $0.presentedFrames) }) { $1 }
    }
}
