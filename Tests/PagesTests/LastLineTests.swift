// The last line of a text: it is not a single short word if the text can be set in another way.

import Drawing
import Geometry
import Layers
import Stage
import TestRandomness
import Testing

@testable import Pages

@Suite struct LastLineTests {
    private nonisolated static let theme = Theme(
        .daylight, on: Panel(pixels: PixelSize(800, 480), millimetres: Size(220, 132)))

    private func set(_ text: String, language: String = "en") -> SetText {
        TextSetter(theme: Self.theme, language: language).paragraph([.text(text)])
    }

    private func lastLine(_ text: String, _ layout: TextLayout) -> Substring {
        Substring(text.utf8.dropFirst(layout.lastLine.start))
    }

    /// Random words in the letters of `alphabet`, with and without spaces.
    private func text(_ random: inout SplitMix, _ alphabet: [Character], spaces: Bool) -> String {
        (0..<4 + random.below(30)).map { _ in
            String((0..<1 + random.below(8)).map { _ in alphabet[random.below(alphabet.count)] })
        }
        .joined(separator: spaces ? " " : "") + (spaces ? "." : "。")
    }

    @Test(arguments: [("en", "abcdeilmnorstu", true), ("ar", "ابتدرسعلمن", true), ("zh", "海水潮汐钟表时间人们门", false)])
    func `no text ends in a line of one short word, unless its words need all lines as they are`(
        language: String, letters: String, spaces: Bool
    ) {
        var random = SplitMix(11)
        var mended = 0
        for _ in 0..<150 {
            let words = text(&random, Array(letters), spaces: spaces)
            let (text, width) = (set(words, language: language), 120 + Double(random.below(500)))
            let plain = TextLayout(text.attributed, width: width, lineSpacing: text.lineSpacing)
            let shown = text.lines(ofWidth: width, alignment: .start)
            #expect(shown.lineCount == plain.lineCount && shown.size.height == plain.size.height)
            #expect(shown.inkBounds.maxX <= width + 2 && shown.inkBounds.minX >= -2, "\(words) in \(width)")
            let last = lastLine(words, plain)
            let isOrphan =
                plain.lineCount > 1 && plain.lastLine.width < width / 3
                && (spaces ? !last.contains(" ") : last.count <= 2)
            guard isOrphan else {
                #expect(shown.lastLine == plain.lastLine)
                continue
            }
            if shown.lastLine.start < plain.lastLine.start { mended += 1 }
        }
        #expect(mended > 5)
    }

    @Test(arguments: [
        ("en", "Where to?"), ("ar", "كيف يمكننا مساعدتكم؟"), ("de", "Geöffnet wird um zehn!"), ("fr", "Ouvert : oui"),
    ])
    func `a word that is drawn into the last line is not parted from its sign`(language: String, words: String) {
        let text = set(words, language: language)
        let breaks = zip(words.unicodeScalars.indices, LineBreaks.find(in: words)).filter(\.1).map {
            words.utf8.distance(from: words.startIndex, to: $0.0)
        }
        for width in stride(from: 30.0, to: 320, by: 1) {
            let plain = TextLayout(text.attributed, width: width, lineSpacing: text.lineSpacing).lastLine.start
            let shown = text.lines(ofWidth: width, alignment: .start).lastLine.start
            #expect(shown == plain || breaks.contains(shown), "\(words) at \(width) px")
        }
    }

    @Test func `links stay with their words`() throws {
        let link = Link(page: "b", presentation: .push, place: SourcePlace(line: 1, column: 1))
        let theme = Self.theme
        let text = TextSetter(theme: theme, language: "en")
            .paragraph([.text("Some words that lead to the "), .link(link, [.text("end")]), .text(".")])
        let plain = TextLayout(text.attributed, lineSpacing: text.lineSpacing)
        let shown = text.lines(ofWidth: plain.size.width - 1, alignment: .start)
        #expect(shown.lineCount == 2)
        let box = try #require(shown.bounds(ofRun: 1).first)
        #expect(shown.run(at: box.center) == 1 && box.minY > 0 && box.minX > 0)
    }

    @Test func `a line that is broken by hand stays so`() {
        let text = TextSetter(theme: Self.theme, language: "en").paragraph([
            .text("Monday to Friday"), .lineBreak, .text("9"),
        ])
        let shown = text.lines(ofWidth: 600, alignment: .start)
        #expect(shown.lineCount == 2 && shown.lastLine.width < 30)
    }
}
