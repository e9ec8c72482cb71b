// Keeps words in Korean letters together at the ends of lines.

internal import CPango

/// Has lines of a layout broken at the spaces of Korean, and within a word only where it is longer than a line.
struct KoreanLines {
    /// The words, in bytes of the text. Empty for a text without Korean letters.
    private let words: [Range<Int>]

    /// The words of `text`.
    init(of text: AttributedText) {
        words = text.runs.contains { LineBreaks.hasKorean($0.text) } ? LineBreaks.koreanWords(in: text.string) : []
    }

    /// Sets `attributes` of `layout`, whose lines have their width already, with those that keep the words together.
    func set(_ attributes: OpaquePointer?, on layout: OpaquePointer) {
        guard !words.isEmpty else { return pango_layout_set_attributes(layout, attributes) }
        keep(words, attributes, layout)
        let long = longLines(of: layout)
        guard !long.isEmpty else { return }
        keep(words.filter { word in !long.contains { $0.overlaps(word) } }, attributes, layout)
    }

    private func keep(_ words: [Range<Int>], _ attributes: OpaquePointer?, _ layout: OpaquePointer) {
        let list = pango_attr_list_copy(attributes)
        defer { pango_attr_list_unref(list) }
        for word in words {
            let attribute = pango_attr_allow_breaks_new(0)
            attribute?.pointee.start_index = guint(word.lowerBound)
            attribute?.pointee.end_index = guint(word.upperBound)
            pango_attr_list_insert(list, attribute)
        }
        pango_layout_set_attributes(layout, list)
    }

    /// The bytes of the lines that are longer than `layout` allows.
    private func longLines(of layout: OpaquePointer) -> [Range<Int>] {
        let width = pango_layout_get_width(layout)
        guard width >= 0, let lines = pango_layout_get_iter(layout) else { return [] }
        defer { pango_layout_iter_free(lines) }
        var long: [Range<Int>] = []
        repeat {
            guard let line = pango_layout_iter_get_line_readonly(lines) else { break }
            var box = PangoRectangle()
            pango_layout_iter_get_line_extents(lines, nil, &box)
            let start = Int(line.pointee.start_index)
            if box.width > width { long.append(start..<start + max(1, Int(line.pointee.length))) }
        } while pango_layout_iter_next_line(lines) != 0
        return long
    }
}
