// Signs that Chinese and Japanese share with other scripts are as wide as their characters, and nowhere else.

import Drawing
import Geometry
import Layers
import Testing

@Suite struct WidePunctuationTests {
    private static let families = InstalledFonts.families()
    private static let hasFonts = families.contains("Noto Sans") && families.contains("Noto Sans CJK SC")
    private let em = 100.0

    private func width(_ text: String, family: String = "Noto Sans, Noto Sans CJK SC") -> Double {
        TextLayout(AttributedText(text, TextStyle(family: family, size: em), language: "zh")).size.width
    }

    @Test(
        .enabled(if: hasFonts, "the fonts are not installed"),
        arguments: ["“小海马”", "‘好’", "他说——好", "等等……好", "安娜·李", "“”好"])
    func `beside a character they are wide, also in a row`(_ text: String) {
        #expect(abs(width(text) - Double(text.count) * em) < 1, "\(text): \(width(text))")
    }

    @Test(
        .enabled(if: hasFonts, "the fonts are not installed"),
        arguments: ["“Hello”", "don’t", "one — two", "wait…", "“안녕”"])
    func `elsewhere they stay as they are`(_ text: String) {
        #expect(width(text) == width(text, family: "Noto Sans, Noto Sans CJK KR"))
        #expect(width(text) < Double(text.count) * em)
    }

    @Test(.enabled(if: hasFonts, "the fonts are not installed"))
    func `a family without such a font stays as it is`() {
        #expect(width("“a”", family: "Noto Sans") == width("“a”"))
        #expect(width("don’t 好", family: "Noto Sans, Noto Sans CJK SC") < width("don——好t"))
    }
}
