// The path of a finger near an edge of the panel, as the calibration of the edge needs it.

import Geometry

/// A stroke that begins near an edge: where the panel first saw it, and how it continued.
struct EdgeStroke: Hashable {
    /// The distance of the first contact from the edge of the picture, in mm. Negative beyond the edge.
    let distance: Double
    /// The inward speed of the first movement, in mm/s.
    let speed: Double
    /// The time between two scans of the panel, in seconds.
    let scanPeriod: Double
    /// The greatest inward distance from the first contact, in mm.
    let reach: Double

    /// The distance of the finger from the edge two scans before the first contact, in mm, if its speed was constant.
    /// Two scans, because many panels wait for a second scan before they report a contact. The value is negative for a
    /// finger that came from beyond the glass.
    var origin: Double { distance - max(0, speed) * 2 * scanPeriod }

    /// The least inward distance of a swipe, in mm. `Slop.swipeDistance` is the same.
    static let leastReach = 10.0
}

extension EdgeStroke {
    /// The stroke that `samples` of one contact make at `edge`, a single edge of a panel of `size` (mm). Nil when the
    /// contact did not move.
    init?(_ samples: [Sample], from edge: Edges, of size: Size, scanPeriod: Double) {
        guard let first = samples.first else { return nil }
        let start = EdgeStroke.distance(of: first.position, to: edge, of: size)
        // The first movement counts however soon it came, as in the recognizer.
        guard let next = samples.first(where: { $0.position != first.position && $0.time > first.time }) else {
            return nil
        }
        let inwards = EdgeStroke.distance(of: next.position, to: edge, of: size) - start
        distance = start
        speed = inwards / max((next.time - first.time).seconds, scanPeriod)
        self.scanPeriod = scanPeriod
        reach = samples.map { EdgeStroke.distance(of: $0.position, to: edge, of: size) - start }.max() ?? 0
    }

    /// The position of a contact at one moment.
    struct Sample: Hashable {
        let time: Instant
        /// The position in mm on the picture.
        let position: Point
    }

    /// The distance of `point` from `edge` of a panel of `size`, in mm. Positive inside.
    static func distance(of point: Point, to edge: Edges, of size: Size) -> Double {
        switch edge {
        case .left: point.x
        case .right: size.width - point.x
        case .top: point.y
        default: size.height - point.y
        }
    }
}
