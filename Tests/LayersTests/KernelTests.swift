// The kernels against the plain drawing of the same plan: not one bit may differ.

import Geometry
@testable import Layers
import TestRandomness
import Testing

@Suite struct KernelTests {
    private let size = PixelSize(150, 40)

    /// Draws `frame` in `region` both ways. The kernels' rows begin `shift` pixels after a cache line.
    private func expectSame(
        _ frame: Frame, _ region: Region, _ tuning: Tuning, shift: Int, _ comment: Comment
    ) {
        let plain = Picture(frame.size, padding: 1)
        Compositor.drawPlainly(frame, into: plain.surface, region: region)
        let drawn = Picture(frame.size, padding: 1, shift: shift)
        let compositor = Compositor(size: frame.size, background: .black, tuning: tuning)
        compositor.draw(frame, into: drawn.surface, region: region)
        #expect(drawn.colors == plain.colors, comment)
    }

    @Test(arguments: Tuning.samples, 0..<120)
    func `a random tree`(tuning: Tuning, seed: Int) {
        var scene = RandomScene(seed: seed, size: size, scales: seed % 2 == 1)
        let frame = Compositor(size: size, background: scene.color(), threads: 1).plan(scene.root())
        expectSame(frame, Region(size.bounds), tuning, shift: seed % 16, "seed \(seed)")
        var region = Region()
        for _ in 0..<scene.numbers.int(1...3) {
            region.insert(
                PixelRect(
                    scene.numbers.int(-5...140), scene.numbers.int(-5...35), scene.numbers.int(1...90),
                    scene.numbers.int(1...30)))
        }
        expectSame(frame, region, tuning, shift: (seed * 7) % 16, "a part, seed \(seed)")
    }

    @Test(arguments: 0..<200)
    func `no value of a tuning changes a pixel`(seed: Int) {
        var scene = RandomScene(seed: seed, size: size, scales: seed % 2 == 0)
        let frame = Compositor(size: size, background: scene.color(), threads: 1).plan(scene.root())
        let tuning = Tuning.random(&scene.numbers)
        expectSame(frame, Region(size.bounds), tuning, shift: seed % 16, "\(tuning)")
    }

    @Test(arguments: Tuning.samples)
    func `every weight, dim and alpha, in every loop that has its own`(tuning: Tuning) {
        let ramp = Bitmap(size: PixelSize(256, 2), isOpaque: true)
        let (other, glass) = (Bitmap(size: ramp.size, isOpaque: true), Bitmap(size: ramp.size, isOpaque: false))
        for index in 0..<512 {
            let level = UInt32(index & 255)
            ramp.pixels[index] = 0xFF00_0000 | level << 16 | (255 - level) << 8 | (level ^ 0x55)
            other.pixels[index] = 0xFF00_0000 | (level &* 77 & 255) << 16 | (level &* 31 & 255) << 8 | 0xC3
            glass.pixels[index] =
                Color(UInt32(0xFF_8000) | level).withAlpha(Double(index ^ 0x5A & 255) / 255).premultiplied
        }
        let (back, front) = (Layer(Rect(0, 0, 256, 2), contents: ramp), Layer(Rect(0, 0, 256, 2)))
        let root = Layer(of: [back, front])
        let compositor = Compositor(size: ramp.size, background: .black, threads: 1)
        for step in 0...256 {
            front.contents = step % 3 == 0 ? glass : other
            front.opacity = Double(step) / 256
            back.dim = step % 2 == 0 ? 0 : Double(256 - step) / 256
            front.dim = step % 5 == 0 ? Double(step) / 512 : 0
            back.position.x = step % 7 == 0 ? -Double(step) / 256 : 0
            back.edgeShadow = EdgeShadow(edges: .right, width: 40, opacity: Double(step) / 256)
            back.bounds.size.width = step % 4 == 0 ? 200 : 256
            expectSame(compositor.plan(root), Region(ramp.size.bounds), tuning, shift: step % 16, "step \(step)")
        }
    }

    @Test(arguments: Tuning.samples)
    func `positions between pixels and scales, along whole lines`(tuning: Tuning) {
        var numbers = SplitMix(UInt64(truncatingIfNeeded: 5))
        let size = PixelSize(400, 12)
        let compositor = Compositor(size: size, background: Color(0x112233), threads: 1)
        for _ in 0..<60 {
            let bitmap = Bitmap(
                size: PixelSize(numbers.int(1...420), numbers.int(1...16)), isOpaque: numbers.chance(2))
            for index in 0..<bitmap.size.width * bitmap.size.height {
                let alpha = bitmap.isOpaque ? 1 : numbers.double(0...1)
                bitmap.pixels[index] = Color(UInt32(numbers.int(0...0xFF_FFFF))).withAlpha(alpha).premultiplied
            }
            let layer = Layer(
                Rect(numbers.double(-50...50), numbers.double(-4...4), Double(bitmap.size.width), 16), contents: bitmap)
            if numbers.chance(2) { layer.scale = numbers.double(0.2...4) }
            layer.dim = numbers.chance(2) ? 0.3 : 0
            expectSame(
                compositor.plan(Layer(of: [layer])), Region(size.bounds), tuning, shift: numbers.int(0...15),
                "\(layer.frame) × \(layer.scale)")
        }
    }

    @Test func `several threads draw the same as one, picture after picture`() {
        let size = PixelSize(700, 500)
        var scene = RandomScene(seed: 3, size: size)
        let root = scene.root()
        let (one, many) = (Compositor(size: size, threads: 1), Compositor(size: size, threads: 4))
        let (first, second) = (Picture(size), Picture(size))
        for _ in 0..<20 {
            scene.change(root)
            one.draw(one.plan(root), into: first.surface, region: Region(size.bounds))
            many.draw(many.plan(root), into: second.surface, region: Region(size.bounds))
            #expect(first.memory == second.memory)
        }
    }

    @Test func `groups can be open in groups to any depth`() {
        var layer = Layer(Rect(0, 0, 20, 1), .white)
        for depth in 0..<80 {
            let outer = Layer(of: [Layer(Rect(Double(depth % 20), 0, 1, 1), Color(0x808080)), layer])
            outer.opacity = 0.99
            layer = outer
        }
        let size = PixelSize(20, 1)
        let frame = Compositor(size: size).plan(Layer(of: [layer]))
        for tuning in Tuning.samples { expectSame(frame, Region(size.bounds), tuning, shift: 0, "\(tuning)") }
    }
}
