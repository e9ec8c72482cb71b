// Affine transforms of the plane: how a panel lies on its screen, and how a figure lies on a page.

import Glibc

/// x′ = a·x + b·y + c, y′ = d·x + e·y + f. The coefficients are in the order of LIBINPUT_CALIBRATION_MATRIX.
public struct AffineTransform: Hashable, Sendable {
    public var a, b, c, d, e, f: Double

    /// A transform from its six coefficients, in the order of LIBINPUT_CALIBRATION_MATRIX.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// A transform that scales by `scale` and rotates by `rotation` about the origin, then moves the origin to `origin`.
    /// The rotation is in radians, clockwise where y points down.
    public init(rotation: Double, scale: Double, origin: Point) {
        let (cosine, sine) = (scale * cos(rotation), scale * sin(rotation))
        self.init(cosine, -sine, origin.x, sine, cosine, origin.y)
    }

    /// The transform that leaves every point where it is.
    public static let identity = AffineTransform(1, 0, 0, 0, 1, 0)

    /// Returns the point that `point` maps to.
    public func apply(to point: Point) -> Point {
        Point(a * point.x + b * point.y + c, d * point.x + e * point.y + f)
    }

    /// The transform that undoes this one. Nil when this transform flattens the plane or its determinant is not finite.
    public var inverse: AffineTransform? {
        let determinant = a * e - b * d
        guard determinant != 0, determinant.isFinite else { return nil }
        return AffineTransform(
            e / determinant, -b / determinant, (b * f - c * e) / determinant,
            -d / determinant, a / determinant, (c * d - a * f) / determinant)
    }

    /// Returns the transform that applies `self` first and `next` second.
    public func then(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            next.a * a + next.b * d, next.a * b + next.b * e, next.a * c + next.b * f + next.c,
            next.d * a + next.e * d, next.d * b + next.e * e, next.d * c + next.e * f + next.f)
    }
}
