// Layers that are put into place again and again.

import Geometry
import Layers

extension Layer {
    /// Puts `layer` at `index` of the sublayers, unless it is a sublayer already.
    func addSublayerOnce(_ layer: Layer, at index: Int) {
        if layer.superlayer !== self { insertSublayer(layer, at: index) }
    }
}

extension Point {
    /// The way from the origin to the point.
    var vector: Vector { self - .zero }
}
