// Two fingers as one thing: how far apart they are and how the one lies from the other.

#if canImport(Glibc)
    import Glibc
#endif
import Geometry

/// Where two fingers are, in panel space (mm).
struct FingerPair {
    /// From the finger that came first to the other one.
    private let span: Vector

    init(_ first: Point, _ second: Point) { span = second - first }

    /// How far apart the fingers are, in mm. At least `Slop.nearest`: nearer than that is noise.
    var distance: Double { max(span.length, Slop.nearest) }

    /// By how many radians the fingers turned on their shortest way from here to `next`, clockwise on the glass. Zero when
    /// they are too near to each other to have an angle.
    func turn(to next: FingerPair) -> Double {
        guard min(span.length, next.span.length) >= Slop.nearest else { return 0 }
        let cross = span.x * next.span.y - span.y * next.span.x
        let dot = span.x * next.span.x + span.y * next.span.y
        return atan2(cross, dot)
    }
}

extension Touch {
    /// Where the finger was before the changes of this moment: those that come down are told before those that move. One
    /// that counts only from this moment on was where it is.
    var locationBeforeThisMoment: Point { phase == .moved && startTime < time ? previousLocation : location }
}
