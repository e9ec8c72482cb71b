// Memory that pixels are written to: a dumb buffer, a shared-memory buffer, or a bitmap.

/// The layout of one pixel in memory, in the machine's byte order.
package enum PixelFormat: Sendable {
    /// 32 bits, 0xXXRRGGBB; DRM's XRGB8888.
    case xrgb8888
    /// 16 bits, with five for red, six for green and five for blue; DRM's RGB565.
    case rgb565

    /// The number of bytes in a pixel.
    package var bytes: Int {
        switch self {
        case .xrgb8888: 4
        case .rgb565: 2
        }
    }
}

/// A rectangle of pixels in memory that the surface does not own. The owner of the memory decides how long the surface is
/// valid. On a display, treat the surface as write-only: reading write-combined memory is about 70 times slower than
/// writing it.
package struct PixelSurface {
    /// The first byte of the first row.
    package let base: UnsafeMutableRawPointer
    /// The extent in pixels, as laid out in memory.
    package let size: PixelSize
    /// The number of bytes from one row to the next. At least the width times the bytes of a pixel, often more.
    package let pitch: Int
    /// The layout of one pixel.
    package let format: PixelFormat
    /// The rotation of pictures in this memory.
    package let rotation: PictureRotation
    /// Whether a program reads this memory after each frame, so that it belongs into the processor's caches. A display reads other
    /// memory by itself.
    package let isReadAgain: Bool

    /// A surface whose rows start at `base`, `pitch` bytes apart.
    package init(
        base: UnsafeMutableRawPointer, size: PixelSize, pitch: Int, format: PixelFormat,
        rotation: PictureRotation = .none, isReadAgain: Bool = false
    ) {
        self.base = base
        self.size = size
        self.pitch = pitch
        self.format = format
        self.rotation = rotation
        self.isReadAgain = isReadAgain
    }

    /// The extent of a picture that fits, before it is rotated.
    package var pictureSize: PixelSize { rotation.turned(size) }

    /// Returns where the pixels `rect` of a picture lie in the memory.
    package func place(of rect: PixelRect) -> PixelRect { rotation.place(of: rect, in: size) }
}
