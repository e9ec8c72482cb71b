// A WebP file, which libwebp reads: its head, its picture or first frame, and the frames of an animation.

internal import CFiles
// The types of GLib belong to the module that includes them first.
internal import CPango
internal import CPixbuf
internal import CWebP
import Geometry
import Glibc

/// The bytes of a WebP file, and what they hold.
final class WebPFile {
    /// The size of the picture according to the file, before it is turned.
    let natural: PixelSize
    /// Whether the file is an animation.
    let isAnimated: Bool
    private let path: String
    private let bytes: UnsafeMutablePointer<UInt8>
    private let demuxer: OpaquePointer
    private let count: Int
    private let isWhole: Bool

    /// Whether the open file `descriptor` begins as a WebP file does.
    static func isWebP(_ descriptor: Int32) -> Bool {
        var beginning = [UInt8](repeating: 0, count: 12)
        let count = beginning.withUnsafeMutableBytes { read(descriptor, into: $0) }
        return count == 12 && beginning.starts(with: "RIFF".utf8) && beginning.dropFirst(8).elementsEqual("WEBP".utf8)
    }

    /// Reads what tells the size of the open file `descriptor`, and nothing more where this says all that a head needs.
    static func head(_ descriptor: Int32, path: String) throws(PictureError) -> WebPFile {
        let head = try WebPFile(descriptor, path: path, most: 2048)
        // Exif stands behind the pixels.
        return head.has(EXIF_FLAG) ? try WebPFile(descriptor, path: path) : head
    }

