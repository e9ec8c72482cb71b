// One of the ways in which a preview shows each page.

import Geometry
import Machine
import Pages
import Stage

/// A look of a kiosk: its own, its own at night, or one of the themes.
struct Look: Hashable {
    /// The name on the page.
    let name: String
    let theme: ThemeTable
    let isNight: Bool

    /// The look `theme`, and the one at night. If there is no night, a theme that is light where `theme` is dark, or dark where it is
    /// light.
    static func all(of theme: ThemeTable) -> [Look] {
        let own = Look(name: theme.isPlain ? theme.base.rawValue : "own", theme: theme, isNight: false)
        if theme.night != nil { return [own, Look(name: "at night", theme: theme, isNight: true)] }
        // The light theme has the font of the dark one.
        let other = ThemeTable(base: !theme.isDark ? .night : theme.base == .contrast ? .daylight : .paper)
        return [own, Look(name: other.base.rawValue, theme: other, isNight: false)]
    }
}

/// A look, an orientation, a language and a scale: each page is shown once in each view.
struct PreviewView: Hashable {
    /// The look.
    let look: Look
    /// Whether the panel stands upright.
    let isPortrait: Bool
    /// The language.
    let language: String
    /// The scale of everything.
    var scale = 1.0

    /// The name by which the site's files and scripts call it, such as `at-night-portrait-zh` or, at another scale than 1,
    /// `paper-landscape-en-x1.6`.
    var name: String {
        let look = look.name.replacing(" ", with: "-")
        return "\(look)-\(isPortrait ? "portrait" : "landscape")-\(language)" + (scale == 1 ? "" : "-x\(scaleName)")
    }

    /// The scale without a zero at its end.
    var scaleName: String { scale == scale.rounded() ? "\(Int(scale))" : "\(scale)" }

    /// The panel, for one that is `wide` when it lies.
    func panel(_ wide: Panel) -> Panel {
        guard isPortrait else { return wide }
        let (pixels, size) = (wide.pixels, wide.millimetres)
        return Panel(
            pixels: PixelSize(pixels.height, pixels.width), millimetres: Size(size.height, size.width))
    }

    /// All views of `kiosk` at each of `scales`, the most usual first.
    static func all(of kiosk: Kiosk, scales: [Double] = [1]) -> [PreviewView] {
        let languages = kiosk.languages.isChoice ? kiosk.languages.all : [kiosk.language ?? "en"]
        return scales.flatMap { scale in
            languages.flatMap { language in
                Look.all(of: kiosk.theme ?? ThemeTable()).flatMap { look in
                    [false, true].map { PreviewView(look: look, isPortrait: $0, language: language, scale: scale) }
                }
            }
        }
    }
}
