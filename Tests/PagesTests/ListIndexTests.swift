// The index of a long list: which lists have one, and which letters are in it.

import Geometry
import Stage
import Testing

@testable import Pages

@Suite struct ListIndexTests {
    private static func index(_ titles: [String], language: String = "en") -> ListIndex? {
        let text = titles.map { "- [\($0)](a.md)" }.joined(separator: "\n")
        let blocks = LayoutTrial(language: language, direction: .leftToRight).blocks(of: Array(text.utf8)[...])
        return ListIndex(of: blocks, language: language)
    }

    /// Names of which four begin with each of `letters`.
    private static func names(_ letters: [String]) -> [String] {
        letters.flatMap { letter in (1...4).map { "\(letter)name \($0)" } }
    }

    @Test func `forty rows in the order of their first letters have an index, and 39 have none`() throws {
        let names = Self.names("ABCDEFGHIJ".map { String($0) })
        let index = try #require(Self.index(names))
        #expect(index.entries.map(\.letter) == "ABCDEFGHIJ".map { String($0) })
        #expect(index.entries.map(\.row) == Array(stride(from: 0, to: 40, by: 4)))
        #expect(Self.index(names.dropLast()) == nil)
        #expect(Self.index(names.reversed()) == nil)
        #expect(Self.index(names.map { "The " + $0 }) == nil)
    }

    @Test func `letters with marks and strokes stand under the plain ones`() throws {
        let names =
            ["Aa", "Áb", "äc", "„Ad“"] + Self.names("BC".map { String($0) }) + ["Da", "Ðb", "Đc", "dd", "Ea", "Éb"]
            + Self.names("FGHIJK".map { String($0) }) + ["La", "Łb", "Ñc", "No", "Øa", "Op", "Zz", "Žb"]
        let index = try #require(Self.index(names))
        #expect(index.entries.map(\.letter) == "ABCDEFGHIJKLNOZ".map { String($0) })
    }

    @Test func `where a language orders them as letters of their own, they are letters of their own`() throws {
        let swedish = Self.names(["A", "B", "C", "D", "E", "F", "S", "Å", "Ä", "Ö"])
        #expect(
            try #require(Self.index(swedish, language: "sv")).entries.map(\.letter) == [
                "A", "B", "C", "D", "E", "F", "S", "Å", "Ä", "Ö",
            ])
        let czech = Self.names(["A", "B", "C", "D", "E", "F", "G", "H", "Ch", "I"])
        #expect(try #require(Self.index(czech, language: "cs")).entries.map(\.letter)[8] == "CH")
        #expect(Self.index(czech, language: "en") == nil)
    }

    @Test func `other scripts have their own letters`() throws {
        let greek = Self.names(["Α", "Β", "Γ", "Δ", "Ε", "Ζ", "Η", "Θ", "Ι", "Κ"])
        #expect(try #require(Self.index(greek, language: "el")).entries.count == 10)
        let korean = Self.names(["가", "나", "다", "라", "마", "바", "사", "아", "자", "차"])
        #expect(try #require(Self.index(korean, language: "ko")).entries.map(\.letter).first == "ᄀ")
        let digits = ["1 a", "2 b", "30 c", "4 d"] + Self.names("ABCDEFGHI".map { String($0) })
        #expect(try #require(Self.index(digits)).entries.first == .init(letter: "#", row: 0))
    }

    @Test func `where there is no room for all letters, the first, the last and some between them are written`() {
        let letters = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }
        for (width, height, size) in [
            (800, 480, Size(154, 86)), (480, 800, Size(86, 154)), (3840, 2160, Size(1210, 680)),
        ] {
            let panel = Panel(pixels: PixelSize(width, height), millimetres: size)
            let theme = Theme(.paper, on: panel)
            let strip = IndexStrip(letters, theme: theme, direction: .leftToRight) { _ in }
            let content = View()
            content.frame = Rect(0, 0, Double(width), Double(height))
            strip.place(in: content, beside: 0.9 * Double(width))
            let written = strip.written
            #expect(written.first == 0 && written.last == 25 && written == Array(Set(written)).sorted())
            #expect(
                (written.count == 26)
                    == (Double(height) - 2 * theme.em >= 26 * max(5 / 9 * theme.fingertip, 1.1 * theme.em)), "\(panel)")
            let pitch = strip.frame.height / 26
            for (upper, lower) in zip(written, written.dropFirst()) {
                #expect(Double(lower - upper) * pitch >= 5 / 9 * theme.fingertip - 1, "\(panel)")
            }
            #expect(strip.frame.width >= theme.fingertip && content.bounds.contains(strip.frame.origin))
        }
    }
}
