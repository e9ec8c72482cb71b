// Lines of Korean end at spaces.

import Drawing
import Geometry
import Testing

private let body = TextStyle(size: 24)

@Suite struct KoreanLinesTests {
    private static let words = [
        "하루에", "두", "번", "바다가", "우리의", "길을", "가져갔다가,", "다시", "돌려줍니다.", "10개의", "시계와", "LED-조명은",
        "박물관(2층)에", "있습니다!", "“달의", "방”입니다.",
    ]

    /// Each word, and each space, as a run of its own.
    private static func text(_ words: [String]) -> AttributedText {
        var text = AttributedText([], language: "ko")
        for (index, word) in words.enumerated() {
            if index > 0 { text.append(" ", body) }
            // A word may begin in one style and end in another.
            text.append(word, body)
        }
        return text
    }

    @Test func `no line is broken within a word that fits it`() {
        let text = Self.text(Self.words)
        for width in stride(from: 30.0, through: 900, by: 14) {
            let layout = TextLayout(text, width: width)
            #expect(layout.inkBounds.maxX <= width + 2, "\(width)")
            for (index, word) in Self.words.enumerated() {
                let boxes = layout.bounds(ofRun: 2 * index)
                // At the hyphen a line may be broken.
                guard TextLayout(AttributedText(word, body)).size.width <= width, !word.contains("-") else { continue }
                #expect(Set(boxes.map(\.minY)).count == 1, "\(word) in \(width)")
            }
        }
    }

    @Test func `a word that is longer than a line is broken, and so is text without spaces`() {
        let word = TextLayout(AttributedText("바닷물이들어오는시간", body, language: "ko"), width: 100)
        #expect(word.lineCount > 1 && word.inkBounds.maxX <= 101)
        let long = AttributedText(String(repeating: "바다", count: 200), body, language: "ko")
        let layout = TextLayout(long, width: 300)
        #expect(layout.lineCount > 10 && layout.inkBounds.maxX <= 301)
        let limited = TextLayout(Self.text(["바닷물이들어오는시간", "바다", "바다", "바다"]), width: 100, lineLimit: 2)
        #expect(limited.lineCount == 2 && limited.isTruncated)
    }

    @Test func `Chinese and Japanese are broken as before`() {
        for text in ["海水每天两次带走我们的路", "海は一日に二度、道を消します"] {
            #expect(LineBreaks.find(in: text).count(where: \.self) > 6)
        }
        #expect(LineBreaks.find(in: "강물이 江물 海水") == [false, false, false, false, true, true, false, true, true])
    }
}
