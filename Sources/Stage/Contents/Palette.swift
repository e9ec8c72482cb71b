// The colours of a theme, without its fonts and sizes.

package import Layers

/// The colours of one theme, as `Theme` names them.
package struct Palette: Hashable, Sendable {
    package var background: Color
    package var text: Color
    package var secondaryText: Color
    package var accent: Color
    package var mark: Color
    package var separator: Color
    package var pressed: Color
    package var placeholder: Color
    package var ground: Color
    package var bar: Color
    package var barText: Color
    package var barAccent: Color

    /// The colours of the theme `name`.
    package init(_ name: Theme.Name) {
        switch name {
        case .paper:
            background = Color(0xF6EEDF)
            text = Color(0x1D2A3C)
            secondaryText = Color(0x665E50)
            accent = Color(0xA63E26)
            mark = Color(0x857B6A)
            separator = Color(0xCBC0AA)
            pressed = Color(0xEBE0CA)
            placeholder = Color(0xE8DDC8)
            ground = Color(0x8E8677)
        case .night:
            background = Color(0x14181D)
            text = Color(0xE9E4DA)
            secondaryText = Color(0xA3AAB2)
            accent = Color(0xE0A458)
            mark = Color(0x7C858F)
            separator = Color(0x343B43)
            pressed = Color(0x242B33)
            placeholder = Color(0x20262D)
            ground = Color(0x07090B)
        case .daylight:
            background = Color(0xFFFFFF)
            text = Color(0x14181F)
            secondaryText = Color(0x566070)
            accent = Color(0x0B57C2)
            mark = Color(0x7A8494)
            separator = Color(0xC9CFD7)
            pressed = Color(0xEEF1F5)
            placeholder = Color(0xE9EDF2)
            ground = Color(0x8D949E)
        case .contrast:
            background = Color(0x000000)
            text = Color(0xFFFFFF)
            secondaryText = Color(0xE0E0E0)
            accent = Color(0xFFD60A)
            mark = Color(0xBDBDBD)
            separator = Color(0x8A8A8A)
            pressed = Color(0x2E2E2E)
            placeholder = Color(0x2E2E2E)
            ground = Color(0x4A4A4A)
        }
        (bar, barText, barAccent) = (background, text, accent)
        if name == .contrast { (bar, barText, barAccent) = (Color(0xFFD60A), Color(0x000000), Color(0x000000)) }
    }
}
