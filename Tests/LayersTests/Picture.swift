// A surface in ordinary memory for tests: with padding between the rows, and guards that tell what was written.

import Geometry
import Layers
import TestRandomness

/// Pixels to draw on. Everything starts as `untouched`, the padding behind each row too.
final class Picture {
    static let untouched: UInt32 = 0xA5A5_A5A5

    let size: PixelSize
    let padding: Int
    private let memoryStart: UnsafeMutableRawPointer
    private let pixels: UnsafeMutablePointer<UInt32>
    private var count: Int { (size.width + padding) * size.height }

    /// `padding` is in pixels, and so is `shift`: how far behind the start of a cache line the first row begins.
    init(_ size: PixelSize, padding: Int = 3, shift: Int = 0) {
        self.size = size
        self.padding = padding
        memoryStart = .allocate(byteCount: ((size.width + padding) * size.height + shift) * 4, alignment: 64)
        let first = memoryStart + 4 * shift
        pixels = first.initializeMemory(
            as: UInt32.self, repeating: Picture.untouched, count: (size.width + padding) * size.height)
    }

    deinit { memoryStart.deallocate() }

    var surface: PixelSurface {
        PixelSurface(base: pixels, size: size, pitch: (size.width + padding) * 4, format: .xrgb8888)
    }

    /// Columns from the width on are the padding.
    subscript(x: Int, y: Int) -> UInt32 {
        get { pixels[y * (size.width + padding) + x] }
        set { pixels[y * (size.width + padding) + x] = newValue }
    }

    /// Everything, padding included.
    var memory: [UInt32] { Array(UnsafeBufferPointer(start: pixels, count: count)) }

    /// Red, green and blue of everything, padding included.
    var colors: [UInt32] { memory.map { $0 & 0xFF_FFFF } }

    /// The hash of the visible pixels.
    var hash: FrameHash { FrameHash(of: surface) }

    /// Red, green and blue of each pixel as six digits, a line for each row.
    var hex: String { text { String($0 & 0xFF_FFFF | 0x100_0000, radix: 16).dropFirst().uppercased() } }

    /// The green of each pixel as two digits, a line for each row: for pictures in grey.
    var grey: String { text { String($0 >> 8 & 0xFF | 0x100, radix: 16).dropFirst().uppercased() } }

    private func text(_ pixel: (UInt32) -> String) -> String {
        (0..<size.height)
            .map { y in (0..<size.width).map { pixel(self[$0, y]) }.joined(separator: " ") }
            .joined(separator: "\n")
    }
}

extension Compositor {
    /// The whole picture of `root`.
    func picture(of root: Layer) -> Picture {
        let picture = Picture(size)
        draw(plan(root), into: picture.surface, region: Region(size.bounds))
        return picture
    }
}

extension Layer {
    /// A layer at `frame` that shows something.
    convenience init(_ frame: Rect, _ color: Color? = nil, contents: Bitmap? = nil) {
        self.init()
        self.frame = frame
        backgroundColor = color
        self.contents = contents
    }

    /// A layer that holds `sublayers` and shows nothing itself.
    convenience init(of sublayers: [Layer]) {
        self.init()
        for layer in sublayers { addSublayer(layer) }
    }
}

extension Bitmap {
    /// A bitmap of rows of pixels, 0xAARRGGBB premultiplied.
    convenience init(rows: [[UInt32]], isOpaque: Bool = true) {
        self.init(size: PixelSize(rows[0].count, rows.count), isOpaque: isOpaque)
        for (y, row) in rows.enumerated() {
            for (x, pixel) in row.enumerated() { pixels[y * size.width + x] = pixel }
        }
    }

    /// A grey pixel of `level`.
    static func grey(_ level: UInt32) -> UInt32 { 0xFF00_0000 | level << 16 | level << 8 | level }
}

extension SplitMix {
    /// A number in `range`.
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    /// A number in `range`.
    mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}
