// Coordinates near an edge of the glass: the distance inside it and the place along it.

import Geometry

/// An edge of a panel, and conversions from its coordinates.
struct EdgeSpace {
    let edge: Edges
    let panel: Panel

    /// Whether the edge is vertical, so that fingers come in sideways.
    var isUpright: Bool { edge == .left || edge == .right }
    /// The unit vector that points inwards.
    var inwards: Vector {
        switch edge {
        case .left: Vector(1, 0)
        case .right: Vector(-1, 0)
        case .top: Vector(0, 1)
        default: Vector(0, -1)
        }
    }
    /// Pixels per mm along the inward direction.
    var density: Double { panel.density(isUpright ? .horizontal : .vertical) }

    /// The place `inside` mm from the edge, at the fraction `along` of the edge's length. In mm on the picture.
    func millimetres(inside: Double, along: Double) -> Point {
        let size = panel.millimetres
        switch edge {
        case .left: return Point(inside, along * size.height)
        case .right: return Point(size.width - inside, along * size.height)
        case .top: return Point(along * size.width, inside)
        default: return Point(along * size.width, size.height - inside)
        }
    }

    /// The same place in pixels.
    func pixels(inside: Double, along: Double) -> Point {
        panel.pixels(millimetres(inside: inside, along: along))
    }

    /// The rectangle that spans `inside` mm and the fractions `along` of the edge's length. In whole pixels, at least
    /// one.
    func rect(inside: ClosedRange<Double>, along: ClosedRange<Double>) -> Rect {
        let a = pixels(inside: inside.lowerBound, along: along.lowerBound)
        let b = pixels(inside: inside.upperBound, along: along.upperBound)
        let (left, right) = (min(a.x, b.x).rounded(), max(a.x, b.x).rounded())
        let (top, bottom) = (min(a.y, b.y).rounded(), max(a.y, b.y).rounded())
        return Rect(left, top, max(1, right - left), max(1, bottom - top))
    }
}
