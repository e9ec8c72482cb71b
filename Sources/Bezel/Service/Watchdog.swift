// Says that a run is alive, and only when frames come to the glass.

import Geometry
import Linux

/// Feeds a service manager's watchdog. Twice in each of its intervals the loop has to turn, and each screen to have
/// presented a frame since the last time: one that somebody has looked at, or, where nothing has changed, one that is
/// drawn and presented for this alone. A screen that another session has owes none.
final class Watchdog {
    private let screens: [Runtime]
    private let half: Instant.Span
    private let feed: () -> Void
    /// How many frames each screen had presented when it was fed last.
    private var counted: [Int]
    /// Whether screens have been asked for a frame that has not come yet.
    private var isAsking = false
    private var timer: Timer?

    /// Calls `feed` for as long as `screens` present frames, at least once every `interval`.
    init(_ screens: [Runtime], every interval: Instant.Span, loop: EventLoop, feed: @escaping () -> Void) {
        self.screens = screens
        self.feed = feed
        half = Instant.Span(nanoseconds: interval.nanoseconds / 2)
        counted = screens.map(\.presentedFrames)
        timer = loop.timer { [unowned self] in look() }
        timer?.setDeadline(MonotonicClock.now() + half)
        for screen in screens { screen.onPresented = { [unowned self] in presented() } }
    }

    private func look() {
        timer?.setDeadline(MonotonicClock.now() + half)
        if feedIfAlive() { return }
        isAsking = true
        for (screen, count) in zip(screens, counted) where screen.presentedFrames == count { screen.showAgain() }
    }

    private func presented() {
        if isAsking { feedIfAlive() }
    }

    @discardableResult
    private func feedIfAlive() -> Bool {
        guard zip(screens, counted).allSatisfy({ $0.isAway || $0.presentedFrames != $1 }) else { return false }
        isAsking = false
        counted = screens.map(\.presentedFrames)
        feed()
        return true
    }
}
