// Memory that pixels are written to: a dumb buffer, a shared-memory buffer, a bitmap.

/// How one pixel is laid out in memory, in the machine's byte order.
public enum PixelFormat: Sendable {
    /// 32 bits, 0xXXRRGGBB: DRM's XRGB8888.
    case xrgb8888
}

/// A rectangle of pixels in memory that somebody else owns. Valid only while the owner says so.
/// On a display it is write-only: reading write-combined memory is some 70 times slower than writing it.
public struct PixelSurface {
    /// The first byte of the first row.
    public let base: UnsafeMutableRawPointer
    /// Extent in pixels.
    public let size: PixelSize
    /// Bytes from one row to the next; at least the width times the pixel's bytes, often more.
    public let pitch: Int
    /// The layout of a pixel.
    public let format: PixelFormat

    /// The rows that start at `base`, `pitch` bytes apart.
    public init(base: UnsafeMutableRawPointer, size: PixelSize, pitch: Int, format: PixelFormat) {
        self.base = base
        self.size = size
        self.pitch = pitch
        self.format = format
    }
}
