// Where the caret stands in a text, and which character is under a finger.

internal import CPango
public import Geometry
import Glibc

extension TextLayout {
    /// The caret before the byte `byte` of the text (UTF-8), from the top left corner: a line without a width. Between letters of two
    /// directions it stands where a letter in the direction of the text would be typed.
    public func caret(atByte byte: Int) -> Rect {
        var strong = PangoRectangle()
        let end = pango_layout_get_text(layout).map { strlen($0) } ?? 0
        pango_layout_get_cursor_pos(layout, Int32(clamping: min(max(0, byte), end)), &strong, nil)
        return Rect(
            TextLayout.pixels(strong.x) - origin.x, TextLayout.pixels(strong.y) - origin.y, 0,
            TextLayout.pixels(strong.height))
    }

    /// The byte of the text (UTF-8) before which the caret stands that is nearest to `point` (from the top left corner).
    public func byte(nearest point: Point) -> Int {
        var (byte, trailing) = (Int32(0), Int32(0))
        pango_layout_xy_to_index(
            layout, TextLayout.units(point.x + origin.x), TextLayout.units(point.y + origin.y), &byte, &trailing)
        // Behind the middle of a character the caret stands behind it. `trailing` counts the scalars of the character.
        guard trailing > 0, let text = pango_layout_get_text(layout) else { return Int(byte) }
        var end = Int(byte)
        for _ in 0..<trailing {
            repeat { end += 1 } while UInt8(bitPattern: text[end]) & 0xC0 == 0x80
        }
        return end
    }
}
