// Memory that pixels are written to: a dumb buffer, a shared-memory buffer, a bitmap.

/// How one pixel is laid out in memory, in the machine's byte order.
public enum PixelFormat: Sendable {
    /// 32 bits, 0xXXRRGGBB: DRM's XRGB8888.
    case xrgb8888
    /// 16 bits, five for red, six for green, five for blue: DRM's RGB565.
    case rgb565

    /// How many bytes a pixel has.
    public var bytes: Int {
        switch self {
        case .xrgb8888: 4
        case .rgb565: 2
        }
    }
}

/// A rectangle of pixels in memory that somebody else owns. Valid only while the owner says so.
/// On a display it is write-only: reading write-combined memory is some 70 times slower than writing it.
public struct PixelSurface {
    /// The first byte of the first row.
    public let base: UnsafeMutableRawPointer
    /// Extent in pixels, as the memory lies.
    public let size: PixelSize
    /// Bytes from one row to the next; at least the width times the pixel's bytes, often more.
    public let pitch: Int
    /// The layout of a pixel.
    public let format: PixelFormat
    /// How far pictures are turned in it.
    public let rotation: PictureRotation

    /// The rows that start at `base`, `pitch` bytes apart.
    public init(
        base: UnsafeMutableRawPointer, size: PixelSize, pitch: Int, format: PixelFormat,
        rotation: PictureRotation = .none
    ) {
        self.base = base
        self.size = size
        self.pitch = pitch
        self.format = format
        self.rotation = rotation
    }

    /// Extent of the pictures that fit, before they are turned.
    public var pictureSize: PixelSize { rotation.turned(size) }

    /// Where the pixels `rect` of a picture lie in the memory.
    public func place(of rect: PixelRect) -> PixelRect { rotation.place(of: rect, in: size) }
}
