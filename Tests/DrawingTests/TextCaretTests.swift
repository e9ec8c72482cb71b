// The caret in a text: where it stands, and where a finger puts it.

import Drawing
import Geometry
import Testing

private let style = TextStyle(size: 24)

@Suite struct TextCaretTests {
    /// The bytes at which characters begin, and the end.
    private func places(_ text: String) -> [Int] {
        text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
    }

    @Test(arguments: ["Word by word", "Käse 🇩🇪 e\u{301}", "مرحبا", "שלום", "नमस्ते", "你好"])
    func `a finger on the caret puts it where it is`(text: String) {
        let layout = TextLayout(AttributedText(text, style), width: 2000)
        for place in places(text) {
            let caret = layout.caret(atByte: place)
            #expect(caret.height > 10 && caret.width == 0)
            let found = layout.byte(nearest: caret.center)
            // (Where directions meet, one place has two carets, and a finger may mean either.)
            #expect(layout.caret(atByte: found).minX == caret.minX, "\(text) at \(place): \(found)")
        }
    }

    @Test func `the caret goes through a text from where it begins to where it ends, line by line`() {
        let text = "Several words that need several lines, one below the other."
        let layout = TextLayout(AttributedText(text, style), width: 150)
        let carets = places(text).map { layout.caret(atByte: $0) }
        for (one, next) in zip(carets, carets.dropFirst()) {
            #expect(next.minY > one.minY || next.minY == one.minY && next.minX > one.minX)
        }
        let right = TextLayout(AttributedText("مرحبا", style), width: 300)
        let places = places("مرحبا").map { right.caret(atByte: $0).minX }
        #expect(places == places.sorted(by: >) && places[0] > 290)
    }

    @Test func `beside the text the nearest end is meant`() {
        let layout = TextLayout(AttributedText("Word", style), width: 400)
        #expect(layout.byte(nearest: Point(-50, 10)) == 0 && layout.byte(nearest: Point(399, 10)) == 4)
        #expect(layout.byte(nearest: Point(399, 4000)) == 4)
        #expect(TextLayout(AttributedText("", style)).byte(nearest: Point(5, 5)) == 0)
    }

    @Test func `a selection covers its letters in each line`() {
        let text = "Several words that need several lines"
        let layout = TextLayout(AttributedText(text, style), width: 150)
        let boxes = layout.bounds(ofBytes: 3..<text.utf8.count)
        #expect(boxes.count == layout.lineCount)
        #expect(boxes[0].minX == layout.caret(atByte: 3).minX)
    }
}
