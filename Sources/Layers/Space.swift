// Where the space of a layer lies on the screen.

import Geometry

/// The own space of a layer as it lies on the screen: a point p of it is at `origin` + `scale` · p.
struct Space {
    /// In pixels of the screen.
    let origin: Point
    /// Pixels of the screen for one of the space, a whole number of 1/65536.
    let scale: Double

    /// The screen itself.
    static let screen = Space(origin: .zero, scale: 1)

    /// The nearest scale on the grid of 1/65536, from 2⁻¹⁶ to 2¹⁶; what is no number is the smallest. Like the grid of
    /// positions it takes away what two machines may calculate differently.
    static func rounded(_ scale: Double) -> Double {
        (max(0x1p-16, min(scale, 0x1p16)) * 65536).rounded() / 65536
    }

    /// The space of a layer in this one, and where the layer lies on the screen.
    ///
    /// The corner of a scaled layer is put on the grid of positions, and only then what lies in it is placed: products of a
    /// scale and a whole number of pixels are exact, so layers that touch still touch when they are scaled.
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
