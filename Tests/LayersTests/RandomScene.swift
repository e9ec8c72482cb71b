// Random layer trees, and random changes to them, for tests of the compositor.

import Geometry
import Layers
import TestRandomness

/// Makes layers that overlap, stick out, nest, fade and round their corners. All positions are multiples of 1/16 pixel and
/// all alphas of 1/256, so that what is measured is the compositor's rounding and not that of its input.
struct RandomScene {
    var numbers: SplitMix
    let size: PixelSize
    /// Whether layers are scaled too. Then all positions are whole pixels and a tree has two scaled levels at most, with
    /// factors that leave every side on a multiple of 1/16 pixel.
    let scales: Bool

    init(seed: Int, size: PixelSize, scales: Bool = false) {
        numbers = SplitMix(UInt64(truncatingIfNeeded: seed))
        self.size = size
        self.scales = scales
    }

    /// A whole tree.
    mutating func root() -> Layer {
        let root = Layer()
        root.bounds = Rect(origin: .zero, size: size.size)
        for _ in 0..<numbers.int(1...5) { root.addSublayer(layer(depth: 2)) }
        return root
    }

    /// A layer with others in it, at most `depth` deep.
    mutating func layer(depth: Int) -> Layer {
        let layer = Layer()
        layer.bounds.size = extent()
        layer.position = position()
        if scales { scale(layer, depth: depth) }
        if numbers.chance(4) { layer.bounds.origin = position() }
        if numbers.chance(2) { layer.backgroundColor = color() }
        if numbers.chance(2) { layer.contents = bitmap(near: layer.bounds.size) }
        if numbers.chance(4) { layer.opacity = Double(numbers.int(0...256)) / 256 }
        if numbers.chance(4) { layer.dim = Double(numbers.int(0...256)) / 256 }
        if numbers.chance(4) { layer.masksToBounds = true }
        if numbers.chance(5) {
            layer.cornerRadius = Double(numbers.int(1...96)) / 16
            layer.roundedCorners = Corners(rawValue: UInt8(numbers.int(0...15)))
        }
        if numbers.chance(6) {
            layer.edgeShadow = EdgeShadow(
                edges: Edges(rawValue: UInt8(numbers.int(1...3))), width: Double(numbers.int(1...128)) / 16,
                opacity: Double(numbers.int(0...256)) / 256)
        }
        if numbers.chance(16) { layer.isHidden = true }
        if depth > 0 {
            for _ in 0..<numbers.int(0...2) { layer.addSublayer(self.layer(depth: depth - 1)) }
        }
        return layer
    }

    private mutating func scale(_ layer: Layer, depth: Int) {
        func ends(_ count: Int) -> Double { Double(numbers.int(0...count)) / Double(count) }
        if depth == 2, numbers.chance(2) {
            layer.scale = Double(numbers.int(2...20)) / 8
            layer.scaleAnchor = Point(ends(2), ends(2))
        } else if depth == 1, numbers.chance(3) {
            layer.scale = numbers.chance(2) ? 0.5 : 2
            layer.scaleAnchor = Point(ends(1), ends(1))
        }
    }

    mutating func position() -> Point {
        switch numbers.int(0...3) {
        case 0: Point(sixteenths(-8...size.width), sixteenths(-8...size.height))
        case 1: Point(sixteenths(-8...size.width), Double(numbers.int(-8...size.height)))
        default: Point(Double(numbers.int(-8...size.width)), Double(numbers.int(-8...size.height)))
        }
    }

    mutating func extent() -> Size {
        if numbers.chance(3) { return Size(sixteenths(0...size.width), sixteenths(0...size.height)) }
        return Size(Double(numbers.int(1...size.width)), Double(numbers.int(1...size.height)))
    }

    private mutating func sixteenths(_ range: ClosedRange<Int>) -> Double {
        if scales { return Double(numbers.int(range)) }
        return Double(numbers.int(range.lowerBound * 16...range.upperBound * 16)) / 16
    }

    mutating func color() -> Color {
        let rgb = UInt32(numbers.int(0...0xFF_FFFF))
        let color = Color(rgb)
        return numbers.chance(2) ? color : color.withAlpha(numbers.double(0...1))
    }

    mutating func bitmap(near size: Size) -> Bitmap {
        let isOpaque = numbers.chance(2)
        let (width, height) = (Int(size.width) + numbers.int(-2...2), Int(size.height) + numbers.int(-2...2))
        let bitmap = Bitmap(size: PixelSize(max(1, width), max(1, height)), isOpaque: isOpaque)
        for index in 0..<bitmap.size.width * bitmap.size.height {
            let alpha = isOpaque || numbers.chance(3) ? 255 : numbers.chance(3) ? 0 : numbers.int(0...255)
            let rgb = UInt32(numbers.int(0...0xFF_FFFF))
            bitmap.pixels[index] = Color(rgb).withAlpha(Double(alpha) / 255).premultiplied
        }
        return bitmap
    }

    /// Changes something in the tree, as a program would between two frames.
    mutating func change(_ root: Layer) {
        let all = RandomScene.layers(below: root)
        guard let layer = all.randomElement(using: &numbers), !numbers.chance(8) else {
            root.addSublayer(self.layer(depth: 1))
            return
        }
        switch numbers.int(0...(scales ? 13 : 12)) {
        case 0, 1: layer.position = position()
        case 2: layer.bounds.size = extent()
        case 3: layer.bounds.origin = position()
        case 4: layer.opacity = Double(numbers.int(0...256)) / 256
        case 5: layer.dim = Double(numbers.int(0...256)) / 256
        case 6: layer.contents = numbers.chance(3) ? nil : bitmap(near: layer.bounds.size)
        case 7: layer.backgroundColor = numbers.chance(3) ? nil : color()
        case 8: layer.isHidden.toggle()
        case 9: layer.masksToBounds.toggle()
        case 10: layer.cornerRadius = Double(numbers.int(0...96)) / 16
        case 11: layer.superlayer?.insertSublayer(layer, at: 0)
        case 13: layer.scale = Double(numbers.int(2...20)) / 8
        default: numbers.chance(2) ? layer.removeFromSuperlayer() : layer.superlayer?.addSublayer(layer)
        }
    }

    static func layers(below root: Layer) -> [Layer] { root.sublayers.flatMap { [$0] + layers(below: $0) } }
}
