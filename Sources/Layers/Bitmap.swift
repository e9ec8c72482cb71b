// A picture in cached memory. Screens are drawn into bitmaps once and composed from them many times.

public import Geometry

/// Pixels in ordinary memory, 32 bits each, 0xAARRGGBB, with colours premultiplied by alpha. A bitmap is drawn once and then
/// read by the compositor. It does not change while a layer shows it, except for one whose memory another program owns.
public final class Bitmap {
    /// The extent in pixels.
    public let size: PixelSize
    /// The distance from the first pixel of a row to that of the next, in pixels. The width, except where another program owns the
    /// memory.
    package let pitch: Int
    /// The version of a picture that another program draws; nil for one of our own.
    package let revision: Revision?
    /// Whether every pixel is opaque. The compositor then never reads the pixels behind the bitmap.
    public let isOpaque: Bool
    /// The first pixel of the first row.
    public let pixels: UnsafeMutablePointer<UInt32>

    /// The number of spare pixels of memory before the first pixel and after the last one. The compositor reads whole cache
    /// lines.
    package static let spare = 64
    private let memory: Memory

    private enum Memory {
        case own(BitmapMemory)
        /// Memory that `owner` keeps.
        case borrowed(owner: AnyObject)
    }

    /// A bitmap of `size` filled with `color`. When `isOpaque` is true, everything that is drawn must keep the bitmap opaque.
    public init(size: PixelSize, isOpaque: Bool, filledWith color: Color = .clear) {
        guard size.width > 0, size.height > 0 else { fatalError("a bitmap of \(size.width)×\(size.height) pixels") }
        self.size = size
        self.isOpaque = isOpaque
        pitch = size.width
        revision = nil
        let count = size.width * size.height + 2 * Bitmap.spare
        let memory = BitmapMemory(bytes: 4 * count)
        self.memory = .own(memory)
        let start = memory.start.bindMemory(to: UInt32.self, capacity: count)
        if color.premultiplied != 0 || !memory.isZero { start.initialize(repeating: color.premultiplied, count: count) }
        pixels = start + Bitmap.spare
    }

    /// The pixels that another program has drawn at `pixels`, in memory that `owner` keeps. `spare` pixels before the first one and
    /// after the last one must be readable. The program may go on to change the memory, which a frame then shows in part.
    package init(
        borrowing pixels: UnsafeMutablePointer<UInt32>, of owner: AnyObject, size: PixelSize, pitch: Int,
        isOpaque: Bool,
        revision: Revision
    ) {
        guard size.width > 0, size.height > 0, pitch >= size.width else {
            fatalError("a bitmap of \(size.width)×\(size.height) pixels with a pitch of \(pitch)")
        }
        (self.size, self.pitch, self.isOpaque, self.pixels) = (size, pitch, isOpaque, pixels)
        self.revision = revision
        memory = .borrowed(owner: owner)
    }

    deinit { if case .own(let memory) = memory { memory.free() } }

    /// The number of bytes of memory that a bitmap of `size` takes.
    public static func bytes(_ size: PixelSize) -> Int {
        BitmapMemory.taken(by: 4 * (size.width * size.height + 2 * spare))
    }

    /// The whole bitmap as a surface to draw on. Valid as long as the bitmap exists.
    package var surface: PixelSurface {
        PixelSurface(base: UnsafeMutableRawPointer(pixels), size: size, pitch: pitch * 4, format: .xrgb8888)
    }

    /// The pixel in column `x` of row `y`.
    public subscript(x: Int, y: Int) -> UInt32 { pixels[y * pitch + x] }

    /// A version of a picture that another program draws, such as the window of a guest.
    package struct Revision: Equatable, Sendable {
        /// The picture. Two pictures never have the same number.
        package let picture: Int
        /// The number of the version. Each is greater than those before it.
        package let number: Int
        /// What each version has changed in the one before it, newest first, in pixels of the bitmap. The oldest are left out.
        package let changes: [Region]

        /// Version `number` of `picture`, which has made the `changes`.
        package init(picture: Int, number: Int, changes: [Region]) {
            (self.picture, self.number, self.changes) = (picture, number, changes)
        }

        /// What has changed since version `number`; nil if that is not known.
        func changes(since number: Int) -> Region? {
            guard number <= self.number, self.number - number <= changes.count else { return nil }
            return changes.prefix(self.number - number).reduce(into: Region()) { $0.formUnion($1) }
        }
    }
}
