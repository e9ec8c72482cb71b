// A picture in a file, whose size is known at once and whose pixels are read when needed, at the size in which it is shown.

internal import CFiles
public import Geometry
import Glibc
public import Layers

/// A picture in a file: PNG, JPEG, WebP or any other format that gdk-pixbuf on this machine can read. It holds no pixels.
/// Two pictures are equal when they have the same file and name, and the file was not changed in between.
public struct Picture: Hashable, Sendable {
    /// The maximum number of pixels of a picture in a file. A larger picture is a mistake or an attack on the memory.
    public static let mostPixels = 100_000_000
    /// The maximum number of bytes in a picture's file. The largest picture fits in, even where nothing in it can be compressed.
    static let mostBytes = 512 << 20

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
    /// Whether the file is an animation, which moves where `FilmTiming` allows it.
    package let isAnimated: Bool
    /// Whether the picture is sharp in any size.
    package let isVector: Bool
    /// The time of the file's last modification, in nanoseconds since 1970.
    private let modified: Int64
    /// The size of the file in bytes. Copies that were cut off may keep the time of their original.
    private let bytes: Int64

    /// Where the file is looked for.
    let place: Place

    /// Where a picture's file is looked for.
    enum Place: Hashable, Sendable {
        /// At a path, which may lead through symbolic links.
        case path(String)
        /// Beneath a folder, at a path from there. Unless it `followsLinks`, the path leads through no symbolic link.
        case beneath(folder: String, inner: String, followsLinks: Bool)
        /// In memory.
        case memory(PictureBytes)

        /// The descriptor of the opened file. A named pipe does not block.
        func open() throws(PictureError) -> Int32 {
            var descriptor: Int32
            switch self {
            case .path(let path):
                repeat {
                    descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                } while descriptor < 0 && errno == EINTR
            case .beneath(let folder, let inner, let followsLinks):
                descriptor = bezel_open_beneath(folder, inner, O_RDONLY, followsLinks ? 1 : 0)
            case .memory(let bytes): return try bytes.open()
            }
            if descriptor >= 0 {
                guard Self.isNoFile(descriptor) else { return descriptor }
                close(descriptor)
                errno = ENXIO
            }
            // The kernel opens no socket, and no device without a driver.
            if errno == ENXIO {
                throw .unreadable(
                    path: path, reason: "it is a pipe, a socket or a device; put the file of a picture in its place")
            }
            if errno == ENOENT || errno == ENOTDIR { throw .notThere(path: path) }
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }

        /// Whether `descriptor` is neither a file nor a folder.
        private static func isNoFile(_ descriptor: Int32) -> Bool {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return false }
            return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
        }

