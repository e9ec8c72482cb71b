// Says that a run is alive, and only when frames come to the glass.

import Geometry
import Linux

/// Feeds a service manager's watchdog. Twice in each of its intervals the loop has to turn, and each screen to have
/// presented a frame since the last time: one that somebody has looked at, or, where nothing has changed, one that is
/// drawn and presented for this alone. A screen that another session has owes none.
final class Watchdog {
    private let screens: () -> [Runtime]
    private let half: Instant.Span
    private let feed: () -> Void
    /// How many frames each screen had presented when it was fed last.
    private var counted: [ObjectIdentifier: Int] = [:]
    /// Whether screens have been asked for a frame that has not come yet.
    private var isAsking = false
    private var timer: Timer?

    /// Calls `feed` for as long as all that `screens` gives present frames, at least once every `interval`.
    init(every interval: Instant.Span, loop: EventLoop, screens: @escaping () -> [Runtime], feed: @escaping () -> Void)
    {
        self.screens = screens
        self.feed = feed
        half = Instant.Span(nanoseconds: interval.nanoseconds / 2)
        count()
        timer = loop.timer { [unowned self] in look() }
        timer?.setDeadline(MonotonicClock.now() + half)
    }

    private func look() {
        timer?.setDeadline(MonotonicClock.now() + half)
        if feedIfAlive() { return }
        isAsking = true
        for screen in screens() where !hasPresented(screen) {
            screen.onPresented = { [weak self] in if self?.isAsking == true { self?.feedIfAlive() } }
            screen.showAgain()
        }
    }

    @discardableResult
    private func feedIfAlive() -> Bool {
        guard screens().allSatisfy({ $0.isAway || hasPresented($0) }) else { return false }
        isAsking = false
        count()
        feed()
        return true
    }

    private func hasPresented(_ screen: Runtime) -> Bool {
        screen.presentedFrames != counted[ObjectIdentifier(screen), default: 0]
    }

    private func count() {
        counted = Dictionary(screens().map { (ObjectIdentifier($0), $0.presentedFrames) }) { $1 }
    }
}
