// The coordinate space of a layer, placed on the screen.

import Geometry

/// The own space of a layer on the screen: the point p of the space is at `origin` + `scale` · p.
struct Space {
    /// The position of the space's origin, in pixels of the screen.
    let origin: Point
    /// The number of pixels of the screen per pixel of the space, a multiple of 1/65536.
    let scale: Double

    /// The space of the screen itself.
    static let screen = Space(origin: .zero, scale: 1)

    /// Rounds `scale` to a multiple of 1/65536 and clamps it to 2⁻¹⁶…2¹⁶. A scale that is not a number becomes the smallest
    /// one. Like the grid of positions, this removes differences between the calculations of two machines.
    static func rounded(_ scale: Double) -> Double {
        (max(0x1p-16, min(scale, 0x1p16)) * 65536).rounded() / 65536
    }

    /// The space of a layer in this one, and the rectangle of the layer on the screen.
    ///
    /// The corner of a scaled layer is snapped to the grid of positions before its content is placed. Products of a scale
    /// and a whole number of pixels are exact, so layers that touch still touch when they are scaled.
    func space(of layer: Layer.Presentation) -> (space: Space, frame: Rect) {
        let frame = layer.frame
        let scale = layer.scale == 1 ? self.scale : Space.rounded(self.scale * layer.scale)
        var corner = Point(origin.x + self.scale * frame.minX, origin.y + self.scale * frame.minY)
        if layer.scale != 1 {
            corner = Point(
                (corner.x * 256 + 0.5).rounded(.down) / 256, (corner.y * 256 + 0.5).rounded(.down) / 256)
        }
        let origin = Point(corner.x - scale * layer.bounds.minX, corner.y - scale * layer.bounds.minY)
        let size = Size(scale * layer.bounds.width, scale * layer.bounds.height)
        return (Space(origin: origin, scale: scale), Rect(origin: corner, size: size))
    }
}
