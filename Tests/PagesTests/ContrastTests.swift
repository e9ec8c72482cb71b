// Colours that can be told apart: those of every theme, and those that follow from what a kiosk sets.

import Geometry
import Layers
import Stage
import TestRandomness
import Testing

@testable import Pages

@Suite struct ContrastTests {
    @Test(arguments: Theme.Name.allCases)
    func `in every theme text has a contrast of 4.5 with each ground, and marks have one of 3`(_ name: Theme.Name) {
        let palette = Palette(name)
        for ground in [palette.background, palette.pressed] {
            for text in [palette.text, palette.secondaryText, palette.accent] {
                #expect(Contrast.between(text, ground) >= 4.5, "\(text.hex) on \(ground.hex)")
            }
            #expect(Contrast.between(palette.mark, ground) >= 3, "\(palette.mark.hex) on \(ground.hex)")
        }
        #expect(Contrast.between(palette.separator, palette.background) >= Contrast.line, "\(palette.separator.hex)")
        for text in [palette.barText, palette.barAccent] { #expect(Contrast.between(text, palette.bar) >= 4.5) }
        if palette.bar == palette.background {
            #expect((palette.barText, palette.barAccent) == (palette.text, palette.accent))
        }
    }

    @Test(arguments: Theme.Name.allCases, ColorScheme.allCases)
    func `each part that a colour plays can be read on each ground, with 7 to 1 in a high contrast`(
        _ name: Theme.Name, _ scheme: ColorScheme
    ) {
        let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
        for contrast in ColorContrast.allCases {
            let (text, mark) = contrast == .high ? (7.0, 4.5) : (4.5, 3.0)
            var theme = Theme(name, on: panel)
            (theme.colorScheme, theme.contrast) = (scheme, contrast)
            let words = [theme.text, theme.secondaryText, theme.accent, theme.error, theme.destructive]
            for ground in [theme.background, theme.pressed, theme.surface] {
                for word in words { #expect(Contrast.between(word, ground) >= text, "\(word.hex) on \(ground.hex)") }
                #expect(Contrast.between(theme.mark, ground) >= mark, "\(theme.mark.hex) on \(ground.hex)")
            }
            // On strong buttons.
            for ground in [theme.accent, theme.destructive, theme.text] {
                #expect(Contrast.between(theme.background, ground) >= text, "\(ground.hex)")
            }
            #expect(Contrast.between(theme.separator, theme.background) >= Contrast.line)
            for word in [theme.barText, theme.barAccent] { #expect(Contrast.between(word, theme.bar) >= text) }
        }
    }

    @Test func `the contrast is that of the guidelines`() {
        #expect(Contrast.between(.black, .white) == 21 && Contrast.between(.white, .white) == 1)
        // The example of WCAG's understanding document: #767676 is the lightest grey on white with 4.5:1.
        #expect(Contrast.between(Color(0x767676), .white) >= 4.5 && Contrast.between(Color(0x777777), .white) < 4.5)
        #expect(Contrast.between(Color(0xFF0000), .white) == Contrast.between(.white, Color(0xFF0000)))
    }

    @Test func `whatever readable text and background a kiosk sets, what follows from them can be read too`() {
        var random = SplitMix(1)
        var seen = 0
        while seen < 60 {
            let colors = (0..<3).map { _ in Color(UInt32(random.below(1 << 24))) }
            guard Contrast.between(colors[0], colors[1]) >= 4.5 else { continue }
            seen += 1
            let said = TestFolder([
                "home.md": "# Home\n",
                "kiosk.toml": """
                [theme]
                background = "\(colors[0].hex)"
                text = "\(colors[1].hex)"
                bar = "\(colors[2].hex)"
                accent = "\(colors[1].hex)"
                """,
            ]).check()
            #expect(said == "", "\(colors.map(\.hex))")
        }
    }

    @Test func `the colour that a warning recommends ends it`() throws {
        var random = SplitMix(2)
        let keys = ["text", "secondary", "accent", "marks", "bar-text", "bar-accent"]
        for _ in 0..<40 {
            var table: [String: String] = [:]
            for key in keys + ["background", "pressed", "bar"] where random.below(2) == 0 {
                table[key] = Color(UInt32(random.below(1 << 24))).hex
            }
            let base = Theme.Name.allCases[Int(random.below(4))].rawValue
            func check() -> [Substring] {
                let lines = table.sorted { $0.key < $1.key }.map { "\($0.key) = \"\($0.value)\"" }
                return TestFolder([
                    "home.md": "# Home\n",
                    "kiosk.toml": "[theme]\nbase = \"\(base)\"\n" + lines.joined(separator: "\n") + "\n",
                ]).check().split(separator: "\n")
            }
            // A recommended colour of text can make another necessary for what was mixed from it.
            for _ in keys {
                for warning in check() {
                    let words = try #require(warning.split(separator: "; ").last).split(separator: " ")
                    guard words.count == 5, words[1] == "=" else {
                        #expect(warning.contains("choose a lighter or a darker"), "\(warning)")
                        return
                    }
                    table[String(words[0])] = words[2].filter { $0 != "\"" }
                }
            }
            #expect(check() == [], "\(table)")
        }
    }
}
