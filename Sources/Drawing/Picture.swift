// A picture in a file: its size is known at once, its pixels are read when they are needed, at the size they are shown.

internal import CPixbuf
public import Geometry
public import Layers

/// A picture in a file: PNG, JPEG or what else gdk-pixbuf on this machine can read. It holds no pixels.
/// Two are equal when they show the same file and it has not been changed in between.
public struct Picture: Hashable, Sendable {
    /// The most pixels a picture in a file may have; beyond it is a mistake or an attack on the memory.
    public static let mostPixels = 100_000_000

    /// How a picture fills a rectangle of another shape.
    public enum Fit: String, Sendable {
        /// As large as fits, centred: all of the picture is seen.
        case inside
        /// As small as covers, centred: the rectangle is full, and what stands out is cut off.
        case covering
    }

    /// The file.
    public let path: String
    /// The picture's own extent, turned as the camera was held.
    public let size: PixelSize
    /// Whether the file holds it on its side: the orientations 5 to 8 of Exif.
    private let isOnItsSide: Bool
    /// When the file was last written, in nanoseconds since 1970.
    private let modified: Int64

    /// The picture in the file at `path`, of which only the beginning is read.
    public init(_ path: String) throws(PictureError) {
        self.path = path
        let reading = try PictureReading(path, target: nil)
        defer { reading.end() }
        let pixbuf = try reading.read(untilPrepared: true)
        let orientation = gdk_pixbuf_get_option(pixbuf, "orientation").flatMap { Int(String(cString: $0)) } ?? 1
        let natural = reading.natural
        modified = reading.modified
        isOnItsSide = (5...8).contains(orientation)
        size = isOnItsSide ? PixelSize(natural.height, natural.width) : natural
    }

    /// The whole picture in its own size.
    public func bitmap() throws(PictureError) -> Bitmap { try bitmap(size) }

    /// The whole picture stretched to `target` pixels, both sides positive; large pictures are averaged, not thinned out.
    public func bitmap(_ target: PixelSize) throws(PictureError) -> Bitmap {
        guard target.width > 0, target.height > 0 else {
            fatalError("a picture of \(target.width)×\(target.height) pixels")
        }
        let stored = isOnItsSide ? PixelSize(target.height, target.width) : target
        let reading = try PictureReading(path, target: stored)
        defer { reading.end() }
        var pixbuf = try reading.read(untilPrepared: false)
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        func replace(with next: OpaquePointer?) throws(PictureError) {
            guard let next else { throw .notAPicture(path: path, reason: "there is not enough memory for it") }
            g_object_unref(UnsafeMutableRawPointer(pixbuf))
            pixbuf = next
        }
        try replace(with: gdk_pixbuf_apply_embedded_orientation(pixbuf))
        if gdk_pixbuf_get_width(pixbuf) != target.width || gdk_pixbuf_get_height(pixbuf) != target.height {
            // Bilinear means the average over the covered area when it makes smaller.
            try replace(
                with: gdk_pixbuf_scale_simple(
                    pixbuf, Int32(target.width), Int32(target.height), GDK_INTERP_BILINEAR))
        }
        return Bitmap(pixbuf)
    }

    /// Reads all of the file, so that what is broken further down is found too.
    public func check() throws(PictureError) {
        let reading = try PictureReading(path, target: nil)
        defer { reading.end() }
        g_object_unref(UnsafeMutableRawPointer(try reading.read(untilPrepared: false)))
    }

    /// Where the picture lies when it fills `rect` as `fit` says.
    public func frame(in rect: Rect, fit: Fit) -> Rect {
        let (across, down) = (rect.width / Double(size.width), rect.height / Double(size.height))
        let scale = fit == .inside ? min(across, down) : max(across, down)
        let fitted = Size(Double(size.width) * scale, Double(size.height) * scale)
        return Rect(
            rect.center.x - fitted.width / 2, rect.center.y - fitted.height / 2, fitted.width, fitted.height)
    }
}

extension Bitmap {
    /// The pixels of `pixbuf`; opaque when every one of them is.
    fileprivate convenience init(_ pixbuf: OpaquePointer) {
        let size = PixelSize(Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
        let (channels, pitch) = (Int(gdk_pixbuf_get_n_channels(pixbuf)), Int(gdk_pixbuf_get_rowstride(pixbuf)))
        guard let bytes = gdk_pixbuf_read_pixels(pixbuf), channels == 3 || channels == 4 else {
            fatalError("gdk-pixbuf made a picture of \(channels) channels")
        }
        let hasHoles =
            channels == 4
            && (0..<size.height).contains { y in (0..<size.width).contains { bytes[y * pitch + $0 * 4 + 3] < 255 } }
        self.init(size: size, isOpaque: !hasHoles)
        for y in 0..<size.height {
            let row = bytes + y * pitch
            let target = pixels + y * size.width
            for x in 0..<size.width {
                let from = row + x * channels
                let alpha = channels == 4 ? from[3] : 255
                target[x] = Color(red: from[0], green: from[1], blue: from[2], alpha: alpha).premultiplied
            }
        }
    }
}
