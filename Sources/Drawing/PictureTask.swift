// What is done with the file of a picture, and what comes of it. Another process can do it, so both are plain data and pixels.

internal import CPixbuf
package import Geometry
import Glibc
package import Layers

/// Work on the file of a picture.
package enum PictureTask: Hashable, Sendable {
    /// Reads only as much as tells the size.
    case head
    /// Reads to the end, to find errors after the beginning too.
    case check
    /// Decodes the picture, stretches it to `whole` pixels, and cuts out `part`, which is not empty and lies inside. `isOnItsSide` is
    /// what the head says.
    case pixels(whole: PixelSize, part: PixelRect, isOnItsSide: Bool)
    /// Reads to the end, to find when the frames of an animation are due.
    case timing
    /// Decodes the first `count` frames that are shown of an animation, each as `pixels` does.
    case film(whole: PixelSize, part: PixelRect, count: Int)

    /// Does the work in this process with the open file `descriptor`, from its beginning. `path` is its name in errors. An SVG with
    /// filters is an error unless `allowsFilters`. This takes milliseconds or seconds.
    package func carryOut(
        on descriptor: Int32, path: String, allowsFilters: Bool = true
    ) throws(PictureError) -> PictureOutcome {
        if WebPFile.isWebP(descriptor) { return try carryOut(onWebP: descriptor, path: path) }
        switch self {
        case .head:
            let reading = PictureReading(descriptor, path: path, target: nil, allowsFilters: allowsFilters)
            defer { reading.release() }
            let pixbuf = try reading.read(untilPrepared: true)
            let orientation = gdk_pixbuf_get_option(pixbuf, "orientation").flatMap { Int(String(cString: $0)) } ?? 1
            let (natural, isOnItsSide) = (reading.natural, (5...8).contains(orientation))
            return .head(
                size: isOnItsSide ? PixelSize(natural.height, natural.width) : natural, isOnItsSide: isOnItsSide,
                isAnimated: reading.isAnimated, isVector: reading.isVector)
        case .check:
            let reading = PictureReading(descriptor, path: path, target: nil, allowsFilters: allowsFilters)
            defer { reading.release() }
            g_object_unref(UnsafeMutableRawPointer(try reading.read(untilPrepared: false)))
            try reading.checkEnd()
            return .whole
        case .pixels(let whole, let part, let isOnItsSide):
            let stored = isOnItsSide ? PixelSize(whole.height, whole.width) : whole
            let reading = PictureReading(descriptor, path: path, target: stored, allowsFilters: allowsFilters)
            defer { reading.release() }
            let bitmap = try Self.bitmap(try reading.read(untilPrepared: false), whole, part, path: path)
            try reading.checkEnd()
            return .pixels(bitmap)
        case .timing:
            let reading = PictureReading(
                descriptor, path: path, target: nil, allowsFilters: allowsFilters, isFilm: true)
            defer { reading.release() }
            guard let frames = try reading.readFilm() else { return .timing(FilmTiming(delays: [], plays: 0)) }
            return .timing(try frames.walk(most: FilmTiming.mostFrames))
        case .film(let whole, let part, let count):
            let reading = PictureReading(
                descriptor, path: path, target: nil, allowsFilters: allowsFilters, isFilm: true)
            defer { reading.release() }
            var bitmaps: [Bitmap] = []
            _ = try reading.readFilm()?.walk(most: count) { pixels throws(PictureError) in
                g_object_ref(UnsafeMutableRawPointer(pixels))
                bitmaps.append(try Self.bitmap(pixels, whole, part, path: path))
            }
            return .film(try Self.frames(bitmaps, count, path: path))
        }
    }

    /// Does the work with an open file that libwebp reads.
    private func carryOut(onWebP descriptor: Int32, path: String) throws(PictureError) -> PictureOutcome {
        switch self {
        case .head:
            let file = try WebPFile.head(descriptor, path: path)
            let (natural, isOnItsSide) = (file.natural, (5...8).contains(file.orientation))
            return .head(
                size: isOnItsSide ? PixelSize(natural.height, natural.width) : natural, isOnItsSide: isOnItsSide,
                isAnimated: file.isAnimated, isVector: false)
        case .check:
            let file = try WebPFile(descriptor, path: path)
            let small = PixelSize(max(1, file.natural.width / 8), max(1, file.natural.height / 8))
            g_object_unref(UnsafeMutableRawPointer(try file.picture(target: small)))
            if file.isAnimated, try file.timing().hindrance(at: file.natural) == nil {
                try file.film(most: FilmTiming.mostFrames) { _ in }
            }
            return .whole
        case .pixels(let whole, let part, let isOnItsSide):
            let stored = isOnItsSide ? PixelSize(whole.height, whole.width) : whole
            let pixels = try WebPFile(descriptor, path: path).picture(target: stored)
            return .pixels(try Self.bitmap(pixels, whole, part, path: path))
        case .timing: return .timing(try WebPFile(descriptor, path: path).timing())
        case .film(let whole, let part, let count):
            var bitmaps: [Bitmap] = []
            try WebPFile(descriptor, path: path).film(most: count) { pixels throws(PictureError) in
                g_object_ref(UnsafeMutableRawPointer(pixels))
                bitmaps.append(try Self.bitmap(pixels, whole, part, path: path))
            }
            return .film(try Self.frames(bitmaps, count, path: path))
        }
    }

    /// The `bitmaps` of an animation, of which `count` are expected.
    private static func frames(_ bitmaps: [Bitmap], _ count: Int, path: String) throws(PictureError) -> [Bitmap] {
        guard bitmaps.count == count else {
            throw .notAPicture(path: path, reason: "it was changed while it was being read")
        }
        return bitmaps
    }

    /// The part `part` of the picture in `pixbuf`, which this releases, upright and in `target` pixels. Large pictures are averaged,
    /// not subsampled. The rest of the picture takes no more memory than the decoded file has.
    private static func bitmap(
        _ pixbuf: OpaquePointer, _ target: PixelSize, _ part: PixelRect, path: String
    ) throws(PictureError) -> Bitmap {
        var pixbuf = pixbuf
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        func replace(with next: OpaquePointer?) throws(PictureError) {
            guard let next else { throw .notAPicture(path: path, reason: "there is not enough memory for it") }
            g_object_unref(UnsafeMutableRawPointer(pixbuf))
            pixbuf = next
        }
        try replace(with: gdk_pixbuf_apply_embedded_orientation(pixbuf))
        let size = PixelSize(Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
        if size != target {
            let scaled = gdk_pixbuf_new(
                GDK_COLORSPACE_RGB, gdk_pixbuf_get_has_alpha(pixbuf), 8, Int32(part.width), Int32(part.height))
            if let scaled {
                // When reducing, bilinear interpolation averages over the covered area.
                gdk_pixbuf_scale(
                    pixbuf, scaled, 0, 0, Int32(part.width), Int32(part.height), -Double(part.x), -Double(part.y),
                    Double(target.width) / Double(size.width), Double(target.height) / Double(size.height),
                    GDK_INTERP_BILINEAR)
            }
            try replace(with: scaled)
        } else if part != target.bounds {
            try replace(
                with: gdk_pixbuf_new_subpixbuf(
                    pixbuf, Int32(part.x), Int32(part.y), Int32(part.width), Int32(part.height)))
        }
        return Bitmap(pixbuf)
    }
}

/// What came of a task.
package enum PictureOutcome {
    /// The size in pixels, after applying the orientation that the camera recorded, and whether the file holds the picture on its
    /// side: the Exif orientations 5 to 8. A vector picture is sharp in any size.
    case head(size: PixelSize, isOnItsSide: Bool, isAnimated: Bool, isVector: Bool)
    /// The picture can be decoded to its end.
    case whole
    /// The requested part.
    case pixels(Bitmap)
    /// When the frames of an animation are due.
    case timing(FilmTiming)
    /// The requested part of each frame.
    case film([Bitmap])
}

/// Does a task with an open file, whose path is given for errors, in this process or in another one. Any thread may call it.
package typealias PictureDecoder =
    @Sendable (PictureTask, _ descriptor: Int32, _ path: String) throws(PictureError) -> PictureOutcome

extension PictureTask {
    /// Decodes in this process, also SVGs with filters.
    package static let here: PictureDecoder = here(allowsFilters: true)

    /// Decodes in this process.
    package static func here(allowsFilters: Bool) -> PictureDecoder {
        { task, descriptor, path throws(PictureError) in
            try task.carryOut(on: descriptor, path: path, allowsFilters: allowsFilters)
        }
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
