// The letters under which texts are found in an alphabetical list.

import Testing

@testable import Drawing

@Suite struct FirstLetterTests {
    @Test(arguments: [
        ("apple", "A", "A"), ("Évora", "É", "E"), ("Øersted", "Ø", "O"), ("Łukasz", "Ł", "L"), ("Đorđe", "Đ", "D"),
        ("Ñandú", "Ñ", "N"),
        ("Æthel", "Æ", "A"), ("„Zitat“", "Z", "Z"), (" (x)", "X", "X"), ("ßeta", "S", "S"), ("ﬁsh", "F", "F"),
        ("42", "#", "#"),
        ("٣", "#", "#"), ("Ώρα", "Ώ", "Ω"), ("ёлка", "Ё", "Е"), ("أحمد", "أ", "ا"), ("가을", "가", "ᄀ"), ("海", "海", "海"),
    ]) func `a text has the letter that is written, and the one without marks`(
        _ text: String, _ written: String, _ plain: String
    ) {
        let letter = FirstLetter(of: text)
        #expect(letter.written == written && letter.plain == plain)
    }

    @Test(arguments: ["", "…", "— —", "👋"]) func `a text without letters has none`(_ text: String) {
        #expect(FirstLetter(of: text).written == nil && FirstLetter(of: text).plain == nil)
    }
}
