// A picture in strips is the same picture: wherever the strips lie, however they are scaled, and when some are missing.

import Geometry
import Layers
import TestRandomness
import Testing

extension Strips {
    /// `bitmap` in strips of `stripHeight` rows, in pieces of `pieceWidth` columns, as far as `isThere` says so.
    fileprivate init(
        _ bitmap: Bitmap, stripHeight: Int, pieceWidth: Int? = nil, isThere: (Int) -> Bool = { _ in true }
    ) {
        self.init(size: bitmap.size, isOpaque: bitmap.isOpaque, stripHeight: stripHeight, pieceWidth: pieceWidth)
        for index in 0..<count where isThere(index) {
            let area = bitmapArea(of: index)
            let piece = Bitmap(size: PixelSize(area.width, area.height), isOpaque: isOpaque)
            for row in 0..<area.height {
                let source = bitmap.pixels + (area.y + row) * size.width + area.x
                (piece.pixels + row * area.width).update(from: source, count: area.width)
            }
            set(index, piece)
        }
    }
}

@Suite struct StripTests {
    private let size = PixelSize(30, 40)

    @Test(arguments: 0..<300, [false, true]) func `pieces are drawn as the bitmap that they were cut from`(
        seed: Int, cutsColumns: Bool
    ) {
        var scene = RandomScene(seed: seed, size: size, scales: seed % 2 == 1)
        let root = scene.root()
        let compositor = Compositor(size: size, background: scene.color())
        let whole = compositor.picture(of: root)
        for layer in RandomScene.layers(below: root) {
            guard let bitmap = layer.contents else { continue }
            layer.strips = Strips(
                bitmap, stripHeight: scene.numbers.int(1...9), pieceWidth: cutsColumns ? scene.numbers.int(1...9) : nil)
        }
        #expect(compositor.picture(of: root).memory == whole.memory)
    }

    @Test(arguments: 0..<100) func `strips that are not seen can be missing`(seed: Int) {
        var numbers = SplitMix(UInt64(truncatingIfNeeded: seed))
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

    @Test(arguments: 0..<100) func `columns that are not seen can be missing`(seed: Int) {
        var numbers = SplitMix(UInt64(truncatingIfNeeded: seed))
        var scene = RandomScene(seed: seed, size: size)
        let compositor = Compositor(size: size)
        let layer = Layer()
        let bitmap = scene.bitmap(near: Size(400, 20))
        layer.frame = Rect(
            -Double(numbers.int(0...5000)) / 16, Double(numbers.int(-80...80)) / 16, Double(bitmap.size.width), 20)
        layer.scale = seed % 3 == 0 ? Double(numbers.int(5...40)) / 16 : 1
        let root = Layer(of: [layer])
        layer.contents = bitmap
        let whole = compositor.picture(of: root)
        let seen = layer.presentation.fromSuperlayer(Rect(origin: .zero, size: size.size))
        let width = numbers.int(3...20)
        let columns = Int(seen.minX.rounded(.down)) - 1..<Int(seen.maxX.rounded(.up)) + 1
        let count = (bitmap.size.width + width - 1) / width
        layer.strips = Strips(bitmap, stripHeight: 7, pieceWidth: width) { index in
            (index % count * width..<(index % count + 1) * width).overlaps(columns)
        }
        #expect(layer.strips!.bitmaps.contains { $0 == nil })
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
