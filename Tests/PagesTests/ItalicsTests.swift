// Emphasis in scripts with and without italics.

import Drawing
import Geometry
import Stage
import Testing

@testable import Pages

@Suite struct ItalicsTests {
    private func style(_ text: String) -> TextStyle? {
        let theme = Theme(.paper, on: Panel(pixels: PixelSize(800, 480), millimetres: Size(220, 132)))
        return TextSetter(theme: theme, language: "en").paragraph([.emphasis([.text(text)])]).attributed.runs.first?
            .style
    }

    @Test(arguments: [
        "Water", "Τα νερά", "Вода", "Ջուր", "წყალი", "½ → 7 €", "Straße — “x”", "ﬁne", "🌊 sea", "x₂", "Tiếng Việt",
    ])
    func `is slanted in letters that are`(_ text: String) {
        #expect(style(text)?.isItalic == true && style(text)?.weight == .regular)
    }

    @Test(arguments: ["水", "みず", "물", "ماء", "מים", "पानी", "น้ำ", "2 号厅", "ජලය", "𠮷"])
    func `is bold in letters that are never slanted`(_ text: String) {
        #expect(style(text)?.isItalic == false && style(text)?.weight == .bold)
    }
}
