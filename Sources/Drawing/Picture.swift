// A picture in a file, whose size is known at once and whose pixels are read when needed, at the size in which it is shown.

internal import CPixbuf
public import Geometry
public import Layers

/// A picture in a file: PNG, JPEG or any other format that gdk-pixbuf on this machine can read. It holds no pixels.
/// Two pictures are equal when they have the same file and name, and the file was not changed in between.
public struct Picture: Hashable, Sendable {
    /// The maximum number of pixels of a picture in a file. A larger picture is a mistake or an attack on the memory.
    public static let mostPixels = 100_000_000

    /// How a picture fills a rectangle with another aspect ratio.
    public enum Fit: String, Sendable {
        /// As large as possible inside the rectangle, and centred. The whole picture is visible.
        case inside
        /// As small as possible while covering the rectangle, and centred. The excess is cut off.
        case covering
    }

    /// The path of the file.
    public let path: String
    /// The name in recordings, independent of the location of its folder.
    public let name: String
    /// The size of the picture in pixels, after applying the orientation that the camera recorded.
    public let size: PixelSize
    /// Whether the file holds the picture on its side: the Exif orientations 5 to 8.
    private let isOnItsSide: Bool
    /// The time of the file's last modification, in nanoseconds since 1970.
    private let modified: Int64

    /// Where the file is looked for.
    let place: Place

    /// Where a picture's file is looked for.
    enum Place: Hashable, Sendable {
        /// At a path, which may lead through symbolic links.
        case path(String)
        /// Beneath a folder, at a path from there. Unless it `followsLinks`, the path leads through no symbolic link.
        case beneath(folder: String, inner: String, followsLinks: Bool)

        /// The path of the file.
        var path: String {
            switch self {
            case .path(let path): path
            case .beneath(let folder, let inner, _): folder == "/" ? "/" + inner : "\(folder)/\(inner)"
            }
        }
    }

    /// The picture in the file at `path`. Reads only the beginning of the file. The default name is the file's name.
    public init(_ path: String, named name: String? = nil) throws(PictureError) {
        try self.init(.path(path), named: name ?? path.split(separator: "/").last.map(String.init) ?? path)
    }

    /// The picture in the file `inner` of the folder `folder`, with this path as its name. Unless `followsLinks`, symbolic links on
    /// the way are refused, also when they appear later.
    package init(_ inner: String, in folder: String, followsLinks: Bool) throws(PictureError) {
        try self.init(.beneath(folder: folder, inner: inner, followsLinks: followsLinks), named: inner)
    }

    private init(_ place: Place, named name: String) throws(PictureError) {
        (self.place, self.name) = (place, name)
        path = place.path
        let reading = try PictureReading(place, target: nil)
        defer { reading.end() }
        let pixbuf = try reading.read(untilPrepared: true)
        let orientation = gdk_pixbuf_get_option(pixbuf, "orientation").flatMap { Int(String(cString: $0)) } ?? 1
        let natural = reading.natural
        modified = reading.modified
        isOnItsSide = (5...8).contains(orientation)
        size = isOnItsSide ? PixelSize(natural.height, natural.width) : natural
    }

    /// Reads the whole picture in its own size.
    public func bitmap() throws(PictureError) -> Bitmap { try bitmap(size) }

    /// Reads the whole picture and stretches it to `target` pixels, with both sides positive. Large pictures are averaged,
    /// not subsampled.
    public func bitmap(_ target: PixelSize) throws(PictureError) -> Bitmap {
        guard target.width > 0, target.height > 0 else {
            fatalError("a picture of \(target.width)×\(target.height) pixels")
        }
        let stored = isOnItsSide ? PixelSize(target.height, target.width) : target
        let reading = try PictureReading(place, target: stored)
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
            // When reducing, bilinear interpolation averages over the covered area.
            try replace(
                with: gdk_pixbuf_scale_simple(
                    pixbuf, Int32(target.width), Int32(target.height), GDK_INTERP_BILINEAR))
        }
        return Bitmap(pixbuf)
    }

    /// Reads the whole file, to find errors after its beginning too.
    public func check() throws(PictureError) {
        let reading = try PictureReading(place, target: nil)
        defer { reading.end() }
        g_object_unref(UnsafeMutableRawPointer(try reading.read(untilPrepared: false)))
    }

    /// The pixels that the picture covers when it fills `rect` according to `fit`. Each side is at least one pixel.
    public func place(in rect: Rect, fit: Fit) -> PixelRect {
        let target = frame(in: rect, fit: fit)
        return PixelRect(
            Int(target.minX.rounded()), Int(target.minY.rounded()), max(1, Int(target.width.rounded())),
            max(1, Int(target.height.rounded())))
    }

    /// The rectangle of the picture when it fills `rect` according to `fit`.
    public func frame(in rect: Rect, fit: Fit) -> Rect {
        let (across, down) = (rect.width / Double(size.width), rect.height / Double(size.height))
        let scale = fit == .inside ? min(across, down) : max(across, down)
        let fitted = Size(Double(size.width) * scale, Double(size.height) * scale)
        return Rect(
            rect.center.x - fitted.width / 2, rect.center.y - fitted.height / 2, fitted.width, fitted.height)
    }
}

extension Bitmap {
    /// A bitmap with the pixels of `pixbuf`. Opaque when every pixel is opaque.
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
