// Converts text styles to Pango's attributes.

internal import CPango
import Layers

/// The attributes that make Pango draw text in a style.
struct TextAttributes {
    let style: TextStyle

    init(_ style: TextStyle) { self.style = style }

    /// Returns a font description of `style`, which the caller frees.
    static func description(of style: TextStyle) -> OpaquePointer? {
        let description = pango_font_description_new()
        pango_font_description_set_family(
            description, style.isMonospaced ? "Noto Sans Mono, DejaVu Sans Mono, monospace" : style.family)
        pango_font_description_set_absolute_size(description, max(1, style.size) * 1024)
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(clamping: style.weight.rawValue)))
        pango_font_description_set_style(description, style.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        return description
    }

    /// Has words of `text` that are longer than a line broken without a hyphen, but for those at a soft hyphen. Pango breaks them between any
    /// two letters, and a hyphen there would say that it is a syllable.
    static func leaveOutHyphens(of text: [UInt8], in attributes: OpaquePointer?) {
        var start = 0
        func leaveOut(to end: Int) {
            let attribute = pango_attr_insert_hyphens_new(0)
            attribute?.pointee.start_index = guint(start)
            attribute?.pointee.end_index = guint(end)
            pango_attr_list_insert(attributes, attribute)
        }
        for index in text.indices.dropLast() where text[index] == 0xC2 && text[index + 1] == 0xAD {
            leaveOut(to: index)
            start = index + 2
        }
        leaveOut(to: text.count)
    }

    /// Has the signs in `run` that are wide in Chinese and Japanese drawn by a font for these. The run begins at the byte `start`.
    static func widenSigns(of run: AttributedText.Run, into list: OpaquePointer?, from start: Int) {
        guard !run.style.isMonospaced else { return }
        // Few texts have such signs, and to look through the families takes longer than all else here.
        let ranges = WidePunctuation.ranges(in: run.text)
        guard !ranges.isEmpty, let family = WidePunctuation.family(from: run.style.family) else { return }
        for range in ranges {
            let attribute = pango_attr_family_new(family)
            attribute?.pointee.start_index = guint(start + range.lowerBound)
            attribute?.pointee.end_index = guint(start + range.upperBound)
            pango_attr_list_insert(list, attribute)
        }
    }

    /// Applies the style to the bytes from `start` up to `end` of a text.
    func insert(into list: OpaquePointer?, from start: Int, to end: Int) {
        func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
            attribute?.pointee.start_index = guint(start)
            attribute?.pointee.end_index = guint(end)
            pango_attr_list_insert(list, attribute)
        }
        let description = TextAttributes.description(of: style)
        insert(pango_attr_font_desc_new(description))
        pango_font_description_free(description)
        // Pango's colours have 16 bits per component.
        func wide(_ part: UInt8) -> UInt16 { UInt16(part) * 257 }
        insert(pango_attr_foreground_new(wide(style.color.red), wide(style.color.green), wide(style.color.blue)))
        if style.color.alpha < 255 { insert(pango_attr_foreground_alpha_new(max(1, wide(style.color.alpha)))) }
        if style.isUnderlined { insert(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
        if style.isStruckThrough { insert(pango_attr_strikethrough_new(1)) }
    }
}
