// One reading of a picture's file, which feeds bytes to gdk-pixbuf's loader until it has the requested data.

// The types of GLib belong to the module that includes them first.
internal import CPango
internal import CPixbuf
import Geometry
import Glibc

/// One reading of a picture's file. `release` must be called exactly once.
final class PictureReading {
    /// The size of the picture according to the file. Zero until the loader knows it.
    private(set) var natural = PixelSize(0, 0)
    private var isPrepared = false
    /// The end of the rows that were updated last. In a complete PNG this is after the last row, or after the one before it
    /// when the PNG is interlaced.
    private var lastRow = 0
    /// Whether the file is an interlaced PNG.
    private var isInterlaced = false
    private let path: String
    private let target: PixelSize?
    private let descriptor: Int32
    private let loader: UnsafeMutablePointer<GdkPixbufLoader>
    /// Looks for the filters of an SVG; nil where they are allowed.
    private var filters: SVGFilterSearch?
    private var end = JPEGEnd()
    /// Whether the frames of an animation are wanted, which are scaled later.
    private let isFilm: Bool
    /// Whether the file is an animation.
    private(set) var isAnimated = false
    /// Whether the file is an SVG, once the loader has found out the format.
    var isVector: Bool { format == "svg" }
    /// The package with the loader for the file's format, in case gdk-pixbuf has none; nil for a format that it has.
    private var loaderPackage: String?

    /// Reads the open file `descriptor`, from its beginning; `path` is its name in errors. For `target`, the loader is asked for that
    /// many pixels (before the picture is rotated). Without a target, it is asked for few. An SVG with filters is an error unless
    /// `allowsFilters`. For the frames of an animation, it `isFilm`.
    init(_ descriptor: Int32, path: String, target: PixelSize?, allowsFilters: Bool, isFilm: Bool = false) {
        (self.descriptor, self.path, self.target, self.isFilm) = (descriptor, path, target, isFilm)
        filters = allowsFilters ? nil : SVGFilterSearch()
        lseek(descriptor, 0, SEEK_SET)
        guard let loader = gdk_pixbuf_loader_new() else { fatalError("gdk-pixbuf has no loader") }
        self.loader = loader
        let prepareSize: @convention(c) (OpaquePointer?, Int32, Int32, UnsafeMutableRawPointer?) -> Void = {
            Unmanaged<PictureReading>.fromOpaque($3!).takeUnretainedValue().sizeIsKnown(Int($1), Int($2))
        }
        let prepareArea: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
            Unmanaged<PictureReading>.fromOpaque($1!).takeUnretainedValue().isPrepared = true
        }
        let updateArea: @convention(c) (OpaquePointer?, Int32, Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Void =
            {
                Unmanaged<PictureReading>.fromOpaque($5!).takeUnretainedValue().lastRow = Int($2 + $4)
            }
        let this = Unmanaged.passUnretained(self).toOpaque()
        let instance = UnsafeMutableRawPointer(loader)
        g_signal_connect_data(
            instance, "size-prepared", unsafeBitCast(prepareSize, to: GCallback.self), this, nil, GConnectFlags(0))
        g_signal_connect_data(
            instance, "area-prepared", unsafeBitCast(prepareArea, to: GCallback.self), this, nil, GConnectFlags(0))
        g_signal_connect_data(
            instance, "area-updated", unsafeBitCast(updateArea, to: GCallback.self), this, nil, GConnectFlags(0))
    }

    /// Throws when a JPEG that was read to the end of its file has none itself. Its decoder takes it nevertheless.
    func checkEnd() throws(PictureError) {
        guard format == "jpeg", end.isMissing else { return }
        throw .notAPicture(
            path: path, reason: "the file is truncated, so what is missing would be grey; copy it again")
    }

    /// Releases gdk-pixbuf's memory.
    func release() {
        g_object_unref(UnsafeMutableRawPointer(loader))
    }

