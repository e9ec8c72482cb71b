// Text that Pango has broken into lines and measured, ready to be drawn.

internal import CPango
public import Geometry

/// The horizontal alignment of lines of text. Start and end follow the text: the start of Arabic is at the right.
public enum TextAlignment: String, Sendable, CaseIterable {
    case start, center, end
}

/// Text broken into lines. Lengths are in pixels and not rounded. They do not depend on settings of the screen: no hinting,
/// gray antialiasing. Pango provides shaping, bidirectional text and fonts for other scripts. The text is read in the direction of
/// most of its letters.
public final class TextLayout {
    /// The requested width, or that of the longest line, and the height of all lines.
    public let size: Size
    /// The distance from the top to the baseline of the first line.
    public let baseline: Double
    /// The number of lines.
    public let lineCount: Int
    /// Whether text was left out because of the line limit or the width. The text then ends in “…”.
    public let isTruncated: Bool
    /// The area that is covered with ink, from the layout's top left corner. It may extend beyond `size`.
    public let inkBounds: Rect
    /// The number of characters that no installed font can draw.
    public let unknownGlyphCount: Int

    let layout: OpaquePointer
    /// The position of the layout's top left corner, from Pango's own origin.
    let origin: Point
    private let runEnds: [Int]
    /// The lines, computed when they are first drawn: some layouts are only measured.
    private lazy var lines = makeLines()

