// A finger's way near an edge of the panel, as far as calibrating the edge needs it.

import Geometry

/// A stroke that begins near an edge: where the panel saw it first, and how it went on.
struct EdgeStroke: Hashable {
    /// How far inside the glass the panel saw it first, in mm from the edge of the picture; negative beyond it.
    let distance: Double
    /// How fast its first movement led inwards, in mm/s.
    let speed: Double
    /// The time between two scans of the panel, in seconds.
    let scanPeriod: Double
    /// How far inwards it went from there at the most, in mm.
    let reach: Double

    /// Where the finger was two scans before it was seen, if it came as fast as it went on; panels that wait for a second
    /// scan before they report a contact are not rare. A finger from beyond the glass was beyond it.
    var origin: Double { distance - max(0, speed) * 2 * scanPeriod }

    /// The way that a stroke has to lead inwards, in mm, to be a swipe: the slop, and as much again.
    static let leastReach = 10.0
}

extension EdgeStroke {
    /// What `samples` of one contact on a panel of `size` (mm) are to `edge`, which is one edge; nil for fewer than two
    /// of them.
    init?(_ samples: [Sample], from edge: Edges, of size: Size, scanPeriod: Double) {
        guard let first = samples.first else { return nil }
        let start = EdgeStroke.distance(of: first.position, to: edge, of: size)
        // As the recognizer sees it: the first movement counts, however soon it came.
        guard let next = samples.first(where: { $0.position != first.position && $0.time > first.time }) else {
            return nil
        }
        let inwards = EdgeStroke.distance(of: next.position, to: edge, of: size) - start
        distance = start
        speed = inwards / max((next.time - first.time).seconds, scanPeriod)
        self.scanPeriod = scanPeriod
        reach = samples.map { EdgeStroke.distance(of: $0.position, to: edge, of: size) - start }.max() ?? 0
    }

    /// Where a contact was at a moment.
    struct Sample: Hashable {
        let time: Instant
        /// In mm on the picture.
        let position: Point
    }

    /// How far `point` lies inside `edge` of a panel of `size`, in mm.
    static func distance(of point: Point, to edge: Edges, of size: Size) -> Double {
        switch edge {
        case .left: point.x
        case .right: size.width - point.x
        case .top: point.y
        default: size.height - point.y
        }
    }
}
