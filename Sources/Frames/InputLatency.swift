// Measures the time from a touch or a press to the picture that shows it.

import Geometry

/// Tracks the newest input until the frame that shows it is on the screen.
struct InputLatency {
    /// The time of the newest input; nil before the first.
    private(set) var newest: Instant?
    /// The measured latencies.
    private(set) var histogram = LatencyHistogram()
    /// The newest input that no frame shows yet, and the input that the frame in progress shows.
    private var unseen: Instant?
    private var underWay: Instant?

    /// Records an input at `instant`.
    mutating func came(at instant: Instant) { (newest, unseen) = (instant, instant) }

    /// The frame that shows the input was submitted.
    mutating func handedOver() { (underWay, unseen) = (unseen, nil) }

    /// The input has not changed the picture.
    mutating func changedNothing() { unseen = nil }

    /// That frame has been on the screen since `instant`.
    mutating func presented(at instant: Instant) {
        if let touch = underWay { histogram.add(instant - touch) }
        underWay = nil
    }
}
