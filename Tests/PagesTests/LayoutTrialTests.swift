// Which pages are laid out on trial before the kiosk lays them out, and what such a trial sees.

import Geometry
import Pages
import Stage
import Testing

@Suite struct LayoutTrialTests {
    private func isNeeded(_ text: String) -> Bool { LayoutTrial.isNeeded(for: Array(text.utf8)[...]) }

    @Test func `short pages of short words in Latin, Greek and Cyrillic letters need none`() {
        #expect(!isNeeded("# Welcome\n\n- [Grüße, Čapek, Ωμέγα](home.md)\n- Привет: **ßøñ** `x = 1`\n\n![a](b.png)"))
        #expect(!isNeeded(String(repeating: "word ", count: 3000)))
        #expect(!isNeeded("“Quoted” – ‘and’ «so» … 7 °C, 9 €, §\u{2010}5 •"))
        #expect(!isNeeded("M₂ and K₁₀, 9⁻¹²"))
        #expect(!isNeeded("| a | b |\n|---|---|\n" + String(repeating: "| c | d |\n", count: 30)))
        #expect(!isNeeded(""))
    }

    @Test(arguments: [
        String(repeating: "word ", count: 4000), String(repeating: "a", count: 41), String(repeating: "ö", count: 21),
        String(repeating: "| c | d |\n", count: 50), String(repeating: "–", count: 14), "\u{2028}", "\u{202A}", "₪",
        "a&nbsp;b", "a\u{A0}b", "a\u{202F}b", "a\u{2029}b", "a\u{301}", "a\tb", "欢迎", "مرحبا", "မြန်မာ", "ก",
        "👋", "\u{1000}", "ა", "\u{200B}", "\u{AD}", "\u{0}",
    ])
    func `all others need one`(text: String) { #expect(isNeeded(text)) }

    @Test func `a trial has the rows, links, cells and descriptions of the page, though it knows no other file`() {
        let trial = LayoutTrial(language: "de", direction: .leftToRight)
        let text = """
            # Heading
            - [A row](nowhere.md)

            ![a picture](nowhere.png)

            | a | b |
            |---|---|
            | [c](d.md) | *e* |

            > quoted [link](f.md "sheet")
            """
        let outlined = outline(trial.blocks(of: Array(text.utf8)[...]))
        for part in ["nowhere", "a picture", "d", "quoted", "f"] { #expect(outlined.contains(part), "\(outlined)") }
        trial.carryOut(on: trial.blocks(of: Array(text.utf8)[...]))
    }
}
