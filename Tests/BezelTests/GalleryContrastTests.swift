// What stands on what in the gallery's pages of controls, and whether it can be read in each scheme and contrast.

import Bezel
import Testing

@testable import Gallery
@testable import Pages
@testable import Stage

@Suite struct GalleryContrastTests {
    private struct Pair {
        let words: String
        let text: Color
        let ground: Color
    }

    /// The words in `view` and what they stand on, as far as they can be used.
    private func pairs(in view: View, at origin: Point, _ painted: inout [(Rect, Color)]) -> [Pair] {
        guard !view.layer.isHidden, view.layer.opacity == 1 else { return [] }
        let frame = Rect(origin: origin, size: view.bounds.size)
        if let color = view.layer.backgroundColor, color.alpha == 255 { painted.append((frame, color)) }
        func ground() -> Color { painted.last { $0.0.contains(frame.center) }?.1 ?? painted[0].1 }
        var found: [Pair] = []
        switch view {
        case let label as LabelView where !frame.isEmpty:
            found += label.text.runs.filter { !$0.text.allSatisfy(\.isWhitespace) }.map {
                Pair(words: $0.text, text: $0.style.color, ground: ground())
            }
        case let button as ButtonView where button.isEnabled:
            found.append(Pair(words: button.title, text: button.color, ground: button.ground))
        default: break
        }
        for inner in view.subviews {
            found += pairs(in: inner, at: origin + (inner.frame.origin - view.bounds.origin), &painted)
        }
        return found
    }

    @Test(arguments: Theme.Name.allCases, ColorScheme.allCases)
    func `all words of the pages can be read, with 7 to 1 in a high contrast`(_ name: Theme.Name, _ scheme: ColorScheme)
    {
        for contrast in ColorContrast.allCases {
            let least = contrast == .high ? 7.0 : 4.5
            let (stage, _) = GalleryTests.stage(HomeScreen())
            var theme = Theme(name, on: GalleryTests.panel)
            (theme.colorScheme, theme.contrast) = (scheme, contrast)
            stage.theme = theme
            var count = 0
            let pages: [() -> Screen] =
                ControlPage.groups.flatMap(\.pages).map { sheet in { ControlPage(sheet) } }
                + [{ Controls() }, { TicketShop() }]
            for make in pages {
                let screen = make()
                stage.navigator.push(screen, animated: false)
                var painted: [(Rect, Color)] = []
                for pair in pairs(in: screen.view, at: .zero, &painted) {
                    count += 1
                    // A page that shows all contrasts shows the usual one too.
                    let least = screen.name == "control-themes" ? 4.5 : least
                    #expect(
                        Contrast.between(pair.text, pair.ground) >= least,
                        "\(screen.name): \(pair.words) is \(pair.text.hex) on \(pair.ground.hex)")
                }
                stage.navigator.pop(animated: false)
            }
            #expect(count > 200)
        }
    }
}
