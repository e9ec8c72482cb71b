// Keyboard layouts: each language's letters are on the keys, by the machine's layout files.

import Testing

@testable import Keyboards

@Suite struct KeyboardLayoutTests {
    /// The letters that every text of a language needs, by its newspapers' alphabets.
    nonisolated static let alphabets: [(layout: String, letters: String)] = [
        ("de", "abcdefghijklmnopqrstuvwxyzäöüß"), ("us", "abcdefghijklmnopqrstuvwxyzéñç"),
        ("fr", "abcdefghijklmnopqrstuvwxyzàâæçéèêëîïôœùûüÿ"), ("es", "abcdefghijklmnopqrstuvwxyzáéíñóúü"),
        ("it", "abcdefghijklmnopqrstuvwxyzàèéìòù"), ("nl", "abcdefghijklmnopqrstuvwxyzéëïóöü"),
        ("pl", "aąbcćdeęfghijklłmnńoóprsśtuwyzźż"), ("tr", "abcçdefgğhıijklmnoöprsştuüvyzâîû"),
        ("ru", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"), ("gr", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"),
        ("ara", "ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئةى"), ("il", "אבגדהוזחטיךכלםמןנסעףפץצקרשת"),
    ]

    @Test(arguments: alphabets) func `all letters of a language can be typed`(_ one: (layout: String, letters: String))
        throws
    {
        let layout = try KeyboardLayout(named: one.layout)
        let keys = layout.rows.joined()
        let typed = Set(keys.flatMap { [$0.text] + $0.variants })
        let missing = one.letters.map(String.init).filter { !typed.contains($0) }
        #expect(missing.isEmpty, "\(missing) in \(layout.rows.map { $0.map(\.text) })")
        #expect(layout.rows.allSatisfy { (6...13).contains($0.count) }, "\(layout.rows.map(\.count))")
        for key in keys {
            #expect(!key.variants.contains(key.text) && Set(key.variants).count == key.variants.count, "\(key)")
            #expect(key.variants.count <= KeyboardLayout.mostVariants)
            #expect((key.variants + [key.text, key.shifted]).allSatisfy { $0.count == 1 || $0 == "لا" }, "\(key)")
        }
        #expect(layout.hasCapitals == !["ara", "il"].contains(one.layout))
        for sign in ["-", "/", "(", ")"] { #expect(layout.signs.contains(sign), "\(sign) in \(layout.signs)") }
    }

    @Test func `capitals have capital variants, by the language`() throws {
        let turkish = try KeyboardLayout(named: "tr")
        let dotted = try #require(turkish.rows.joined().first { $0.text == "i" })
        #expect(dotted.shifted == "İ")
        let english = try KeyboardLayout(named: "us")
        let e = try #require(english.rows.joined().first { $0.text == "e" })
        #expect(e.variants.contains("é") && e.shiftedVariants.contains("É") && !e.variants.contains("É"))
        #expect(english.rows.map { $0.map(\.text).joined() } == ["qwertyuiop", "asdfghjkl", "zxcvbnm"])
    }

    @Test(arguments: ["", "xx", "de(nothing)", "../../etc/passwd", "()"]) func `a layout that is not there is said`(
        _ name: String
    ) {
        #expect(throws: KeyboardLayout.Problem.self) { try KeyboardLayout(named: name) }
    }

    @Test(arguments: [
        ("de-CH", ["ch", "de", "us"]), ("de", ["de", "us"]), ("en", ["us"]), ("ar-EG", ["ara", "us"]),
        ("el-GR", ["gr", "us"]),
        ("zh-Hant-TW", ["us"]), ("", ["us"]),
    ]) func `a language has a layout`(_ one: (String, [String])) {
        #expect(KeyboardLayout.names(for: one.0) == one.1)
    }

    @Test(arguments: alphabets) func `a keyboard with keys types what its keys are looked up for`(
        _ one: (layout: String, letters: String)
    ) throws {
        var typed = 0
        for letter in one.letters + "a1 ?" {
            let keys = try #require(HardwareKeys(layout: one.layout))
            guard let codes = keys.keys(typing: String(letter)) else { continue }
            let meanings = codes.map { keys.press($0) }
            #expect(meanings.last == .text(String(letter)), "\(letter): \(codes)")
            #expect(meanings.dropLast().allSatisfy { $0 == nil })
            typed += 1
        }
        #expect(typed > one.letters.count / 2)
        #expect(HardwareKeys(layout: one.layout)?.keys(typing: "🎹") == nil)
    }

    @Test(arguments: alphabets) func `it types that also under Caps Lock, and nothing while a hand would change it`(
        _ one: (layout: String, letters: String)
    ) throws {
        let (capsLock, shift) = (58, 42)
        var typed = 0
        for letter in one.letters + one.letters.uppercased() + "1" {
            let keys = try #require(HardwareKeys(layout: one.layout))
            #expect(keys.press(capsLock) == nil)
            keys.release(capsLock)
            _ = keys.press(shift)
            #expect(keys.keys(typing: String(letter)) == nil, "a hand holds a key")
            keys.release(shift)
            guard let codes = keys.keys(typing: String(letter)) else { continue }
            let meanings = codes.map { keys.press($0) }
            #expect(meanings.last == .text(String(letter)), "\(letter): \(codes)")
            typed += 1
        }
        #expect(typed > one.letters.count / 2)
    }

    @Test func `it types nothing between an accent and its letter`() throws {
        let keys = try #require(HardwareKeys(layout: "de"))
        let acute = 13
        #expect(keys.press(acute) == nil)
        keys.release(acute)
        #expect(keys.keys(typing: "e") == nil)
        let code = 18
        #expect(keys.press(code) == .text("é"))
        keys.release(code)
        #expect(keys.keys(typing: "e") == [code])
    }

    @Test func `the layouts of all languages that have one are there`() throws {
        for language in [
            "de", "en", "fr", "es", "it", "nl", "pl", "tr", "ru", "el", "ar", "he", "sv", "da", "cs", "uk", "sl", "et",
            "nb", "fa", "hi", "ka", "hy", "sq", "sr", "be", "kk", "ca", "ur", "eu", "gl", "cy", "bs", "bn", "ta",
            "pt-BR", "en-GB",
            "de-CH", "fr-CH", "fr-BE", "fr-CA", "es-MX", "pt", "fi", "hu", "ro", "bg", "lt", "lv", "is", "hr", "sk",
            "mk",
        ] {
            for name in KeyboardLayout.names(for: language) {
                let layout = try KeyboardLayout(named: name)
                #expect(layout.rows.joined().count >= 20, "\(name): \(layout.rows.map { $0.map(\.text) })")
            }
        }
    }
}

@Suite(.enabled(if: Pinyin() != nil, "libpinyin is not installed")) struct PinyinTests {
    @Test func `syllables become Chinese, and what was not chosen stays`() throws {
        let pinyin = try #require(Pinyin())
        let all = pinyin.candidates(for: "nihao")
        #expect(all.first == Pinyin.Candidate(text: "你好", length: 5))
        #expect(all.contains { $0.text == "你" && $0.length == 2 })
        #expect(pinyin.candidates(for: "beijingshiguojizhanlanzhongxin").first.map { $0.text.count } == 9)
        #expect(pinyin.candidates(for: "").isEmpty && pinyin.candidates(for: "123").isEmpty)
        #expect(pinyin.candidates(for: String(repeating: "a", count: 400)).isEmpty)
        #expect(pinyin.candidates(for: "nihao") == all, "nothing is learned")
    }
}
