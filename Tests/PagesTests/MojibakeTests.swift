// Letters that were lost between two programs are named in pages and in files of values.

import TestFolders
import Testing

@testable import Pages

@Suite struct MojibakeTests {
    /// `text` in UTF-8, read as Latin-1, or as Windows-1252, which has other signs from 0x80 to 0x9F.
    private func misread(_ text: String, asWindows isWindows: Bool) -> String {
        let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
        return String(
            String.UnicodeScalarView(
                text.utf8.map { byte in
                    isWindows && (0x80..<0xA0).contains(byte) ? windows[Int(byte) - 0x80] : Unicode.Scalar(byte)
                }))
    }

    @Test(arguments: Array("éèáâãäåæçêìîïñòóôõöøùúüýßÄÉÈÜŒ°§£©½·€’“–…•→™"), [true, false])
    func `UTF-8 that was read as Latin-1 is told from what is meant so`(letter: Character, isWindows: Bool) throws {
        let wrong = misread("\(letter)", asWindows: isWindows)
        // A capital à or Œ begins with another letter, which is a usual one.
        guard wrong.hasPrefix("Ã") || wrong.hasPrefix("Â") || wrong.hasPrefix("â") else { return }
        let text = Array("# Zürich\n\nCaf\(wrong) costs".utf8)
        let found = try #require(Mojibake.find(in: text), "\(letter)")
        #expect(found.byte == 14 && found.written == wrong && found.meant == "\(letter)")
        #expect(Mojibake.find(in: Array("Caf\(letter)".utf8)) == nil)
    }

    @Test(arguments: [
        "voilà\u{A0}»", "MANH\u{C3}\u{BB}", "MANH\u{C3}\u{201D} e", "MANHÃ…", "MANHÃ\u{A0}»", "«Â»", "«pâ»",
        "Âge, São, château", "pâ…»", "Ã", "Âé",
        "â€", "5 € – “â”", "Ünï©ödé °C ½", "Đà Nẵng, ẤN, Â Ă", "日本語 – Привет – עברית",
    ])
    func `what people write is left alone`(text: String) {
        #expect(Mojibake.find(in: Array(text.utf8)) == nil)
    }

    @Test func `each file has one warning, at the first place`() {
        let folder = TestFolder([
            "home.md": "# Caf\u{FFFD}\n\n![D](d.csv)\n\nCafé \u{FFFD}\n\n{{w.json:a}} {{v.json:a}} [More](more.md)\n",
            "more.md": "+++\ntitle = \"Größe â‚¬ Ã©\"\n+++\nText Ã©\n",
            "d.csv": "name,price\nCaf\u{FFFD},3\nThÃ©,4\n", "w.json": "{\"a\":\n \"5 â‚¬\"}",
            "v.json": "{\"a\":\"Th\\u00c3\\u00a9\"}",
        ])
        let (page, file) = (
            "write the text again, and save it as UTF-8", "the program that writes this file must read and write UTF-8"
        )
        let lost = "\"\u{FFFD}\" stands for a letter that a program could not read"
        func took(_ a: String, _ b: String) -> String {
            "\"\(a)\" is \"\(b)\" in UTF-8 that a program took for Latin-1"
        }
        #expect(
            folder.check() == """
                kiosk/d.csv:2:4: warning: \(lost); \(file)
                kiosk/home.md:1:6: warning: \(lost); \(page)
                kiosk/more.md:2:16: warning: \(took("â‚¬", "€")); \(page)
                kiosk/v.json: warning: \(took("Ã©", "é")); \(file)
                kiosk/w.json:2:5: warning: \(took("â‚¬", "€")); \(file)
                """)
    }
}
