// Rectangles in 1/256 pixel, the grid that the compositor works on.

import Geometry

/// A rectangle whose sides lie on a grid of 1/256 pixel. All further calculation is integer arithmetic, so one layer tree
/// gives the same picture on every processor.
struct SubpixelRect: Equatable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    /// One whole pixel, in the space of that pixel.
    static let pixel = SubpixelRect(left: 0, top: 0, right: 256, bottom: 256)

    var isEmpty: Bool { left >= right || top >= bottom }
    /// The area in 1/65536 of a pixel.
    var area: Int { isEmpty ? 0 : (right - left) * (bottom - top) }

    /// The smallest rectangle of whole pixels that covers this one.
    var cover: PixelRect {
        if isEmpty { return PixelRect(0, 0, 0, 0) }
        let (x, y) = (left >> 8, top >> 8)
        return PixelRect(x, y, ((right + 255) >> 8) - x, ((bottom + 255) >> 8) - y)
    }

    func intersection(_ other: SubpixelRect) -> SubpixelRect {
        SubpixelRect(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }

    /// The part inside the pixel (`x`, `y`), in the space of that pixel: 0 to 256 in each direction.
    func part(inPixel x: Int, _ y: Int) -> SubpixelRect {
        SubpixelRect(
            left: max(0, left - (x << 8)), top: max(0, top - (y << 8)), right: min(256, right - (x << 8)),
            bottom: min(256, bottom - (y << 8)))
    }
}

extension SubpixelRect {
    /// The nearest position on the grid. Halves go to the right on both sides of 0, so a rectangle has the same size
    /// wherever it lies. Positions are clamped to 2⁴⁰ pixels in both directions, since nothing is visible that far out.
    static func snap(_ position: Double) -> Int {
        let limit = 0x1p40
        return Int(((position > -limit ? min(position, limit) : -limit) * 256 + 0.5).rounded(.down))
    }

    /// A rectangle with every side of `rect` snapped. Nil when a side is not a number.
    init?(snapping rect: Rect) {
        let sides = (rect.minX, rect.minY, rect.maxX, rect.maxY)
        if sides.0.isNaN || sides.1.isNaN || sides.2.isNaN || sides.3.isNaN { return nil }
        self.init(
            left: SubpixelRect.snap(sides.0), top: SubpixelRect.snap(sides.1), right: SubpixelRect.snap(sides.2),
            bottom: SubpixelRect.snap(sides.3))
    }
}
