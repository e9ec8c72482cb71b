// Pages that would take too long or too much: each is left out with its reason, and the others are shown.

import Geometry
import Glibc
import Pages
import Settings
import Stage
import TestFolders
import Testing

@Suite struct ContentRulesTests {
    /// Pages that a hostile author saves, and what is said of each.
    nonisolated static let attacks: [(name: String, text: String, said: String)] = [
        ("8,000 links", String(repeating: "- [a](home.md)\n", count: 4000), "more than 2000 elements"),
        ("79,000 links", String(repeating: "[a](b.md) ", count: 79_000), "larger than 64 KiB"),
        ("a word of 100,000 letters", String(repeating: "a", count: 60_000), "a word of more than 500 letters"),
        ("a word of 20,000 Greek letters", String(repeating: "α", count: 20_000), "a word of more than 500 letters"),
        ("spaces", "    " + String(repeating: " ", count: 20_000) + "a", "more than 1000 spaces in a row"),
        ("open brackets", String(repeating: "n[ ", count: 5000), "more than 200 brackets that are not closed"),
        ("open quotation marks", String(repeating: "n„ ", count: 5000), "more than 200 brackets that are not closed"),
        ("tabs", "    " + String(repeating: "\t", count: 130) + "a", "more than 1000 spaces in a row"),
        ("hyphens", "a" + String(repeating: "-", count: 20_000), "a word of more than 500 letters"),
        ("hyphens and slashes", "a" + String(repeating: "-/", count: 10_000), "a word of more than 500 letters"),
        ("ideographic stops", "漢" + String(repeating: "。", count: 10_000), "a word of more than 500 letters"),
        ("joined emoji", String(repeating: "👩\u{200D}", count: 3000), "a word of more than 500 letters"),
        ("1 MB of code", String(repeating: "    let a = 1\n", count: 75_000), "larger than 64 KiB"),
        ("60,000 marks", "a" + String(repeating: "\u{301}", count: 30_000), "more than 8 combining marks"),
        ("a table", "|a|\n|-|\n" + String(repeating: "|b|\n", count: 9000), "more than 2000 elements"),
        ("spans", String(repeating: "*a* ", count: 300), "more than 200 emphases"),
        ("breaks", String(repeating: "a  \n", count: 300), "more than 200 emphases"),
        ("emphases", String(repeating: "*a* ", count: 9000), "more than 2000 elements"),
        ("lines", String(repeating: "\n", count: 50_000), "has 50000 lines"),
        ("a word of references", String(repeating: "&#97;", count: 1300), "a word of more than 500 letters"),
        ("a word with full stops", String(repeating: "a.b_", count: 1000), "a word of more than 500 letters"),
        (
            "full stops after spaces", String(repeating: ".a) ]. ", count: 3000),
            "more than 500 characters in which no line can be broken"
        ),
        (
            "no-break spaces", String(repeating: "ab\u{A0}", count: 3000),
            "more than 500 characters in which no line can be broken"
        ),
        (
            "opening signs before spaces", String(repeating: "\u{A1} a", count: 3000),
            "more than 500 characters in which no line can be broken"
        ),
        ("word joiners", String(repeating: "a\u{2060}", count: 3000), "a word of more than 500 letters"),
        ("referenced marks", "a" + String(repeating: "&#769;", count: 40), "more than 8 combining marks"),
        (
            "a title of marks", "+++\ntitle = \"a\(String(repeating: "\\u0301", count: 200))\"\n+++\nx",
            "combining marks"
        ),
        ("separators", "a\n" + String(repeating: "b|c\n--|\n", count: 2000), "look like the line below a table's head"),
        (
            "quoted separators", "> a\r\n" + String(repeating: "> b|c\r\n> --|\r\n", count: 2000),
            "look like the line below a table's head"
        ),
        ("keys", "+++\n" + (0..<5000).map { "a\($0) = 1\n" }.joined() + "+++\nx", "unknown key"),
    ]

    @Test(arguments: attacks.indices) func `a page beyond a limit is left out, and said`(_ index: Int) throws {
        let (name, text, said) = Self.attacks[index]
        let folder = TestFolder(["home.md": "[b](b.md)", "b.md": text])
        let (kiosk, diagnostics) = Kiosk.load(folder.path)
        #expect(diagnostics.contains { $0.message.contains(said) }, "\(name): \(diagnostics.prefix(3))")
        #expect(diagnostics.count <= 1001)
        #expect(kiosk?.pages["home"] != nil)
    }

