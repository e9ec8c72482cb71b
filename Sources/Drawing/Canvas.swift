// Draws shapes, text and pictures into a bitmap with Cairo.

internal import CPango
public import Geometry
public import Layers

/// A pen on a bitmap that holds a picture or a part of one. Coordinates are pixels from the picture's top left corner; what
/// falls outside of the bitmap is cut off. What is drawn stands in `bitmap.pixels` as soon as a call returns. An opaque
/// bitmap stays opaque whatever is drawn on it.
public final class Canvas {
    /// The longest side of a bitmap that can be drawn on, in pixels: Cairo counts them in 16 bits.
    public static let longestSide = 32767

    /// What is drawn on.
    public let bitmap: Bitmap
    /// The part of the picture that the bitmap holds. What lies outside need not be drawn.
    public let area: Rect
    private let pictures: DecodedPictures?
    private let surface: OpaquePointer
    private let context: OpaquePointer

    /// A pen on `bitmap`, no side of which may be longer than `longestSide`. Its top left corner is `origin` of the picture,
    /// on whole pixels. Pictures are kept in `pictures`, if given, for other parts of the same picture.
    public init(_ bitmap: Bitmap, origin: Point = .zero, pictures: DecodedPictures? = nil) {
        self.bitmap = bitmap
        self.pictures = pictures
        area = Rect(origin: origin, size: bitmap.size.size)
        // ARGB32 for opaque bitmaps too: drawing over alpha 255 leaves 255, while RGB24 leaves those bits undefined.
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

    /// Fills the whole bitmap. On an opaque bitmap a `color` that is not opaque is laid over what is there, on any
    /// other it replaces it.
    public func fill(_ color: Color) {
        set(color)
        cairo_set_operator(context, bitmap.isOpaque ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_SOURCE)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        cairo_surface_flush(surface)
    }

    /// Lays `color` over `rect`, whose corners are rounded by `cornerRadius` pixels.
    public func fill(_ rect: Rect, _ color: Color, cornerRadius: Double = 0) {
        fill(Path(rect, cornerRadius: cornerRadius), color)
    }

    /// Lays `color` over the inside of `path`; open outlines are closed, and where outlines overlap, all is inside.
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

    /// Draws `layout` with the top left corner of its first line's box, or of its whole width if it has one, at `point`.
    public func draw(_ layout: TextLayout, at point: Point) {
        let origin = Point(point.x - layout.origin.x, point.y - layout.origin.y)
        for line in layout.lines(in: (area.minY - origin.y)...(area.maxY - origin.y)) {
            cairo_move_to(context, origin.x + line.x, origin.y + line.baseline)
            pango_cairo_show_layout_line(context, line.line)
        }
        cairo_new_path(context)
        cairo_surface_flush(surface)
    }

    /// Draws `source` pixel for pixel with its top left corner at the pixel nearest to `point`.
    public func draw(_ source: Bitmap, at point: Point) {
        let (x, y) = (point.x.rounded(), point.y.rounded())
        paint(source, at: Point(x, y), within: Path(Rect(origin: Point(x, y), size: source.size.size)))
    }

    /// Draws `picture` into `rect`: as large as fits, centred, or so large that it covers `rect`, cut off there, with
    /// corners of `cornerRadius` pixels. It is scaled to these pixels while it is read from its file, which can fail.
    public func draw(
        _ picture: Picture, in rect: Rect, fit: Picture.Fit = .inside, cornerRadius: Double = 0
    ) throws(PictureError) {
        let target = picture.frame(in: rect, fit: fit)
        let cover = PixelRect(
            Int(target.minX.rounded()), Int(target.minY.rounded()), max(1, Int(target.width.rounded())),
            max(1, Int(target.height.rounded())))
        let size = PixelSize(cover.width, cover.height)
        let scaled = if let pictures { try pictures.bitmap(picture, size) } else { try picture.bitmap(size) }
        let edge = Rect(Double(cover.x), Double(cover.y), Double(cover.width), Double(cover.height))
        let clip = fit == .inside ? edge : rect.intersection(edge)
        paint(scaled, at: edge.origin, within: Path(clip, cornerRadius: cornerRadius))
    }

    private func paint(_ source: Bitmap, at origin: Point, within path: Path) {
        let pixels = Canvas.surface(of: source, format: CAIRO_FORMAT_ARGB32)
        cairo_set_source_surface(context, pixels, origin.x, origin.y)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
        trace(path)
        cairo_fill(context)
        // The context must not keep pixels that end with `source`.
        cairo_set_source_rgb(context, 0, 0, 0)
        cairo_surface_destroy(pixels)
        cairo_surface_flush(surface)
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

    /// A Cairo surface on the memory of `bitmap`; the caller destroys it while `bitmap` lives.
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