        /// The path of the file.
        var path: String {
            switch self {
            case .path(let path): path
            case .memory(let bytes): bytes.name
            case .beneath(let folder, let inner, _): folder == "/" ? "/" + inner : "\(folder)/\(inner)"
            }
        }
    }

    /// The picture in the file at `path`. Reads only the beginning of the file. The default name is the file's name.
    public init(_ path: String, named name: String? = nil) throws(PictureError) {
        try self.init(
            .path(path), named: name ?? path.split(separator: "/").last.map(String.init) ?? path,
            decodedBy: PictureTask.here)
    }

    /// The picture in the file `inner` of the folder `folder`, with this path as its name. Unless `followsLinks`, symbolic links on
    /// the way are refused, also when they appear later.
    package init(
        _ inner: String, in folder: String, followsLinks: Bool, decodedBy decoder: PictureDecoder = PictureTask.here
    ) throws(PictureError) {
        try self.init(
            .beneath(folder: folder, inner: inner, followsLinks: followsLinks), named: inner, decodedBy: decoder)
    }

    private init(_ place: Place, named name: String, decodedBy decoder: PictureDecoder) throws(PictureError) {
        (self.place, self.name) = (place, name)
        path = place.path
        let descriptor = try place.open()
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        bytes = Int64(status.st_size)
        guard case .head(let size, let isOnItsSide, let isAnimated, let isVector) = try decoder(.head, descriptor, path)
        else {
            fatalError("a decoder reads something other than a head")
        }
        (self.size, self.isOnItsSide, self.isAnimated, self.isVector) = (size, isOnItsSide, isAnimated, isVector)
    }

    /// The picture in `bytes`, whose beginning has told `head`.
    package init(_ bytes: PictureBytes, head: PictureHead) {
        (place, name, path, modified) = (.memory(bytes), bytes.name, bytes.name, 0)
        self.bytes = Int64(bytes.bytes.count)
        (size, isOnItsSide, isAnimated, isVector) = (head.size, head.isOnItsSide, head.isAnimated, head.isVector)
    }

    /// Reads the whole picture in its own size.
    public func bitmap() throws(PictureError) -> Bitmap { try bitmap(size) }

    /// Reads the whole picture and stretches it to `target` pixels, with both sides positive. Large pictures are averaged,
    /// not subsampled.
    public func bitmap(_ target: PixelSize) throws(PictureError) -> Bitmap {
        try bitmap(target, part: target.bounds, decodedBy: PictureTask.here)
    }

    /// Reads the whole picture, stretches it to `target` pixels, with both sides positive, and cuts out `part`.
    func bitmap(
        _ target: PixelSize, part: PixelRect, decodedBy decoder: PictureDecoder
    ) throws(PictureError) -> Bitmap {
        guard target.width > 0, target.height > 0 else {
            fatalError("a picture of \(target.width)×\(target.height) pixels")
        }
        let descriptor = try place.open()
        defer { close(descriptor) }
        let task = PictureTask.pixels(whole: target, part: part, isOnItsSide: isOnItsSide)
        guard case .pixels(let bitmap) = try decoder(task, descriptor, path) else {
            fatalError("a decoder gives no pixels")
        }
        return bitmap
    }

    /// Has `decoder` read when the frames of an animation are due, which reads the whole file.
    package func timing(decodedBy decoder: PictureDecoder) throws(PictureError) -> FilmTiming {
        let descriptor = try place.open()
        defer { close(descriptor) }
        guard case .timing(let timing) = try decoder(.timing, descriptor, path) else {
            fatalError("a decoder gives no timing")
        }
        return timing
    }

    /// Has `decoder` read the frames of an animation, of which `part` is shown when the whole has `target` pixels. Nil where it exceeds
    /// the bounds.
    func film(
        _ target: PixelSize, part: PixelRect, decodedBy decoder: PictureDecoder
    ) throws(PictureError) -> Film? {
        let timing = try timing(decodedBy: decoder)
        guard timing.hindrance(at: size) == nil else { return nil }
        let filmPlace = FilmPlace(target, part: part, of: size)
        let descriptor = try place.open()
        defer { close(descriptor) }
        let task = PictureTask.film(whole: filmPlace.whole, part: filmPlace.part, count: timing.delays.count)
        guard case .film(let frames) = try decoder(task, descriptor, path) else {
            fatalError("a decoder gives no frames")
        }
        return Film(frames, timing, at: filmPlace)
    }

    /// Reads the whole file, to find errors after its beginning too.
    public func check() throws(PictureError) { try check(decodedBy: PictureTask.here) }

    /// Has `decoder` read the whole file, to find errors after its beginning too.
    package func check(decodedBy decoder: PictureDecoder) throws(PictureError) {
        let descriptor = try place.open()
        defer { close(descriptor) }
        _ = try decoder(.check, descriptor, path)
    }

    /// The pixels that the picture covers when it fills `rect` according to `fit`. Each side is at least one pixel.
    public func place(in rect: Rect, fit: Fit) -> PixelRect { place(in: rect, fit: fit, focus: Self.middle) }

    /// The same, with `focus` as the point that stays in view.
    package func place(in rect: Rect, fit: Fit, focus: Point) -> PixelRect {
        let target = frame(in: rect, fit: fit, focus: focus)
        return PixelRect(
            Int(target.minX.rounded()), Int(target.minY.rounded()), max(1, Int(target.width.rounded())),
            max(1, Int(target.height.rounded())))
    }

    /// The middle of a picture, as a point in it.
    package static let middle = Point(0.5, 0.5)

    /// The rectangle of the picture when it fills `rect` according to `fit`.
    public func frame(in rect: Rect, fit: Fit) -> Rect { frame(in: rect, fit: fit, focus: Self.middle) }

    /// The same, with `focus` as the point that stays in view where edges are cut off: from the left and the top, in shares of the
    /// picture's sides. At 0 nothing is cut off at the left or the top, at 1 nothing at the right or the bottom. A picture that fits
    /// inside stands in the middle.
    package func frame(in rect: Rect, fit: Fit, focus: Point) -> Rect {
        let (across, down) = (rect.width / Double(size.width), rect.height / Double(size.height))
        let scale = fit == .inside ? min(across, down) : max(across, down)
        let fitted = Size(Double(size.width) * scale, Double(size.height) * scale)
        let focus = fit == .inside ? Self.middle : focus
        return Rect(
            rect.minX + (rect.width - fitted.width) * focus.x, rect.minY + (rect.height - fitted.height) * focus.y,
            fitted.width, fitted.height)
    }
}