    /// Reads on, to the end of the file or until the picture's size and orientation are known. A picture that is read to
    /// the end belongs to the caller. With `untilPrepared`, the result has no pixels yet and belongs to the reading.
    func read(untilPrepared: Bool) throws(PictureError) -> OpaquePointer {
        do {
            try feed(untilPrepared: untilPrepared)
        } catch {
            // A loader that is freed without being closed prints a warning on the terminal.
            gdk_pixbuf_loader_close(loader, nil)
            throw error
        }
        var problem: UnsafeMutablePointer<GError>?
        let isWhole = gdk_pixbuf_loader_close(loader, &problem) != 0
        let reason = PictureReading.take(problem)
        if isTooLarge { throw .tooLarge(path: path, size: natural) }
        guard untilPrepared || isWhole, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw .notAPicture(
                path: path, reason: missingLoader ?? reason ?? "it has no pixels; save it anew as PNG or JPEG")
        }
        guard untilPrepared || !isPNG || lastRow >= natural.height - (isInterlaced ? 1 : 0) else {
            throw .notAPicture(path: path, reason: PictureReason.truncated)
        }
        guard natural.width > 0, natural.height > 0 else {
            throw .notAPicture(path: path, reason: "its size is 0; give it a width and a height")
        }
        if !untilPrepared { g_object_ref(UnsafeMutableRawPointer(pixbuf)) }
        return pixbuf
    }

    /// Reads to the end of the file. Returns the frames, which are valid until the reading is released; nil for a format of which gdk-pixbuf
    /// does not tell where the animation ends.
    func readFilm() throws(PictureError) -> FilmReading? {
        g_object_unref(UnsafeMutableRawPointer(try read(untilPrepared: false)))
        guard format == "gif", let animation = gdk_pixbuf_loader_get_animation(loader) else { return nil }
        return gdk_pixbuf_animation_is_static_image(animation) != 0 ? nil : FilmReading(animation)
    }

    private func feed(untilPrepared: Bool) throws(PictureError) {
        // A few kilobytes can contain a million pixels of one colour, and the loader would decode all of them.
        var bytes = [UInt8](repeating: 0, count: untilPrepared ? 2048 : 65536)
        var total = 0
        while !isTooLarge, !(untilPrepared && isPrepared) {
            let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EISDIR {
                throw .unreadable(path: path, reason: "it is a folder; name a picture in it")
            }
            if count < 0 { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
            if count == 0, total > 0 { return }
            if total == 0 { try look(atBeginning: bytes.prefix(count)) }
            total += count
            if total > Picture.mostBytes {
                throw .notAPicture(path: path, reason: "the file has more than \(Picture.mostBytes >> 20) MiB")
            }
            var problem: UnsafeMutablePointer<GError>?
            let isTaken = gdk_pixbuf_loader_write(loader, bytes, gsize(count), &problem) != 0
            let reason = PictureReading.take(problem)
            if isTooLarge { throw .tooLarge(path: path, size: natural) }
            bytes.withUnsafeBufferPointer {
                filters?.read(.init(rebasing: $0[..<count]))
                end.read(.init(rebasing: $0[..<count]))
            }
            // The loader looks for the format only when it has some kilobytes, or all, and then draws all at once.
            if let filters, filters.hasFilter, format == "svg" || format == nil && filters.hasSVG {
                throw .notAPicture(
                    path: path,
                    reason:
                        "it has filters (blurs, shadows), which can take minutes; export it without, or set svg-filters = "
                        + "true in [content] of the machine's file")
            }
            guard isTaken || untilPrepared && isPrepared else {
                throw .notAPicture(path: path, reason: missingLoader ?? reason ?? PictureReason.unknown)
            }
        }
    }

    /// What to do about a format without a loader; nil when there is one, or when nothing is known to help.
    private var missingLoader: String? {
        guard format == nil, let loaderPackage else { return nil }
        return "this machine cannot read its format: install \(loaderPackage), or save it as PNG or JPEG"
    }

    /// How many bytes of a file are looked at for what the loader does not say.
    private static let beginning = 2048

    /// Looks in the first bytes of the file for the marks of an animation, and for what every SVG needs.
    private func look(atBeginning bytes: ArraySlice<UInt8>) throws(PictureError) {
        let bytes = bytes.prefix(Self.beginning)
        if let reason = PictureReason.kind(of: bytes) { throw .notAPicture(path: path, reason: reason) }
        func has(_ text: String) -> Bool { bytes.firstRange(of: Array(text.utf8)) != nil }
        let isText = bytes.drop { $0 <= 0x20 || $0 >= 0x80 }.first == UInt8(ascii: "<")
        if bytes.starts(with: "GIF8".utf8) {
            isAnimated = has("NETSCAPE2.0") || has("ANIMEXTS1.0")
        } else if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
            loaderPackage = has("avif") || has("avis") ? "libavif-gdk-pixbuf" : has("heic") ? "heif-gdk-pixbuf" : nil
            isAnimated = has("ftypavis")
        } else if bytes.dropFirst(1).starts(with: "PNG".utf8) {
            isAnimated = has("acTL")
            // The last byte of the header, IHDR, which is always the first chunk.
            isInterlaced = bytes.dropFirst(28).first.map { $0 != 0 } == true
        } else if isText, let tag = bytes.firstRange(of: Array("<svg".utf8)),
            bytes[tag.upperBound...].contains(UInt8(ascii: ">")),
            !has("http://www.w3.org/2000/svg")
        {
            throw .notAPicture(
                path: path,
                reason: "nothing in it would be drawn: its element svg needs xmlns=\"http://www.w3.org/2000/svg\"")
        }
    }

    /// Whether the file is a PNG. The loader does not report a PNG that ends too early; it does for other formats.
    private var isPNG: Bool { format == "png" }

    /// The name of the file's format, once the loader has found it out.
    private var format: String? {
        guard let format = gdk_pixbuf_loader_get_format(loader), let name = gdk_pixbuf_format_get_name(format) else {
            return nil
        }
        defer { g_free(name) }
        return String(cString: name)
    }

    private var isTooLarge: Bool { natural.width * natural.height > Picture.mostPixels }

    private func sizeIsKnown(_ width: Int, _ height: Int) {
        natural = PixelSize(width, height)
        if isTooLarge {
            // A size of zero stops the loader before it allocates memory.
            gdk_pixbuf_loader_set_size(loader, 0, 0)
        } else if !isPNG, !isFilm {
            // The loader then decodes a JPEG at reduced size and draws an SVG at this size. A PNG keeps its size, because
            // otherwise its end could not be detected.
            let size = target ?? PixelSize(max(1, width / 8), max(1, height / 8))
            // Asked for the size that it has, the loader would make a copy of the whole picture.
            if size == natural { return }
            gdk_pixbuf_loader_set_size(loader, Int32(clamping: size.width), Int32(clamping: size.height))
        }
    }

    private static func take(_ problem: UnsafeMutablePointer<GError>?) -> String? {
        guard let problem else { return nil }
        defer { g_error_free(problem) }
        return problem.pointee.message.map { PictureReason.plain(String(cString: $0)) }
    }
}
