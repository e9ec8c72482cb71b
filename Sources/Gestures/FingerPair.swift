// Two fingers as a unit: their distance and the angle of the line between them.

#if canImport(Glibc)
    import Glibc
#endif
import Geometry

/// The positions of two fingers, in panel space (mm).
struct FingerPair {
    /// The vector from the finger that came first to the other finger.
    private let span: Vector

    init(_ first: Point, _ second: Point) { span = second - first }

    /// The distance between the fingers, in mm, and at least `Slop.nearest`. Below that, the distance is noise.
    var distance: Double { max(span.length, Slop.nearest) }

    /// The angle in radians by which the fingers turned on the shortest way from here to `next`, clockwise on the glass.
    /// Zero when the fingers of either pair are too close to each other to have an angle.
    func turn(to next: FingerPair) -> Double {
        guard min(span.length, next.span.length) >= Slop.nearest else { return 0 }
        let cross = span.x * next.span.y - span.y * next.span.x
        let dot = span.x * next.span.x + span.y * next.span.y
        return atan2(cross, dot)
    }
}

extension Touch {
    /// The position of the finger before the changes of this moment. Recognizers are told of touch-downs before they are
    /// told of movements. For a touch that starts at this moment, this is its current position.
    var locationBeforeThisMoment: Point { phase == .moved && startTime < time ? previousLocation : location }
}
