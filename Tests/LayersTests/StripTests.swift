// A picture in strips is the same picture: wherever the strips lie, however they are scaled, and when some are missing.

import Geometry
import Layers
import Testing

extension Strips {
    /// `bitmap` in strips of `stripHeight` rows, those that `isThere` says.
    fileprivate init(_ bitmap: Bitmap, stripHeight: Int, isThere: (Int) -> Bool = { _ in true }) {
        self.init(size: bitmap.size, isOpaque: bitmap.isOpaque, stripHeight: stripHeight)
        for index in 0..<count where isThere(index) {
            let rows = bitmapRows(of: index)
            let strip = Bitmap(size: PixelSize(size.width, rows.count), isOpaque: isOpaque)
            strip.pixels.update(from: bitmap.pixels + rows.lowerBound * size.width, count: rows.count * size.width)
            set(index, strip)
        }
    }
}

@Suite struct StripTests {
    private let size = PixelSize(30, 40)

    @Test(arguments: 0..<300) func `strips are drawn as the bitmap that they were cut from`(seed: Int) {
        var scene = RandomScene(seed: seed, size: size, scales: seed % 2 == 1)
        let root = scene.root()
        let compositor = Compositor(size: size, background: scene.color())
        let whole = compositor.picture(of: root)
        for layer in RandomScene.layers(below: root) {
            if let bitmap = layer.contents { layer.strips = Strips(bitmap, stripHeight: scene.numbers.int(1...9)) }
        }
        #expect(compositor.picture(of: root).memory == whole.memory)
    }

    @Test(arguments: 0..<100) func `strips that are not seen can be missing`(seed: Int) {
        var numbers = SeededNumbers(seed: seed)
        var scene = RandomScene(seed: seed, size: size)
        let compositor = Compositor(size: size)
        let layer = Layer()
        let bitmap = scene.bitmap(near: Size(20, 400))
        layer.frame = Rect(
            Double(numbers.int(-80...80)) / 16, -Double(numbers.int(0...5000)) / 16, 20, Double(bitmap.size.height))
        layer.scale = seed % 3 == 0 ? Double(numbers.int(5...40)) / 16 : 1
        let root = Layer(of: [layer])
        layer.contents = bitmap
        let whole = compositor.picture(of: root)
        let frame = layer.presentation.frame
        let seen = layer.presentation.fromSuperlayer(Rect(origin: .zero, size: size.size))
        let height = numbers.int(3...20)
        let rows = Int(seen.minY.rounded(.down)) - 1..<Int(seen.maxY.rounded(.up)) + 1
        layer.strips = Strips(bitmap, stripHeight: height) { index in
            (index * height..<(index + 1) * height).overlaps(rows)
        }
        #expect(layer.strips!.bitmaps.contains { $0 == nil } || frame.height < 60)
        #expect(compositor.picture(of: root).memory == whole.memory)
    }

    @Test func `a strip that comes where nothing was is damage, and so is one that goes`() {
        let compositor = Compositor(size: size)
        let layer = Layer(Rect(0, 0, 30, 40))
        let bitmap = Bitmap(size: PixelSize(30, 40), isOpaque: true, filledWith: .white)
        layer.strips = Strips(bitmap, stripHeight: 10) { $0 != 2 }
        let root = Layer(of: [layer])
        let before = compositor.plan(root)
        layer.strips = Strips(bitmap, stripHeight: 10) { $0 != 1 }
        var damage = Region(PixelRect(0, 0, 30, 40))
        damage = compositor.plan(root).damage(since: before)
        #expect(damage.bounds.y <= 10 && damage.bounds.maxY >= 30)
    }
}
