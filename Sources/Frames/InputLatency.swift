// How long it takes from a touch or a press to the picture that shows it.

import Geometry

/// Follows the newest input through the frame that shows it to the glass.
struct InputLatency {
    /// When something was touched or pressed last; nil before anything was.
    private(set) var newest: Instant?
    /// How long each took.
    private(set) var histogram = LatencyHistogram()
    /// The newest that no picture has shown yet, and the one that the frame under way shows.
    private var unseen: Instant?
    private var underWay: Instant?

    /// Something was touched or pressed at `instant`.
    mutating func came(at instant: Instant) { (newest, unseen) = (instant, instant) }

    /// The frame that shows it is on its way to the glass.
    mutating func handedOver() { (underWay, unseen) = (unseen, nil) }

    /// The picture is the same with it.
    mutating func changedNothing() { unseen = nil }

    /// That frame is on the glass since `instant`.
    mutating func presented(at instant: Instant) {
        if let touch = underWay { histogram.add(instant - touch) }
        underWay = nil
    }
}
