// Drawing a part of a picture, and nothing but that part.

import Geometry
import Layers
import Testing

@Suite struct PartialDrawingTests {
    private let size = PixelSize(30, 20)

    @Test(arguments: 0..<60)
    func `a part is the same as in the whole, and nothing outside it is touched`(seed: Int) {
        var scene = RandomScene(seed: seed, size: size)
        let compositor = Compositor(size: size, background: scene.color())
        let frame = compositor.plan(scene.root())
        let whole = Picture(size, padding: 5)
        compositor.draw(frame, into: whole.surface, region: Region(size.bounds))
        var region = Region()
        for _ in 0..<scene.numbers.int(1...4) {
            // Some reach past the screen.
            region.insert(
                PixelRect(
                    scene.numbers.int(-5...30), scene.numbers.int(-5...20), scene.numbers.int(1...15),
                    scene.numbers.int(1...15)))
        }
        let part = Picture(size, padding: 5)
        compositor.draw(frame, into: part.surface, region: region)
        for y in 0..<size.height {
            for x in 0..<size.width + 5 {
                let isInside = region.rects.contains { $0.contains(PixelRect(x, y, 1, 1)) } && x < size.width
                if part[x, y] != (isInside ? whole[x, y] : Picture.untouched) {
                    Issue.record("(\(x), \(y)) of \(region)")
                    return
                }
            }
        }
    }

    @Test func `an empty region writes nothing`() {
        let compositor = Compositor(size: size)
        let picture = Picture(size)
        compositor.draw(compositor.plan(Layer()), into: picture.surface, region: Region())
        #expect(picture.memory.allSatisfy { $0 == Picture.untouched })
    }

    @Test func `a frame can be drawn when its layers have changed and its bitmaps are gone`() {
        let compositor = Compositor(size: PixelSize(2, 1))
        let layer = Layer(Rect(0, 0, 2, 1), contents: Bitmap(rows: [[0xFF10_1010, 0xFF20_2020]]))
        let frame = compositor.plan(layer)
        layer.contents = nil
        layer.backgroundColor = .white
        let picture = Picture(PixelSize(2, 1))
        compositor.draw(frame, into: picture.surface, region: Region(PixelRect(0, 0, 2, 1)))
        #expect(picture.grey == "10 20")
    }

    @Test func `a surface of another size is refused`() async {
        await #expect(processExitsWith: .failure) {
            let compositor = Compositor(size: PixelSize(4, 4))
            let picture = Picture(PixelSize(4, 5))
            compositor.draw(compositor.plan(Layer()), into: picture.surface, region: Region(PixelRect(0, 0, 1, 1)))
        }
    }
}
