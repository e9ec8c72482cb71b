// The canvas, which draws shapes, text and bitmaps into a bitmap with Cairo.

internal import CPango
internal import Glibc
public import Geometry
public import Layers

/// Draws into a bitmap that holds a picture or a part of one. Coordinates are pixels from the picture's top left corner.
/// Drawing outside of the bitmap is clipped. `bitmap.pixels` is up to date as soon as a call returns. An opaque bitmap
/// stays opaque, whatever is drawn.
public final class Canvas {
    /// The longest side of a bitmap that a canvas can draw on, in pixels. Cairo counts pixels in 16 bits.
    public static let longestSide = 32767

    /// The bitmap that the canvas draws into.
    public let bitmap: Bitmap
    /// The part of the picture that the bitmap holds. Nothing outside of it needs to be drawn.
    public let area: Rect
    private let surface: OpaquePointer
    private let context: OpaquePointer

    /// A canvas for `bitmap`, whose sides may be at most `longestSide`. The bitmap's top left corner is at `origin` of the
    /// picture, in whole pixels.
    public init(_ bitmap: Bitmap, origin: Point = .zero) {
        self.bitmap = bitmap
        area = Rect(origin: origin, size: bitmap.size.size)
        // ARGB32 for opaque bitmaps too: drawing over alpha 255 leaves 255, while RGB24 leaves these bits undefined.
        surface = Canvas.surface(of: bitmap, format: CAIRO_FORMAT_ARGB32)
        context = cairo_create(surface)
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS else {
            fatalError("cannot draw on a bitmap of \(bitmap.size.width)×\(bitmap.size.height) pixels")
        }
        cairo_translate(context, -origin.x, -origin.y)
        cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Fills the whole bitmap. On an opaque bitmap, a translucent `color` is drawn over the current pixels. On any other
    /// bitmap, `color` replaces them.
    public func fill(_ color: Color) {
        set(color)
        cairo_set_operator(context, bitmap.isOpaque ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_SOURCE)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        cairo_surface_flush(surface)
    }

    /// Draws `color` over `rect`, with corners rounded by `cornerRadius` pixels.
    public func fill(_ rect: Rect, _ color: Color, cornerRadius: Double = 0) {
        fill(Path(rect, cornerRadius: cornerRadius), color)
    }

    /// Draws `color` over the inside of `path`. Open outlines are closed. The nonzero winding rule applies, so overlapping
    /// outlines of the same direction are all inside.
    public func fill(_ path: Path, _ color: Color) {
        trace(path)
        set(color)
        cairo_fill(context)
        cairo_surface_flush(surface)
    }

    /// Draws along `path` with a round pen of `width` pixels.
    public func stroke(_ path: Path, width: Double, _ color: Color) {
        trace(path)
        set(color)
        cairo_set_line_width(context, width)
        cairo_stroke(context)
        cairo_surface_flush(surface)
    }

    /// Draws `layout` with its top left corner at `point`. The corner is that of the first line's box, or of the layout's
    /// whole width when it has one.
    public func draw(_ layout: TextLayout, at point: Point) {
        let origin = Point(point.x - layout.origin.x, point.y - layout.origin.y)
        pthread_mutex_lock(glyphLock)
        defer { pthread_mutex_unlock(glyphLock) }
        for line in layout.lines(in: (area.minY - origin.y)...(area.maxY - origin.y)) {
            cairo_move_to(context, origin.x + line.x, origin.y + line.baseline)
            pango_cairo_show_layout_line(context, line.line)
        }
        cairo_new_path(context)
        cairo_surface_flush(surface)
    }

    /// Draws `source` pixel for pixel, with its top left corner at the pixel nearest to `point`.
    public func draw(_ source: Bitmap, at point: Point) {
        let (x, y) = (point.x.rounded(), point.y.rounded())
        let pixels = Canvas.surface(of: source, format: CAIRO_FORMAT_ARGB32)
        cairo_set_source_surface(context, pixels, x, y)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
        trace(Path(Rect(origin: Point(x, y), size: source.size.size)))
        cairo_fill(context)
        // The context must not reference pixels that are freed with `source`.
        cairo_set_source_rgb(context, 0, 0, 0)
        cairo_surface_destroy(pixels)
        cairo_surface_flush(surface)
    }

    /// Calls `body`, which draws nothing outside of `path`.
    public func clipped(to path: Path, _ body: () -> Void) {
        cairo_save(context)
        trace(path)
        cairo_clip(context)
        body()
        cairo_restore(context)
    }

    private func set(_ color: Color) {
        cairo_set_source_rgba(
            context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
            Double(color.alpha) / 255)
    }

    private func trace(_ path: Path) {
        cairo_new_path(context)
        for element in path.elements {
            switch element {
            case .move(let to): cairo_move_to(context, to.x, to.y)
            case .line(let to): cairo_line_to(context, to.x, to.y)
            case .curve(let first, let second, let end):
                cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
            case .close: cairo_close_path(context)
            }
        }
    }

    /// Returns a Cairo surface on the memory of `bitmap`. The caller destroys it while `bitmap` exists.
    static func surface(of bitmap: Bitmap, format: cairo_format_t) -> OpaquePointer {
        let bytes = UnsafeMutableRawPointer(bitmap.pixels).assumingMemoryBound(to: UInt8.self)
        let made = cairo_image_surface_create_for_data(
            bytes, format, Int32(bitmap.size.width), Int32(bitmap.size.height), Int32(bitmap.size.width * 4))
        guard let made, cairo_surface_status(made) == CAIRO_STATUS_SUCCESS else {
            fatalError("a bitmap of \(bitmap.size.width)×\(bitmap.size.height) pixels is too long to draw on")
        }
        return made
    }
}

/// Held while text is drawn. Tests that drew on several threads have crashed in cairo 1.16, whose glyph cache all threads share;
/// the cause is not known. Pictures with text that librsvg draws on another thread do not take this lock.
nonisolated(unsafe) private let glyphLock = {
    let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    return lock
}()
