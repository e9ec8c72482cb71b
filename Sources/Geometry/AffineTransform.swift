// The six numbers that turn one plane into another: how a panel lies on its screen, how a figure lies on a page.

import Glibc

/// x′ = a·x + b·y + c, y′ = d·x + e·y + f. The order of the numbers is LIBINPUT_CALIBRATION_MATRIX's.
public struct AffineTransform: Hashable, Sendable {
    public var a, b, c, d, e, f: Double

    /// The transform of the six numbers, in the order of LIBINPUT_CALIBRATION_MATRIX.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// Scales by `scale` and turns by `rotation` (radians, clockwise where y points down), both about the origin, which then
    /// lies at `origin`.
    public init(rotation: Double, scale: Double, origin: Point) {
        let (cosine, sine) = (scale * cos(rotation), scale * sin(rotation))
        self.init(cosine, -sine, origin.x, sine, cosine, origin.y)
    }

    /// Every point stays where it is.
    public static let identity = AffineTransform(1, 0, 0, 0, 1, 0)

    /// Where `point` goes.
    public func apply(to point: Point) -> Point {
        Point(a * point.x + b * point.y + c, d * point.x + e * point.y + f)
    }

    /// The transform that undoes this one; nil when it flattens the plane.
    public var inverse: AffineTransform? {
        let determinant = a * e - b * d
        guard determinant != 0, determinant.isFinite else { return nil }
        return AffineTransform(
            e / determinant, -b / determinant, (b * f - c * e) / determinant,
            -d / determinant, a / determinant, (c * d - a * f) / determinant)
    }

    /// First `self`, then `next`.
    public func then(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            next.a * a + next.b * d, next.a * b + next.b * e, next.a * c + next.b * f + next.c,
            next.d * a + next.e * d, next.d * b + next.e * e, next.d * c + next.e * f + next.f)
    }
}
