// One of the ways in which a preview shows each page.

import Geometry
import Machine
import Pages
import Stage

/// A look, an orientation and a language: each page is shown once in each view.
struct PreviewView: Hashable {
    /// The theme.
    let theme: Theme.Name
    /// Whether the panel stands upright.
    let isPortrait: Bool
    /// The language.
    let language: String

    /// The name by which the site's files and scripts call it.
    var name: String { "\(theme.rawValue)-\(isPortrait ? "portrait" : "landscape")-\(language)" }

    /// The panel, for one that is `wide` when it lies.
    func panel(_ wide: Panel) -> Panel {
        guard isPortrait else { return wide }
        let (pixels, size) = (wide.pixels, wide.millimetres)
        return Panel(
            pixels: PixelSize(pixels.height, pixels.width), millimetres: Size(size.height, size.width))
    }

    /// All views of `kiosk`, the most usual first.
    static func all(of kiosk: Kiosk) -> [PreviewView] {
        let languages = kiosk.languages.isChoice ? kiosk.languages.all : [kiosk.language ?? "en"]
        let own = kiosk.theme ?? .paper
        let themes = [own] + [Theme.Name.paper, .night].filter { $0 != own }
        return languages.flatMap { language in
            themes.flatMap { theme in
                [false, true].map { PreviewView(theme: theme, isPortrait: $0, language: language) }
            }
        }
    }
}
