// Editing a text: typing, deleting, selecting and undoing, in all scripts.

import TestRandomness
import Testing

@testable import Interface

@Suite struct EditedTextTests {
    @Test func `letters come where the caret is, and it stands behind them`() {
        var text = EditedText("Hll")
        text.moveCaret(to: 1)
        text.insert("e")
        #expect(text.string == "Hell" && text.selection == 2..<2)
        text.select(1..<4)
        text.insert("i")
        #expect(text.string == "Hi" && text.selection == 2..<2)
    }

    @Test func `a sign that joins the letter before it is one character with it`() {
        var text = EditedText("e")
        text.insert("\u{301}")
        #expect(text.count == 1 && text.selection == 1..<1 && text.string == "e\u{301}")
        var flag = EditedText("🇩")
        flag.insert("🇪")
        #expect(flag.count == 1 && flag.selection == 1..<1)
    }

    @Test(arguments: [
        ("👩‍👩‍👧", ""), ("🇩🇪", ""), ("é", ""), ("한", ""), ("नि", "न"), ("\u{5E9}\u{5C1}\u{5B8}", "\u{5E9}\u{5C1}"), ("👍🏽", ""),
        ("ab", "a"), ("\r\n", ""),
    ])
    func `a backspace deletes what people take for one`(before: String, after: String) {
        var text = EditedText(before)
        text.deleteBackward()
        #expect(Array(text.string.unicodeScalars) == Array(after.unicodeScalars), "\(before)")
        #expect(text.selection == text.count..<text.count)
    }

    @Test func `a sign that joins its letter takes no room, and no number of them takes all memory`() {
        var text = EditedText("\u{5D0}\u{5D1}\u{5D2}\u{5D3}", limit: 4)
        text.insert("\u{5B8}")
        #expect(text.count == 4 && text.string.unicodeScalars.count == 5)
        text.insert("\u{5D4}")
        #expect(text.count == 4 && text.string.unicodeScalars.count == 5)
        var zalgo = EditedText("e")
        for _ in 0..<200 { zalgo.insert(String(repeating: "\u{301}", count: 1000)) }
        #expect(zalgo.count == 1 && zalgo.string.utf8.count <= EditedText.mostBytes)
    }

    @Test func `a word is undone at once, and done again`() {
        var text = EditedText()
        for letter in "two words" { text.insert(String(letter)) }
        text.undo()
        #expect(text.string == "two")
        text.undo()
        #expect(text.string == "" && !text.canUndo)
        text.redo()
        text.redo()
        #expect(text.string == "two words" && !text.canRedo)
        text.undo()
        text.insert("!")
        #expect(text.string == "two!" && !text.canRedo)
    }

    @Test func `no text is longer than its limit`() {
        var text = EditedText("1234567", limit: 5)
        #expect(text.string == "12345")
        let hasChanged = text.insert("6")
        #expect(!hasChanged)
        text.select(0..<2)
        text.insert("abc")
        #expect(text.string == "ab345" && text.selection == 2..<2)
        #expect(EditedText("", limit: 1 << 40).limit == EditedText.mostCharacters)
    }

    @Test func `a double tap selects a word, a space or signs`() {
        let text = EditedText("Käse, 12 €!")
        #expect(text.word(at: 1) == 0..<4 && text.word(at: 4) == 4..<5 && text.word(at: 6) == 6..<8)
        #expect(text.word(at: 99) == 9..<11 && EditedText("").word(at: 0) == 0..<0)
    }

    @Test func `after random edits places are within the text, bytes and characters agree, and undo leads back`() {
        let pieces = [
            "a", "é", "e\u{301}", "\u{301}", "🇩", "👩‍👩‍👧", "नि", "ש", "\u{5B8}", " ", "\n", "한", "العربية", "1", "‍", "👍🏽",
        ]
        for seed in 0..<60 {
            var random = SplitMix(UInt64(seed))
            var text = EditedText("", limit: 40)
            for _ in 0..<80 {
                switch random.below(7) {
                case 0, 1, 2: text.insert(pieces[random.below(pieces.count)])
                case 3: text.deleteBackward()
                case 4: text.deleteForward()
                case 5:
                    let (one, other) = (random.below(45) - 2, random.below(45) - 2)
                    text.select(min(one, other)..<max(one, other))
                default: random.below(2) == 0 ? text.undo() : text.redo()
                }
                let end = text.count
                #expect(end <= 41, "a joining sign may come behind the last one")
                #expect(text.selection.lowerBound >= 0 && text.selection.upperBound <= end, "\(seed)")
                for offset in [0, end / 2, end] { #expect(text.offset(ofByte: text.byte(of: offset)) == offset) }
            }
            while text.canUndo { text.undo() }
            #expect(text.string == "" || !text.canUndo)
        }
    }
}