    @Test func `the message names the key that raises a limit, until it is as high as it can be`() {
        let folder = TestFolder(["home.md": String(repeating: "- a long item\n", count: 8000)])
        var rules = ContentRules()
        #expect(
            folder.check(rules: rules).hasSuffix("raise page-size and page-elements in [content] of the machine's file")
        )
        rules.pageSize = 1 << 20
        #expect(
            folder.check(rules: rules).hasSuffix(
                "; split it, or raise page-elements in [content] of the machine's file"))
        folder.write("home.md", Array(String(repeating: "- a\n", count: 30_000).utf8))
        #expect(
            folder.check(rules: rules).hasSuffix(
                "; split it, or raise page-elements in [content] of the machine's file"))
        rules.elements = 400_000
        #expect(!folder.check(rules: rules).contains("page-elements"))
        folder.write("home.md", [UInt8](repeating: 97, count: 1 << 20 + 1))
        #expect(folder.check(rules: rules) == "kiosk/home.md: the file is larger than 1 MB; split it")
    }

    @Test func `what people write is within the limits`() {
        let long = String(
            repeating: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ", count: 300)
        let chinese = String(repeating: "這是一個很長的句子沒有空格", count: 800)
        let thai = String(repeating: "สวัสดีครับผมชื่อเบเซล", count: 300)
        let hebrew = String(repeating: "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים ", count: 200)
        let address = "https://example.org/" + String(repeating: "a/", count: 1500)
        let khmer = String(repeating: "សូមស្វាគមន៍មកកាន់សារមន្ទីរ", count: 60)
        let burmese = String(repeating: "ပြတိုက်မှကြိုဆိုပါတယ်", count: 60)
        let prices = String(repeating: "Adults: 12\u{A0}€ (reduced, with a card: 8\u{202F}€) … ", count: 300)
        let tables = String(repeating: "|a|b|\n|-|-|\n|c|-|\n|-|-|\n\n", count: 150)
        for text in [long, chinese, thai, hebrew, address, khmer, burmese, prices, tables] {
            let folder = TestFolder(["home.md": text])
            #expect(folder.check() == "")
        }
    }

    @Test func `all pages together have a limit, and so have start, titles and kiosk.toml`() throws {
        let folder = TestFolder([
            "kiosk.toml": "start = [\(String(repeating: "\"home\",\n", count: 1000))]\n",
            "home.md": "[b](b.md) [c](c.md)",
            "b.md": String(repeating: "word ", count: 2000), "c.md": String(repeating: "word ", count: 2000),
        ])
        var rules = ContentRules()
        rules.totalSize = 12_000
        let (kiosk, diagnostics) = Kiosk.load(folder.path, rules: rules)
        #expect(kiosk?.pages.keys.sorted() == ["b", "home"])
        #expect(diagnostics.contains { $0.message.contains("together have more than") })
        #expect(diagnostics.contains { $0.message.contains("start names more than 32 pages") })
        let dotted = TestFolder(["home.md": "x", "kiosk.toml": String(repeating: "a.", count: 500_000) + "b = 1"])
        #expect(dotted.check().contains("kiosk.toml: the file is larger than 64 KiB"))
        let titled = TestFolder(["home.md": "+++\ntitle = \"\(String(repeating: "a ", count: 2000))\"\n+++\nx"])
        #expect(titled.check().contains("the title has more than 300 characters"))
        #expect(titled.load()?.pages["home"]?.title == "home")
        let headed = TestFolder(["home.md": "# " + String(repeating: "a ", count: 20_000)])
        #expect(headed.load()?.pages["home"]?.title.count == 300)
    }

    @Test func `what a file says reaches no terminal as a command`() {
        let folder = TestFolder(["home.md": "[x](\u{1B}]0;owned\u{7}.md) [y](\u{202E}dm.a.md)"])
        let said = folder.check()
        #expect(!said.unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 || $0.value == 0x202E })
        #expect(!said.isEmpty)
    }

    @Test func `a quotation in a diagnostic has an end`() {
        let folder = TestFolder(["home.md": "[x](\(String(repeating: "a/", count: 30_000)).md)"])
        #expect(folder.check().utf8.count < 2000)
    }
}
