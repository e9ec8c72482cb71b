// What the installed fonts can draw, and to which script a character belongs.

import Testing

@testable import Drawing

@Suite struct InstalledFontsTests {
    @Test(arguments: [
        ("A", "Latn"), ("欢", "Hani"), ("あ", "Hira"), ("한", "Hang"), ("ع", "Arab"), ("👋", "Zyyy"), ("。", "Zyyy"),
        ("é", "Latn"),
    ])
    func `a character's script is that of its first letter that has one`(character: String, script: String) {
        #expect(InstalledFonts.script(of: Character(character)) == script)
    }

    @Test func `characters that the tests' fonts have are not missing`() {
        #expect(InstalledFonts.familyCount > 1)
        #expect(InstalledFonts.family() == "Noto Sans")
        #expect(InstalledFonts.missing(in: "Welcome, Ωμέγα, مرحبا, 欢迎\n한국어", language: "en") == [])
    }

    @Test func `characters that no font has are named once, in order`() {
        // Characters of a plane for private use, which no font has.
        #expect(
            InstalledFonts.missing(in: "a\u{10FFFD}b\u{10FFFC}c\u{10FFFD}", language: "en")
                == ["\u{10FFFD}", "\u{10FFFC}"])
    }
}
