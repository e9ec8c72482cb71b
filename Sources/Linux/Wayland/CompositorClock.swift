// Predicts when a frame becomes visible from the compositor's reports on earlier frames.

import Geometry

/// A compositor reports twice on each frame. First it reports that it has taken the frame for its next picture, and that the next
/// frame may be drawn. Later it reports when that picture became visible. The first report comes in time to act on; the second
/// shows how long the first is in advance.
struct CompositorClock {
    /// Time from one refresh to the next.
    let refresh: Instant.Span
    private var lastSeen: Instant?
    /// The delays from taken to visible of the last frames.
    private var delays: [Instant.Span] = []

    /// The number of delays to keep.
    static let memory = 8

    /// A clock without reports.
    init(refresh: Instant.Span) { self.refresh = refresh }

    /// How long before it is visible the compositor takes a frame: the longest of the last delays. A frame that is a little early
    /// is as good as one that is just in time.
    var lead: Instant.Span { delays.max() ?? .zero }

    /// A frame was taken at `instant`. Returns when it will be visible: at the refresh nearest to `lead` from then.
    func taken(at instant: Instant) -> Instant {
        let guess = instant + lead
        guard let lastSeen else { return guess }
        let distance = Double((guess - lastSeen).nanoseconds) / Double(refresh.nanoseconds)
        return max(instant, lastSeen + refresh * Int64(distance.rounded()))
    }

    /// The frame that was taken at `taken` became visible at `seen`.
    mutating func seen(at seen: Instant, taken: Instant) {
        lastSeen = seen
        let delay = seen - taken
        // A long delay has a cause that the next frame is unlikely to share.
        guard delay >= .zero, delay <= refresh * 4 else { return }
        if delays.count == Self.memory { delays.removeFirst() }
        delays.append(delay)
    }
}