    /// Reads the first `most` bytes of the open file `descriptor`, or all; `path` is its name in errors. The file may be cut off behind
    /// its size.
    init(_ descriptor: Int32, path: String, most: Int = .max) throws(PictureError) {
        var status = stat()
        fstat(descriptor, &status)
        guard status.st_size <= Picture.mostBytes else {
            throw .notAPicture(path: path, reason: "the file has more than \(Picture.mostBytes >> 20) MiB")
        }
        let size = min(most, Int(status.st_size))
        guard let memory = malloc(max(1, size)) else { throw .notAPicture(path: path, reason: PictureReason.memory) }
        let count = Self.read(descriptor, into: UnsafeMutableRawBufferPointer(start: memory, count: size))
        guard count >= 0 else {
            let reason = String(cString: strerror(errno))
            free(memory)
            throw .unreadable(path: path, reason: reason)
        }
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        var (data, state) = (WebPData(bytes: bytes, size: count), WEBP_DEMUX_PARSE_ERROR)
        let demuxer = WebPDemuxPartial(&data, &state)
        var natural = PixelSize(0, 0)
        // Before the header's end, libwebp says nothing that counts.
        if state == WEBP_DEMUX_PARSED_HEADER || state == WEBP_DEMUX_DONE {
            natural = PixelSize(
                Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)), Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)))
        }
        guard let demuxer, natural.width > 0, natural.height > 0,
            natural.width * natural.height <= Picture.mostPixels
        else {
            WebPDemuxDelete(demuxer)
            free(memory)
            if natural.width * natural.height > Picture.mostPixels { throw .tooLarge(path: path, size: natural) }
            let isShort = state != WEBP_DEMUX_PARSE_ERROR
            throw .notAPicture(path: path, reason: isShort ? PictureReason.truncated : PictureReason.damaged)
        }
        (self.path, self.bytes, self.count, self.demuxer, self.natural) = (path, bytes, count, demuxer, natural)
        isWhole = state == WEBP_DEMUX_DONE
        isAnimated = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) & ANIMATION_FLAG.rawValue != 0
    }

    deinit {
        WebPDemuxDelete(demuxer)
        free(bytes)
    }

    /// How the picture is turned: an Exif orientation, 1 to 8.
    var orientation: Int {
        var exif = WebPChunkIterator()
        guard has(EXIF_FLAG), WebPDemuxGetChunk(demuxer, "EXIF", 1, &exif) != 0 else { return 1 }
        defer { WebPDemuxReleaseChunkIterator(&exif) }
        return Exif.orientation(in: UnsafeBufferPointer(start: exif.chunk.bytes, count: exif.chunk.size))
    }

    /// Decodes the picture, or the first frame on its transparent ground. The pixels belong to the caller; they are still to be turned.
    /// They may have the smaller size `target`, before they are turned, where libwebp can decode into it.
    func picture(target: PixelSize) throws(PictureError) -> OpaquePointer {
        try checkEnd()
        var frame = try firstFrame()
        defer { WebPDemuxReleaseIterator(&frame) }
        let isCovered = PixelSize(Int(frame.width), Int(frame.height)) == natural
        let hasAlpha = frame.has_alpha != 0 || !isCovered
        // libwebp averages colours without regard to the alpha; gdk-pixbuf regards it.
        let isScaled = !hasAlpha && target.width <= natural.width && target.height <= natural.height
        let size = isScaled ? target : natural
        guard
            let pixels = gdk_pixbuf_new(
                GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, Int32(size.width), Int32(size.height))
        else { throw .notAPicture(path: path, reason: PictureReason.memory) }
        if !isCovered { gdk_pixbuf_fill(pixels, 0) }
        let pitch = gdk_pixbuf_get_rowstride(pixels)
        let offset = Int(frame.y_offset) * Int(pitch) + Int(frame.x_offset) * Int(gdk_pixbuf_get_n_channels(pixels))
        var config = WebPDecoderConfig()
        WebPInitDecoderConfig(&config)
        if isScaled, size != natural {
            config.options.use_scaling = 1
            (config.options.scaled_width, config.options.scaled_height) = (Int32(size.width), Int32(size.height))
        }
        config.output.colorspace = hasAlpha ? MODE_RGBA : MODE_RGB
        config.output.is_external_memory = 1
        config.output.u.RGBA = WebPRGBABuffer(
            rgba: gdk_pixbuf_get_pixels(pixels) + offset, stride: pitch,
            size: Int(gdk_pixbuf_get_byte_length(pixels)) - offset)
        let status = WebPDecode(frame.fragment.bytes, frame.fragment.size, &config)
        guard status == VP8_STATUS_OK else {
            g_object_unref(UnsafeMutableRawPointer(pixels))
            throw .notAPicture(path: path, reason: Self.reason(of: status))
        }
        gdk_pixbuf_set_option(pixels, "orientation", "\(orientation)")
        return pixels
    }

    /// When the frames of an animation are due. This decodes nothing.
    func timing() throws(PictureError) -> FilmTiming {
        try checkEnd()
        return isAnimated
            ? try walk(most: FilmTiming.mostFrames) { _ throws(PictureError) in }
            : FilmTiming(delays: [], plays: 0)
    }

    /// Decodes the frames of an animation and calls `body` with each that is shown, up to `most`. The pixels are valid during the call.
    /// The time and the memory have a bound because an animation beyond the bounds of `FilmTiming` is an error.
    func film(most: Int, _ body: (OpaquePointer) throws(PictureError) -> Void) throws(PictureError) {
        guard isAnimated, try timing().hindrance(at: natural) == nil else {
            throw .notAPicture(path: path, reason: "it is no animation that moves")
        }
        var data = WebPData(bytes: bytes, size: count)
        guard let decoder = WebPAnimDecoderNew(&data, nil) else {
            throw .notAPicture(path: path, reason: PictureReason.memory)
        }
        defer { WebPAnimDecoderDelete(decoder) }
        let orientation = "\(orientation)"
        _ = try walk(most: most) { isShown throws(PictureError) in
            var (frame, time): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
            guard WebPAnimDecoderGetNext(decoder, &frame, &time) != 0, let frame else {
                throw .notAPicture(path: path, reason: PictureReason.damaged)
            }
            guard isShown else { return }
            let (width, height) = (Int32(natural.width), Int32(natural.height))
            guard
                let pixels = gdk_pixbuf_new_from_data(
                    frame, GDK_COLORSPACE_RGB, 1, 8, width, height, width * 4, nil, nil)
            else { throw .notAPicture(path: path, reason: PictureReason.memory) }
            defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
            gdk_pixbuf_set_option(pixels, "orientation", orientation)
            try body(pixels)
        }
    }

    /// Goes through the frames and says of each whether it is shown, until more than `most` are.
    private func walk(
        most: Int, _ body: (_ isShown: Bool) throws(PictureError) -> Void
    ) throws(PictureError) -> FilmTiming {
        var frame = try firstFrame()
        defer { WebPDemuxReleaseIterator(&frame) }
        var delays = FilmDelays()
        repeat {
            let isShown = delays.add(Int(frame.duration))
            if delays.kept.count > most { break }
            try body(isShown)
        } while WebPDemuxNextFrame(&frame) != 0
        return FilmTiming(delays: delays.kept, plays: Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT)))
    }

    private func firstFrame() throws(PictureError) -> WebPIterator {
        var frame = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else {
            throw .notAPicture(path: path, reason: PictureReason.damaged)
        }
        return frame
    }

    private func checkEnd() throws(PictureError) {
        if !isWhole { throw .notAPicture(path: path, reason: PictureReason.truncated) }
    }

    private func has(_ flag: WebPFeatureFlags) -> Bool {
        WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) & flag.rawValue != 0
    }

    private static func reason(of status: VP8StatusCode) -> String {
        switch status {
        case VP8_STATUS_OUT_OF_MEMORY: PictureReason.memory
        case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: PictureReason.truncated
        default: PictureReason.damaged
        }
    }

    /// Reads the beginning of the file until `bytes` is full. Returns the number of bytes, or a negative number and `errno`.
    private static func read(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) -> Int {
        var total = 0
        while total < bytes.count {
            let count = pread(descriptor, bytes.baseAddress! + total, bytes.count - total, off_t(total))
            if count < 0, errno == EINTR { continue }
            if count < 0 { return count }
            if count == 0 { break }
            total += count
        }
        return total
    }
}
