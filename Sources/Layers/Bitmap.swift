// A picture in cached memory: what screens are drawn into once and composed from many times.

public import Geometry

#if canImport(Glibc)
    import Glibc
#endif

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
    /// The size of a large page of memory, in bytes, on x86-64 and most arm64.
    private static let largePage = 2 << 20
    private let memory: UnsafeMutableRawPointer

    /// A bitmap of `size` filled with `color`. Opaque exactly when `isOpaque`; drawing must keep that promise.
    public init(size: PixelSize, isOpaque: Bool, filledWith color: Color = .clear) {
        guard size.width > 0, size.height > 0 else { fatalError("a bitmap of \(size.width)×\(size.height) pixels") }
        self.size = size
        self.isOpaque = isOpaque
        let count = size.width * size.height + 2 * Bitmap.spare
        // On a cache line, so that a line of the bitmap is one of the caches. A large one asks for large pages: where a
        // row of one screen ends and one of another begins, small ones have to be looked up each time.
        let isLarge = 4 * count >= 2 * Bitmap.largePage
        memory = .allocate(byteCount: 4 * count, alignment: isLarge ? Bitmap.largePage : 64)
        if isLarge { madvise(memory, 4 * count, MADV_HUGEPAGE) }
        pixels =
            memory.initializeMemory(as: UInt32.self, repeating: color.premultiplied, count: count) + Bitmap.spare
    }

    deinit { memory.deallocate() }

    /// The whole bitmap as a surface to draw on; valid as long as the bitmap lives.
    public var surface: PixelSurface {
        PixelSurface(base: UnsafeMutableRawPointer(pixels), size: size, pitch: size.width * 4, format: .xrgb8888)
    }

    /// The pixel in column `x` of row `y`.
    public subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }
}
