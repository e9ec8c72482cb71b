// Content that has moved on the glass without a finger: who taps at once is aiming at what was there before.

package import Geometry

/// What lies on the glass before and after a change that no finger has made. For a moment after it, a finger that comes down on
/// something that was not there before is meant for the old content.
package struct MovedContent {
    /// The time that a person needs at least to see a change and to act on it: reactions to something that appears take some 200 ms.
    /// Browsers know such a time too: Chromium discards what is clicked in a frame that has just moved.
    package static let reaction = Instant.Span.milliseconds(200)

    /// The pieces of the content (panel space, mm) before and after the change, in the same order. Nil before if all is new.
    private let before: [Rect]?
    private let after: [Rect]
    /// Where the content can be seen (panel space, mm).
    private let area: Rect
    /// When fingers begin to be meant for the new content.
    private var end: Instant
    /// Whether a picture has shown the new content.
    private var isShown = false

    /// In `area`, the pieces `before` became `after` at `time`. All are in panel space (mm). `before` is nil if all is new.
    package init(before: [Rect]?, after: [Rect], in area: Rect, at time: Instant) {
        // Other pieces are not known again.
        self.before = before?.count == after.count ? before : nil
        (self.after, self.area, end) = (after, area, time + Self.reaction)
    }

    /// A picture with the new content goes to the glass at `presentation`.
    package mutating func show(at presentation: Instant) {
        if !isShown { end = max(end, presentation + Self.reaction) }
        isShown = true
    }

    /// Whether a finger that comes down at `point` (panel space, mm) at `time` is meant for what was there before.
    func isMissed(at point: Point, at time: Instant) -> Bool {
        guard time < end, area.contains(point) else { return false }
        guard let index = after.lastIndex(where: { $0.contains(point) }) else { return false }
        guard let before else { return true }
        return before[index].origin != after[index].origin || !before[index].contains(point)
    }
}
