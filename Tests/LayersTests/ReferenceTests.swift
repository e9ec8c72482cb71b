// The compositor against the slow reference, on trees made by chance.

import Geometry
import Layers
import Testing

@Suite struct ReferenceTests {
    /// Why they differ at all: each step rounds to a whole level, at most 1/2 off. A weight is a whole number of 1/256: at
    /// most 1/2 more for an edge. Two axes are two roundings, a shadow's pattern is up to 1 off, a dim inside a dim 1/2.
    /// What lies under something translucent passes its error on, times what is let through. So a single item is within
    /// 1, and the worst of many towers of fading groups was seen at 2.43; the median of the scenes' worst is 0.94.
    @Test(arguments: 0..<100)
    func `a random tree is drawn as the reference draws it`(seed: Int) {
        #expect(worst(of: RandomScene(seed: seed, size: PixelSize(24, 14))) <= 2.5)
    }

    /// A position inside a scaled bitmap is rounded to 1/256, so up to half a level more along each axis.
    @Test(arguments: 0..<100)
    func `so is one with scaled layers`(seed: Int) {
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
