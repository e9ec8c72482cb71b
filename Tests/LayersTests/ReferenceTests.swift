// The compositor against the slow reference, on random trees.

import Geometry
import Layers
import Testing

@Suite struct ReferenceTests {
    /// The results differ because each step rounds to a whole level, at most 1/2 off. A weight is a whole number of 1/256: at
    /// most 1/2 more for an edge. Two axes are two roundings, a shadow's pattern is up to 1 off, a dim inside a dim 1/2.
    /// Something translucent passes on the error of what lies under it, times what it lets through. So a single item is
    /// within 1. The worst error seen in many towers of fading groups was 2.43; the median of the scenes' worst errors is
    /// 0.94.
    @Test(arguments: 0..<100)
    func `a random tree is drawn as the reference draws it`(seed: Int) {
        #expect(worst(of: RandomScene(seed: seed, size: PixelSize(24, 14))) <= 2.5)
    }

    /// A position inside a scaled bitmap is rounded to 1/256, so up to half a level more along each axis.
    @Test(arguments: 0..<100)
    func `a tree with scaled layers is drawn as the reference draws it`(seed: Int) {
        #expect(worst(of: RandomScene(seed: seed, size: PixelSize(24, 14), scales: true)) <= 3.5)
    }

    /// The largest difference in a channel, in levels.
    private func worst(of randomScene: RandomScene) -> Double {
        var scene = randomScene
        let size = scene.size
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
        return worst
    }
}
