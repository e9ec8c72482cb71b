// When a frame that a compositor has taken is seen: what it said of the frames before.

import Geometry

/// A compositor says twice what becomes of a frame: that it has taken it for its next picture, which is when the next
/// frame may be drawn, and later when that picture was seen. The first comes in time to act on; the second tells what
/// the first means.
struct CompositorClock {
    /// Time from one refresh to the next.
    let refresh: Instant.Span
    private var lastSeen: Instant?
    /// From taken to seen, of the last frames.
    private var delays: [Instant.Span] = []

    /// Of so many frames the delays are kept.
    static let memory = 8

    /// A clock that has heard nothing yet.
    init(refresh: Instant.Span) { self.refresh = refresh }

    /// How long before it is seen the compositor takes a frame. The longest of the last few: a frame that is a little
    /// early is as good as one in time.
    var lead: Instant.Span { delays.max() ?? .zero }

    /// A frame was taken at `instant`. When it will be seen: at the refresh that lies nearest to `lead` from then.
    func taken(at instant: Instant) -> Instant {
        let guess = instant + lead
        guard let lastSeen else { return guess }
        let distance = Double((guess - lastSeen).nanoseconds) / Double(refresh.nanoseconds)
        return max(instant, lastSeen + refresh * Int64(distance.rounded()))
    }

    /// The frame that was taken at `taken` was seen at `seen`.
    mutating func seen(at seen: Instant, taken: Instant) {
        lastSeen = seen
        let delay = seen - taken
        // A frame that waited for long was held up by something that the next one does not meet.
        guard delay >= .zero, delay <= refresh * 4 else { return }
        if delays.count == Self.memory { delays.removeFirst() }
        delays.append(delay)
    }
}
