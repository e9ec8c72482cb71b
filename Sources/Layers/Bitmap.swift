// A picture in cached memory. Screens are drawn into bitmaps once and composed from them many times.

public import Geometry

/// Pixels in ordinary memory, 32 bits each, 0xAARRGGBB, with colours premultiplied by alpha. Rows follow each other without
/// a gap. A bitmap is drawn once and then read by the compositor. It does not change while a layer shows it.
public final class Bitmap {
    /// The extent in pixels.
    public let size: PixelSize
    /// Whether every pixel is opaque. The compositor then never reads the pixels behind the bitmap.
    public let isOpaque: Bool
    /// The first pixel of the first row.
    public let pixels: UnsafeMutablePointer<UInt32>

    /// The number of spare pixels of memory before the first pixel and after the last one. The compositor reads whole cache
    /// lines.
    private static let spare = 64
    private let memory: BitmapMemory

    /// A bitmap of `size` filled with `color`. When `isOpaque` is true, everything that is drawn must keep the bitmap opaque.
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

    /// The number of bytes of memory that a bitmap of `size` takes.
    public static func bytes(_ size: PixelSize) -> Int {
        BitmapMemory.taken(by: 4 * (size.width * size.height + 2 * spare))
    }

    /// The whole bitmap as a surface to draw on. Valid as long as the bitmap exists.
    package var surface: PixelSurface {
        PixelSurface(base: UnsafeMutableRawPointer(pixels), size: size, pitch: size.width * 4, format: .xrgb8888)
    }

    /// The pixel in column `x` of row `y`.
    public subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }
}
