// The direction in which a text is read: that of most of its letters.

import Geometry
import Testing

@testable import Drawing

@Suite struct ReadingDirectionTests {
    @Test(arguments: [
        ("Hall", "en", false), ("القاعة", "ar", true), ("", "ar", false), ("12:30 – 14", "ar", true),
        ("8–12", "ar", true), ("8–12", "en", false), ("6.50 €", "he", true), ("+49 30 1234-56", "ar", false),
        ("-5", "ar", false), ("M₂: القمر يمرّ فوق الميناء مرّتين", "ar", true), ("iPhone 15 متوفّر", "ar", true),
        ("Café Central", "ar", false),
        ("Noto Serif CJK und das Wort سلام", "de", false), ("السلام: Friede", "de", false),
        ("سلام عليكم (Salam)", "de", true),
        ("\u{200F}1.", "ar", true), ("\u{200E}שלום", "he", false), ("שלום", "en", true), ("你好，世界", "zh", false),
    ]) func `text is read as most of its letters are, in a language from right to left as a third of them are`(
        text: String, language: String, isRightToLeft: Bool
    ) {
        let text = AttributedText(text, TextStyle(size: 20), language: language)
        #expect(text.isRightToLeft == isRightToLeft)
        // The line begins at the side from which it is read.
        let layout = TextLayout(text, width: 2000)
        if !text.string.isEmpty { #expect((layout.inkBounds.minX > 1000) == isRightToLeft) }
        let end = TextLayout(text, width: 2000, alignment: .end)
        if !text.string.isEmpty { #expect((end.inkBounds.minX > 1000) != isRightToLeft) }
    }
}
