// What text measures, how it breaks, which fonts it finds and where its ink lands.

import Drawing
import Geometry
import Layers
import Testing

private let body = TextStyle(size: 24)

@Suite struct TextLayoutTests {
    @Test func `a size in pixels is the size of the em, whatever the screen`() {
        let small = TextLayout(AttributedText("Hello", body))
        let large = TextLayout(AttributedText("Hello", TextStyle(size: 48)))
        #expect(abs(large.size.width / small.size.width - 2) < 0.01)
        #expect(abs(large.baseline / small.baseline - 2) < 0.01)
        #expect(small.baseline > 16 && small.baseline < 36)
        #expect(small.size.height > 24 && small.size.height < 48)
        #expect(small.lineCount == 1 && !small.isTruncated)
    }

    @Test func `text breaks at the width and a word longer than it breaks within`() {
        let text = AttributedText("one two three four five six", body)
        let wide = TextLayout(text)
        let narrow = TextLayout(text, width: 120)
        #expect(narrow.size.width == 120)
        #expect(narrow.lineCount > 2)
        #expect(abs(narrow.size.height - wide.size.height * Double(narrow.lineCount)) < 0.1)
        let word = TextLayout(AttributedText("Donaudampfschifffahrtsgesellschaft", body), width: 120)
        #expect(word.lineCount > 1)
        #expect(word.inkBounds.maxX <= 121)
    }

    @Test(arguments: ["en", "de", "tr"])
    func `a word that is broken between any two letters has no hyphen, a syllable has one`(
        language: String
    ) {
        let style = TextStyle(size: 24)
        let word = AttributedText(String(repeating: "o", count: 60), style, language: language)
        let letter = TextLayout(word).size.width / 60
        for width in stride(from: 3 * letter, to: 20 * letter, by: 1.7) {
            let perLine = Int(width / letter + 0.001)
            #expect(TextLayout(word, width: width).lineCount == (60 + perLine - 1) / perLine, "\(width)")
        }
        let first = TextLayout(AttributedText("Gezeiten", style, language: language))
        let whole = TextLayout(
            AttributedText("Gezeiten\u{AD}uhr", style, language: language), width: first.size.width * 1.2)
        #expect(whole.lineCount == 2 && whole.inkBounds.maxX > first.inkBounds.maxX + 3)
    }

    @Test func `a limit of lines holds over all paragraphs and shows that text is missing`() {
        let lines = AttributedText("one\ntwo\nthree\nfour", body)
        #expect(TextLayout(lines).lineCount == 4)
        let two = TextLayout(lines, width: 300, lineLimit: 2)
        #expect(two.lineCount == 2)
        let long = TextLayout(AttributedText("one two three four five six", body), width: 120, lineLimit: 2)
        #expect(long.lineCount == 2 && long.isTruncated)
        let short = TextLayout(AttributedText("one", body), width: 120, lineLimit: 2)
        #expect(short.lineCount == 1 && !short.isTruncated)
    }

    @Test func `empty text is as high as a line, and a zero byte does not end the text`() {
        let empty = TextLayout(AttributedText("", body))
        #expect(empty.size == Size(0, TextLayout(AttributedText("x", body)).size.height))
        #expect(TextLayout(AttributedText()).size.width == 0)
        #expect(TextLayout(AttributedText("a\0b", body)).size.width > TextLayout(AttributedText("a", body)).size.width)
    }

    @Test(arguments: ["Hello", "欢迎光临", "ようこそ", "환영합니다", "مرحبا بكم", "ברוכים הבאים", "ยินดีต้อนรับ", "🚆🎭👩‍👩‍👧", "½ → ∞ €"])
    func `every script finds a font`(text: String) {
        let layout = TextLayout(AttributedText(text, body))
        #expect(layout.unknownGlyphCount == 0)
        #expect(layout.size.width > 24)
    }

    @Test func `a character that no font has is counted`() {
        #expect(TextLayout(AttributedText("\u{10FF00}", body)).unknownGlyphCount == 1)
    }

    @Test func `right-to-left text starts at the right, and the end of it is the left`() {
        func ink(_ text: String, _ alignment: TextAlignment) -> Rect {
            TextLayout(AttributedText(text, body), width: 400, alignment: alignment).inkBounds
        }
        #expect(ink("مرحبا", .start).maxX > 390 && ink("مرحبا", .start).minX > 200)
        #expect(ink("مرحبا", .end).minX < 10)
        #expect(ink("Hello", .start).minX < 10)
        #expect(ink("Hello", .end).maxX > 390)
        let centred = ink("Hello", .center)
        #expect(abs(centred.center.x - 200) < 3)
    }

    @Test(arguments: [
        ("Hours", false), ("  12: Hours", false), ("مواعيد", true), ("12 مواعيد Hours", true), ("שעות", true),
        ("時間", false), ("12:30 – 14:00", false), ("", false),
    ])
    func `the first letter with a direction decides how a text is read`(text: String, isRightToLeft: Bool) {
        #expect(AttributedText(text, TextStyle(size: 20)).isRightToLeft == isRightToLeft)
    }

    @Test func `an unlimited layout begins at its left whatever its direction`() {
        let arabic = TextLayout(AttributedText("مرحبا", body))
        #expect(arabic.inkBounds.minX > -3 && arabic.inkBounds.maxX < arabic.size.width + 3)
    }

    @Test func `runs are found by a point and give their boxes on every line`() {
        var text = AttributedText("Read the ", body)
        text.append("terms of this kiosk", TextStyle(size: 24, color: Color(0x0000FF), isUnderlined: true))
        text.append(" first", body)
        let layout = TextLayout(text, width: 160)
        let boxes = layout.bounds(ofRun: 1)
        #expect(boxes.count == 2)
        for box in boxes {
            #expect(layout.run(at: box.center) == 1)
            #expect(!box.isEmpty && box.maxX <= 161)
        }
        #expect(layout.run(at: Point(2, 4)) == 0)
        #expect(layout.run(at: Point(-20, 4)) == nil)
        #expect(layout.run(at: Point(10, layout.size.height + 50)) == nil)
    }

    @Test func `styles change what is drawn`() {
        func width(_ style: TextStyle) -> Double { TextLayout(AttributedText("illicit", style)).size.width }
        #expect(width(TextStyle(size: 24, weight: .bold)) > width(body))
        #expect(width(TextStyle(size: 24, isMonospaced: true)) > 1.4 * width(body))
        let mono = TextStyle(size: 24, isMonospaced: true)
        #expect(width(mono) == TextLayout(AttributedText("mmmmmmm", mono)).size.width)
    }

    @Test func `wider spacing moves lines apart`() {
        let text = AttributedText("one\ntwo", body)
        #expect(TextLayout(text, lineSpacing: 1.5).size.height > TextLayout(text).size.height + 10)
    }
}
