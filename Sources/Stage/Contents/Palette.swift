// The colours of a theme, without its fonts and sizes.

public import Layers

/// The colours of a theme in one scheme and one contrast.
public struct Palette: Hashable, Sendable {
    /// The background of a page.
    public var background: Color
    /// The colour of body text.
    public var text: Color
    /// The colour of less important text.
    public var secondaryText: Color
    /// The colour of things that can be tapped.
    public var accent: Color
    /// The colour of words about what is wrong.
    public var error: Color
    /// The colour of actions that take something away for good.
    public var destructive: Color
    /// The ground of cards and groups on a page.
    public var surface: Color
    /// The colour of symbols that say something: chevrons, the dots of a gallery, the track of a slider, the grabber of a sheet.
    public var mark: Color
    /// The colour of lines between rows.
    public var separator: Color
    /// The ground of buttons, segments and keys, and of a row under a finger.
    public var pressed: Color
    /// The colour shown in place of a picture that has not arrived.
    public var placeholder: Color
    /// The colour behind pages that do not fill the glass, such as the page behind a sheet.
    public var ground: Color
    /// The background of bars.
    public var bar: Color
    /// The colour of a bar's title.
    public var barText: Color
    /// The colour of the back button in a bar.
    public var barAccent: Color

    /// The colours of the theme `name`.
    public init(_ name: Theme.Name) {
        switch name {
        case .paper:
            background = Color(0xF6EEDF)
            text = Color(0x1D2A3C)
            secondaryText = Color(0x665E50)
            accent = Color(0xA63E26)
            error = Color(0x96102F)
            surface = Color(0xFCF8F0)
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
            error = Color(0xFF8F85)
            surface = Color(0x1D232A)
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
            error = Color(0xC01530)
            surface = Color(0xF6F8FA)
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
            error = Color(0xFFA9A3)
            surface = Color(0x1A1A1A)
            mark = Color(0xBDBDBD)
            separator = Color(0x8A8A8A)
            pressed = Color(0x2E2E2E)
            placeholder = Color(0x2E2E2E)
            ground = Color(0x4A4A4A)
        }
        (bar, barText, barAccent, destructive) = (background, text, accent, error)
        if name == .contrast { (bar, barText, barAccent) = (Color(0xFFD60A), Color(0x000000), Color(0x000000)) }
    }
    /// Black on white, with a contrast of 7:1 or more.
    static let highContrastLight: Palette = {
        var all = Palette(.daylight)
        (all.text, all.secondaryText, all.accent) = (Color(0x000000), Color(0x333333), Color(0x00368C))
        (all.error, all.destructive) = (Color(0x8B0000), Color(0x8B0000))
        (all.mark, all.separator, all.surface) = (Color(0x5A5A5A), Color(0x6E6E6E), Color(0xF5F5F5))
        (all.pressed, all.placeholder, all.ground) = (Color(0xE6E6E6), Color(0xE6E6E6), Color(0x4A4A4A))
        (all.barText, all.barAccent) = (all.text, all.accent)
        return all
    }()
}
