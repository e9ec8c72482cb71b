// The width below which words of a text break.

internal import CPango

extension TextLayout {
    /// The width (px) of the widest part of `text` in which no line may end.
    package static func leastWidth(of text: AttributedText) -> Double {
        let whole = TextLayout(text)
        pango_layout_set_wrap(whole.layout, PANGO_WRAP_WORD)
        pango_layout_set_width(whole.layout, 0)
        var logical = PangoRectangle()
        pango_layout_get_extents(whole.layout, nil, &logical)
        return Double(logical.width) / Double(PANGO_SCALE)
    }
}
