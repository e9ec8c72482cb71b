// The compositor against the slow reference, on trees made by chance.

import Geometry
import Layers
import Testing

@Suite struct ReferenceTests {
    /// Each step rounds to a whole level: at most 1/2 off. Weights are whole 1/256: at most 1/2 more for each translucent
    /// edge. Two axes are two roundings, a shadow is spread over up to a level. What lies under a translucent item has its
    /// error times what is let through. So an item alone is within 1, and towers of fading groups within 2.
    @Test(arguments: 0..<300)
    func `a random tree is drawn as the reference draws it`(seed: Int) {
        let size = PixelSize(24, 14)
        var scene = RandomScene(seed: seed, size: size)
        let root = scene.root()
        let background = scene.color()
        let picture = Compositor(size: size, background: background).picture(of: root)
        let reference = Reference(root: root, background: background)
        var worst = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = picture[x, y]
                let parts = [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255].map(Double.init)
                for (drawn, wanted) in zip(parts, reference.pixel(x, y)) { worst = max(worst, abs(drawn - wanted)) }
            }
        }
        #expect(worst <= 2)
    }
}
