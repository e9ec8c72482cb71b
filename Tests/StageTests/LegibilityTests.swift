// What can be read in every theme: on row actions, on wheels, on buttons, and in place of pictures that are damaged.

import Drawing
import Geometry
import Layers
import Testing

@testable import Stage

@Suite struct LegibilityTests {
    private static let panel = Panel(pixels: PixelSize(1280, 800), millimetres: Size(217, 135))

    /// All themes that ship, in both schemes and contrasts.
    private static let themes: [Theme] = Theme.Name.allCases.flatMap { name in
        ColorScheme.allCases.flatMap { scheme in
            ColorContrast.allCases.map { contrast in
                var theme = Theme(name, on: panel)
                (theme.colorScheme, theme.contrast) = (scheme, contrast)
                return theme
            }
        }
    }

    @Test func `the title of a row action can be read on any colour`() {
        for red in stride(from: 0, through: 255, by: 51) {
            for green in stride(from: 0, through: 255, by: 51) {
                for blue in stride(from: 0, through: 255, by: 51) {
                    let color = Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    let action = RowAction(title: "Lend", color: color) {}
                    #expect(Contrast.between(action.textColor, color) >= Contrast.text, "\(color.hex)")
                }
            }
        }
    }

    @Test func `all values of a wheel that can be seen have a contrast of 3`() throws {
        for theme in Self.themes {
            let wheel = WheelView((1...20).map { "\($0)" }, selected: 9, theme: theme)
            wheel.frame = Rect(origin: .zero, size: wheel.naturalSize)
            let strip = try #require(wheel.subviews.compactMap { $0 as? WheelStrip }.first)
            let seen = strip.subviews.filter { $0.frame.intersects(strip.bounds) }
            #expect(seen.count == 5)
            for row in seen {
                for ground in [theme.background, theme.surface] {
                    let shown = ground.mixed(with: theme.text, row.layer.opacity)
                    #expect(Contrast.between(shown, ground) >= Contrast.mark, "\(shown.hex) on \(ground.hex)")
                }
            }
        }
    }

    @Test func `in a high contrast the edges of all buttons have 3 to 1, and disabled ones are read but weaker`() {
        for theme in Self.themes where theme.contrast == .high {
            for (isStrong, isDestructive) in [(false, false), (false, true), (true, false), (true, true)] {
                let button = ButtonView("Keep", isStrong: isStrong, theme: theme) {}
                button.isDestructive = isDestructive
                for page in [theme.background, theme.surface, theme.pressed] {
                    let edge = button.edgeColor ?? button.ground
                    #expect(Contrast.between(edge, page) >= Contrast.mark, "\(edge.hex) on \(page.hex)")
                    button.isEnabled = false
                    func dimmed(_ color: Color) -> Color { page.mixed(with: color, button.layer.opacity) }
                    let live = Contrast.between(button.color, button.ground)
                    let dead = Contrast.between(dimmed(button.color), dimmed(button.ground))
                    #expect(dead >= Contrast.mark && dead < 0.75 * live, "\(dead) of \(live)")
                    button.isEnabled = true
                    #expect(button.layer.opacity == 1)
                }
            }
        }
    }

    @Test func `the words for a damaged picture are never broken: they are smaller, or left out`() {
        let theme = Theme(.paper, on: Self.panel, scale: 1.5)
        var seen: Set<Bool> = []
        for width in stride(from: 12.0, through: 600, by: 7) {
            for height in [20.0, 60, 300] {
                let view = DescriptionView("A description of unimaginable craftsmanship", hasSign: true, theme: theme)
                view.frame = Rect(0, 0, width, height)
                seen.insert(view.lines != nil)
                guard let lines = view.lines else { continue }
                #expect(lines.layout.size.height <= height && lines.layout.size.width <= width)
                let word = TextLayout.leastWidth(of: lines.text)
                #expect(word <= width, "\(word) in \(width)")
            }
        }
        #expect(seen == [true, false])
    }
}
