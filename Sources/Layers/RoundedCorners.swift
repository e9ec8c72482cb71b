// The coverage of pixels by a rectangle with rounded corners.

import Geometry

/// A rectangle of which some corners are quarter circles.
struct RoundedCorners {
    let rect: SubpixelRect
    /// The radius in 1/256 px.
    let radius: Int
    let corners: Corners

    /// Whether one of the round corners reaches into the pixel (`x`, `y`).
    func reach(intoPixel x: Int, _ y: Int) -> Bool {
        guard radius > 0 else { return false }
        let isLeft = x << 8 < rect.left + radius
        let isRight = (x + 1) << 8 > rect.right - radius
        let isTop = y << 8 < rect.top + radius
        let isBottom = (y + 1) << 8 > rect.bottom - radius
        return isLeft && isTop && corners.contains(.topLeft) || isRight && isTop && corners.contains(.topRight)
            || isLeft && isBottom && corners.contains(.bottomLeft)
            || isRight && isBottom && corners.contains(.bottomRight)
    }

    /// The number of strips that a row of pixels is divided into. Along a strip the coverage is exact, so the number only
    /// affects slopes.
    private static let strips = 16

    /// Computes the coverage, in 1/256, of `count` pixels of row `y` from column `x`. The square root is that of IEEE 754,
    /// which gives the same result on every processor.
    func coverage(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
        let strips = RoundedCorners.strips
        let top = max(rect.top, y << 8)
        let height = max(0, min(rect.bottom, (y + 1) << 8) - top)
        for index in 0..<count { out[index] = 0 }
        for strip in 0..<strips {
            let middle = Double(top) + Double(height * (2 * strip + 1)) / Double(2 * strips)
            let (left, right) = sides(at: middle)
            for index in 0..<count {
                let start = (x + index) << 8
                out[index] += UInt32(max(0, min(right, start + 256) - max(left, start)))
            }
        }
        for index in 0..<count {
            out[index] = (out[index] * UInt32(height) + UInt32(strips * 128)) / UInt32(strips * 256)
        }
    }

    /// The left and right ends of the shape along the horizontal line at `y`, all in 1/256 px.
    private func sides(at y: Double) -> (left: Int, right: Int) {
        let below = Double(rect.top + radius) - y
        let above = y - Double(rect.bottom - radius)
        var (left, right) = (rect.left, rect.right)
        if below > 0 {
            let inset = self.inset(below)
            if corners.contains(.topLeft) { left += inset }
            if corners.contains(.topRight) { right -= inset }
        }
        if above > 0 {
            let inset = self.inset(above)
            if corners.contains(.bottomLeft) { left = max(left, rect.left + inset) }
            if corners.contains(.bottomRight) { right = min(right, rect.right - inset) }
        }
        return (left, right)
    }

    /// The distance from the rectangle's side to the circle, at `distance` from the line through the circle's centre.
    private func inset(_ distance: Double) -> Int {
        let r = Double(radius)
        return radius - Int(max(0, r * r - distance * distance).squareRoot().rounded())
    }
}
