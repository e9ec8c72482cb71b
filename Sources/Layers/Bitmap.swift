// A picture in cached memory: what screens are drawn into once and composed from many times.

public import Geometry

/// Pixels in ordinary memory, 32 bits each, 0xAARRGGBB, colours premultiplied by alpha. Rows follow each other
/// without a gap. Drawn once, then read by the compositor; it is not changed while a layer shows it.
public final class Bitmap {
    /// Extent in pixels.
    public let size: PixelSize
    /// Whether every pixel covers what is behind it; the compositor then never reads what is behind.
    public let isOpaque: Bool
    /// The first pixel of the first row.
    public let pixels: UnsafeMutablePointer<UInt32>

    /// How many pixels of memory lie before the first and behind the last: the compositor reads whole lines.
    private static let spare = 64
    private let memory: BitmapMemory

    /// A bitmap of `size` filled with `color`. Opaque exactly when `isOpaque`; drawing must keep that promise.
    public init(size: PixelSize, isOpaque: Bool, filledWith color: Color = .clear) {
        guard size.width > 0, size.height > 0 else { fatalError("a bitmap of \(size.width)×\(size.height) pixels") }
        self.size = size
        self.isOpaque = isOpaque
        let count = size.width * size.height + 2 * Bitmap.spare
        memory = BitmapMemory(bytes: 4 * count)
        let start = memory.start.bindMemory(to: UInt32.self, capacity: count)
        if color.premultiplied != 0 || !memory.isZero { start.initialize(repeating: color.premultiplied, count: count) }
        pixels = start + Bitmap.spare
    }

    deinit { memory.free() }

    /// How many bytes of memory a bitmap of `size` takes.
    public static func bytes(_ size: PixelSize) -> Int {
        BitmapMemory.taken(by: 4 * (size.width * size.height + 2 * spare))
    }

    /// The whole bitmap as a surface to draw on; valid as long as the bitmap lives.
    public var surface: PixelSurface {
        PixelSurface(base: UnsafeMutableRawPointer(pixels), size: size, pitch: size.width * 4, format: .xrgb8888)
    }

    /// The pixel in column `x` of row `y`.
    public subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }
}