    /// Breaks `text` into at most `lineLimit` lines of at most `width` pixels. When `width` is nil, each paragraph is one
    /// line. `lineSpacing` is the distance between lines, relative to the distance that the font requests.
    public init(
        _ text: AttributedText, width: Double? = nil, alignment: TextAlignment = .start, lineLimit: Int? = nil,
        lineSpacing: Double = 1
    ) {
        // The default font map belongs to the calling thread, so layouts of two threads share nothing.
        guard let context = pango_font_map_create_context(pango_cairo_font_map_get_default()),
            let layout = pango_layout_new(context)
        else { fatalError("Pango has no font map") }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        self.layout = layout
        TextLayout.fixMetrics(of: context, language: text.language)

        var bytes: [UInt8] = []
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        var ends: [Int] = []
        let isArabic = ArabicLines.isNeeded(for: text)
        for run in text.runs {
            let start = bytes.count
            // Pango ends the text at a zero byte.
            bytes.append(contentsOf: run.text.utf8.lazy.map { $0 == 0 ? UInt8(ascii: " ") : $0 })
            ends.append(bytes.count)
            TextAttributes(run.style).insert(into: attributes, from: start, to: bytes.count)
            TextAttributes.widenSigns(of: run, into: attributes, from: start)
            if isArabic {
                ArabicLines.set(run, spacing: lineSpacing, from: start, to: bytes.count, in: attributes)
            }
        }
        runEnds = ends
        TextAttributes.leaveOutHyphens(of: bytes, in: attributes)
        bytes.withUnsafeBytes {
            pango_layout_set_text(layout, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
        }
        if let first = text.runs.first {
            // Pango also uses this font to measure an empty line.
            let description = TextAttributes.description(of: first.style)
            pango_layout_set_font_description(layout, description)
            pango_font_description_free(description)
        }
        let isRightToLeft = text.isRightToLeft
        pango_context_set_base_dir(context, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        pango_layout_set_auto_dir(layout, 0)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        if lineSpacing != 1, !isArabic { pango_layout_set_line_spacing(layout, Float(lineSpacing)) }
        switch alignment {
        case .start: pango_layout_set_alignment(layout, isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
        case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        case .end: pango_layout_set_alignment(layout, isRightToLeft ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT)
        }
        if let width { pango_layout_set_width(layout, TextLayout.units(max(0, width))) }
        KoreanLines(of: text).set(attributes, on: layout)
        if let lineLimit { TextLayout.limit(layout, to: max(1, lineLimit)) }

        var ink = PangoRectangle()
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, &ink, &logical)
        let left = width == nil ? TextLayout.pixels(logical.x) : 0
        origin = Point(left, TextLayout.pixels(logical.y))
        size = Size(width ?? TextLayout.pixels(logical.width), TextLayout.pixels(logical.height))
        inkBounds = Rect(
            TextLayout.pixels(ink.x) - origin.x, TextLayout.pixels(ink.y) - origin.y, TextLayout.pixels(ink.width),
            TextLayout.pixels(ink.height))
        baseline = TextLayout.pixels(pango_layout_get_baseline(layout)) - origin.y
        lineCount = Int(pango_layout_get_line_count(layout))
        isTruncated = pango_layout_is_ellipsized(layout) != 0
        unknownGlyphCount = Int(pango_layout_get_unknown_glyphs_count(layout))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    /// The last line: the byte of the text at which it begins, and its width (px).
    package var lastLine: (start: Int, width: Double) {
        guard let line = pango_layout_get_line_readonly(layout, Int32(lineCount - 1)) else { return (0, 0) }
        var logical = PangoRectangle()
        pango_layout_line_get_extents(line, nil, &logical)
        return (Int(line.pointee.start_index), TextLayout.pixels(logical.width))
    }

    /// The index of the text's run at `point` (from the top left corner). Nil beside the text.
    public func run(at point: Point) -> Int? {
        var byte: Int32 = 0
        let hit = pango_layout_xy_to_index(
            layout, TextLayout.units(point.x + origin.x), TextLayout.units(point.y + origin.y), &byte, nil)
        return hit == 0 ? nil : runEnds.firstIndex { Int(byte) < $0 }
    }

    /// The boxes that run `index` covers, one or more for each line, from the top left corner.
    public func bounds(ofRun index: Int) -> [Rect] {
        bounds(ofBytes: (index == 0 ? 0 : runEnds[index - 1])..<runEnds[index])
    }

    /// The boxes that the bytes `range` of the text (UTF-8) cover, one or more for each line, from the top left corner.
    public func bounds(ofBytes range: Range<Int>) -> [Rect] {
        let (start, end) = (Int32(clamping: range.lowerBound), Int32(clamping: range.upperBound))
        guard let lines = pango_layout_get_iter(layout) else { return [] }
        defer { pango_layout_iter_free(lines) }
        var boxes: [Rect] = []
        repeat {
            guard let line = pango_layout_iter_get_line_readonly(lines) else { break }
            let (first, length) = (line.pointee.start_index, line.pointee.length)
            guard start < first + length, end > first else { continue }
            var box = PangoRectangle()
            pango_layout_iter_get_line_extents(lines, nil, &box)
            var ranges: UnsafeMutablePointer<Int32>?
            var count: Int32 = 0
            pango_layout_line_get_x_ranges(line, max(start, first), min(end, first + length), &ranges, &count)
            for range in 0..<Int(count) {
                guard let ranges else { break }
                let (left, right) = (ranges[2 * range], ranges[2 * range + 1])
                boxes.append(
                    Rect(
                        TextLayout.pixels(left) - origin.x, TextLayout.pixels(box.y) - origin.y,
                        TextLayout.pixels(right - left), TextLayout.pixels(box.height)))
            }
            g_free(ranges)
        } while pango_layout_iter_next_line(lines) != 0
        return boxes
    }

    /// One line, in pixels from Pango's own origin.
    struct Line {
        let line: UnsafeMutablePointer<PangoLayoutLine>?
        /// The left end of the line, and its baseline.
        let x: Double
        let baseline: Double
        /// The vertical range of the line's ink.
        let ink: ClosedRange<Double>
    }

    /// The lines with ink in `range` (vertical, px from Pango's own origin).
    func lines(in range: ClosedRange<Double>) -> some Sequence<Line> { lines.lazy.filter { $0.ink.overlaps(range) } }

    private func makeLines() -> [Line] {
        guard let walk = pango_layout_get_iter(layout) else { return [] }
        defer { pango_layout_iter_free(walk) }
        var lines: [Line] = []
        repeat {
            var ink = PangoRectangle()
            var logical = PangoRectangle()
            pango_layout_iter_get_line_extents(walk, &ink, &logical)
            // Antialiasing may reach into the next pixel.
            let top = TextLayout.pixels(ink.y) - 2
            lines.append(
                Line(
                    line: pango_layout_iter_get_line_readonly(walk), x: TextLayout.pixels(logical.x),
                    baseline: TextLayout.pixels(pango_layout_iter_get_baseline(walk)),
                    ink: top...top + max(0, TextLayout.pixels(ink.height)) + 4))
        } while pango_layout_iter_next_line(walk) != 0
        return lines
    }

    private static func fixMetrics(of context: OpaquePointer, language: String) {
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        pango_context_set_language(context, pango_language_from_string(language))
    }

    private static func limit(_ layout: OpaquePointer, to lines: Int) {
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        // Negative heights count the lines of each paragraph.
        pango_layout_set_height(layout, -Int32(clamping: lines))
        guard pango_layout_get_line_count(layout) > lines, let walk = pango_layout_get_iter(layout) else { return }
        defer { pango_layout_iter_free(walk) }
        for _ in 1..<lines { pango_layout_iter_next_line(walk) }
        var box = PangoRectangle()
        pango_layout_iter_get_line_extents(walk, nil, &box)
        pango_layout_set_height(layout, box.y + box.height)
    }

    /// Pango's unit is 1/1024 pixel.
    static func units(_ pixels: Double) -> Int32 { Int32(clamping: Int((pixels * 1024).rounded())) }
    static func pixels(_ units: Int32) -> Double { Double(units) / 1024 }
}
