// Markdown that is half written, or that a page loses: nothing of it disappears without a word, and no words are joined.

import Pages
import TestFolders
import Testing

@testable import Settings

/// The text of a page with this body, and what is said about it, in a kiosk with a page b and a picture.
private func page(_ body: String) -> (text: String, problems: String) {
    let folder = TestFolder(["home.md": body, "b.md": "# B"])
    folder.writePicture("p.png")
    let blocks = folder.load()?.pages["home"]?.blocks ?? []
    return (outline(blocks), folder.check().replacing("kiosk/home.md:", with: "").replacing("warning: ", with: ""))
}

@Suite struct LostTextTests {
    @Test(arguments: [
        "“sheet”", "”sheet”", "„sheet“", "«sheet»", "»sheet«", "‘sheet’", "‚sheet‘", "‹sheet›", "“sheet\"", "\"sheet",
        "'sheet",
        "sheet", "“ sheet ”",
    ])
    func `a title that is not between straight quotes is corrected, not made part of the address`(title: String) {
        let (_, problems) = page("See [the plan](b.md \(title)).")
        #expect(problems.hasPrefix("1:5: this is read as text: "), "\(problems)")
        #expect(problems.hasSuffix("; write (b.md \"sheet\")"), "\(problems)")
        #expect(page("![The plan](p.png \(title))").problems.hasSuffix("; write (p.png \"sheet\")"))
        #expect(page("[**Bold**](b.md \(title))").problems.hasSuffix("; write (b.md \"sheet\")"))
    }

    @Test func `the title of a picture in words is a title, and a name with a space is a name`() {
        #expect(page("![Hall](p.png The great hall)").problems.hasSuffix("write (p.png \"The great hall\")"))
        #expect(page("![Hall](the hall.png)").problems.hasSuffix("write (the%20hall.png)"))
        #expect(
            page("[Hall](b.md\"sheet\")").problems.hasSuffix("a space stands before a title: write (b.md \"sheet\")"))
    }

    @Test(arguments: [
        ("a [half](", "1:3: this is read as text: the link has no ) at its end; write [words](page.md)"),
        (
            "a [half](b.md and (more)",
            "1:3: this is read as text: the link has no ) at its end; write [words](page.md)"
        ),
        ("half](b.md)", "1:5: this is read as text: the link has no [ before its words; write [words](b.md)"),
        ("a ![x]", "1:3: this is shown as text: the picture has no file; write ![words](picture.png)"),
        ("![x](p.png", "1:1: this is read as text: the picture has no ) at its end; write ![words](picture.png)"),
        (
            "[a] (b.md)",
            "1:1: this is read as text: the address follows the words at once; remove the space between ] and ("
        ),
        ("[a][c]", "1:1: this is shown as text: there is no line that says where it leads; write [words](page.md)"),
        (
            "**bold **text",
            "1:1: this is shown as text: ** stands at both ends of the words without spaces, as in **bold**"
        ),
        ("**一楼。**请取号", "1:1: this is shown as text: ** cannot end between 。 and a letter; write **一楼**。"),
        ("*铜。*四只铜壶", "1:1: this is shown as text: * cannot end between 。 and a letter; write *铜*。"),
        ("[](b.md)", "1:1: this link has no words, so nobody sees it; write them between [ and ]"),
        ("##Heading", "1:1: this is shown as text: a heading has a space after #"),
        ("-one\n-two", "1:1: this is shown as text: a list has a space after each -"),
        (
            "• one\n• two",
            "1:1: • is shown in running text, and the lines are joined; for a list, begin each line with - and a space"
        ),
        (
            "| A | B |\n| x | y |",
            "1:1: this is shown as text: a table needs a line such as |---|---| below its first line, with as many cells"
        ),
        (
            "| A | B |\n|---|---|\n| x | `y|z` |",
            "3:1: this row has 3 cells and the table 2 columns, so the last of them are not shown; a sign | in a cell is written as \\|"
        ),
        (
            "```\ncode\n\ntext",
            "1:1: the code that begins here has no ``` at its end, so all below it is shown as code; write ``` where it ends"
        ),
        (
            "<!-- never\n\ntext",
            "1:1: this comment has no --> at its end, so nothing below it is shown; write --> where it ends"
        ),
        ("<p>lost</p>", "1:1: HTML is not shown, nor the text in it; write an empty line between paragraphs"),
        ("H<sub>2</sub>O", "1:2: HTML is not shown; write signs such as ₂ and ₃"),
        ("Say <your name>", "1:5: HTML is not shown, and this is taken for it; write \\< for the sign <"),
    ])
    func `what is shown otherwise than it was meant, or not at all, is pointed out once`(body: String, problem: String)
    {
        #expect(page(body).problems.split(separator: "\n").filter { !$0.hasPrefix("kiosk/b.md") } == [problem[...]])
    }

    @Test(arguments: [
        "[B](b.md “sheet”)", "![P](the picture.png)", "[half](b.md", "half](b.md)", "[a] (b.md)", "![C](qr:two words)",
    ])
    func `a visitor sees no address: the last good version stays where a link or a picture is half written`(
        body: String
    ) throws {
        let folder = TestFolder(["home.md": "# Good\n\n[b](b.md)\n", "b.md": "# B"])
        let last = try #require(folder.load())
        folder.write("home.md", Array("# Good\n\n\(body)\n".utf8))
        let (kiosk, found) = Kiosk.load(folder.path, last: last)
        #expect(kiosk?.pages["home"] == last.pages["home"])
        #expect(kiosk?.faults(in: found).map(\.remedy) == [.lastGood], "\(found)")
    }

    @Test(arguments: [
        "\\[a\\](b c.md)", "\\[The great hall](b c.md)", "[a\\](b c.md)", "\\![a](b c.md)", "`[a](b c.md)`",
        "[a] (see below)",
        "[1][2]", "![x]",
    ])
    func `what is written so that it is text is no error`(body: String) {
        let found = TestFolder(["home.md": body]).check()
        #expect(found.split(separator: "\n").allSatisfy { $0.contains("warning: ") }, "\(found)")
    }

    @Test(arguments: [
        ("qr:https://x.de “Scan me”", "(qr:https://x.de \"Scan me\")"),
        ("qr:https://x.de „Zum Plan“", "(qr:https://x.de \"Zum Plan\")"),
        ("qr:two words “Scan me”", "(<qr:two words> \"Scan me\")"),
        ("qr:two “quoted” words", "(<qr:two “quoted” words>)"),
        ("qr: https://x.de", "(qr:https://x.de)"), ("qr: https://x.de “y”", "(qr:https://x.de \"y\")"),
        ("qr: two words \"y\"", "(<qr:two words> \"y\")"),
    ])
    func `the code that is advised is the one that was meant`(inner: String, advice: String) {
        let found = page("![Code](\(inner))").problems.split(separator: "\n").filter { $0.hasPrefix("1:1") }
        #expect(found.count == 1 && found[0].hasSuffix("; write \(advice)"), "\(found)")
    }

    @Test(arguments: [
        ("[a](a.md", "the link has no ) at its end"), ("[A](the a.md)", "the address of a link"),
        ("[A](a.md “sheet”)", "a title stands between straight quotes"), ("see [A](a.md)", "because of this item"),
        ("two links [A](a.md) [B](a.md)", "because of this item"),
    ])
    func `an item because of which a list has no actions is named, and no other item`(item: String, problem: String) {
        let right = "- [A](a.md) [Map](a.md \"action\")\n"
        for (before, after) in [(0, 3), (2, 1), (3, 0)] {
            let text = String(repeating: right, count: before) + "- \(item)\n" + String(repeating: right, count: after)
            let found = TestFolder(["home.md": text, "a.md": "# A"]).check().split(separator: "\n")
                .filter { $0.hasPrefix("kiosk/home.md") }
            #expect(found.count == 1, "\(found)")
            #expect(
                found.allSatisfy { $0.hasPrefix("kiosk/home.md:\(before + 1):") && $0.contains(problem) }, "\(found)")
            #expect(found.allSatisfy { !$0.contains("warning") })
        }
    }

    @Test(arguments: [
        ("![D](d.csv \"a\")", "tables of files"), ("![C](qr:https://x.de)", "QR codes"),
    ])
    func `what is one too many has one message, and its words stand in its place`(text: String, what: String) throws {
        let body = (0..<30).map { _ in text }.joined(separator: "\n\n")
        let folder = TestFolder(["home.md": body, "d.csv": "a\n1\n"])
        let found = folder.check().split(separator: "\n")
        #expect(!found.isEmpty && found.allSatisfy { $0.contains(what) }, "\(found)")
        let blocks = try #require(folder.load()?.pages["home"]?.blocks)
        #expect(blocks.count == 30 && outline([blocks[29]]).contains("paragraph"))
    }

    @Test(arguments: [
        ("[a](b.md)word", "<push b 1:1>a</>word"), ("word[a](b.md)", "word<push b 1:5>a</>"),
        ("a <b>wo</b>rd b", "a word b"), ("wo<b>r</b>d", "word"), ("a<br>b<BR/>c", "a⏎b⏎c"),
        ("a <!-- c --> b", "a b"), ("a<!-- c -->b", "ab"), ("a <b> b", "a b"),
        ("&amp; &euro; &foo; &#8364;", "& € &foo; €"), ("a * b ** c", "a * b ** c"), ("[half", "[half"),
        ("![x]", "![x]"),
        ("half](b.md)", "half](b.md)"), ("a\\\nb", "a⏎b"), ("one\ntwo", "one two"),
    ])
    func `no text is lost and no words are joined`(body: String, text: String) {
        #expect(page(body).text == "1:1 paragraph " + text)
    }

    @Test func `cells keep signs, breaks and the words of pictures`() {
        let rows = "| A | B |\n|---|---|\n| x\\|y | a<br>b |\n| ![plan](p.png) | `c\\|d` |\n| one |\n"
        #expect(
            page(rows).text.split(separator: "\n").dropFirst(2) == [
                "  x|y | a⏎b", "  plan | <code>c|d</code>", "  one | ",
            ])
        #expect(
            page(rows).problems.split(separator: "\n").filter { !$0.contains("picture within text") }
                .allSatisfy { $0.hasPrefix("kiosk/b.md") })
    }

    @Test(arguments: [
        "(see [1], then (2))", "[sic]", "a_b_c [1]: no", "``` inline ```", "5 < 6 > 4", "#1 in the list",
        "-5 °C\n-6 °C",
        "[[hours]]\nis a link", "[[hours]]", "[1]\n= 2", "[a b]\nc = 2", "[note]\nx and y = 2",
        "    [[place]]\n    at = 1", "```\ncode\n```\n\n", "> ```\n> code\n> ```\n", "- ```\n  code\n  ```\n", "| one",
        "[a](b.md 'sheet')",
    ])
    func `ordinary text is left in peace`(body: String) {
        #expect(page(body + "\n\n[b](b.md)\n").problems == "")
    }

    @Test func `a tag is reported once, not again at its end`() {
        #expect(page("<div>\n\ntext [b](b.md)\n\n</div>\n").problems == "1:1: HTML is not shown; write Markdown")
        #expect(page("a <i>b</i> [c](b.md)").problems == "1:3: HTML is not shown; write *italic*")
    }

    @Test func `a broken picture is reported once a page`() {
        let folder = TestFolder([
            "home.md": "![a](a.png)\n\n![b](a.png)\n\ntext ![c](a.png) # x\n", "a.png": "no picture",
        ])
        #expect(folder.check().split(separator: "\n").count == 1, "\(folder.check())")
    }

    @Test func `orphans are reported only where all pages and links are known`() {
        let orphan = "kiosk/c.md: warning: no page links to this one"
        let files = ["c.md": "# C", "b.md": "[h](home.md)"]
        #expect(TestFolder(files.merging(["home.md": "[b](b.md)"]) { $1 }).check() == orphan)
        for (home, b) in [
            ("[b](b.md) [c](d.md)", "# B"), ("[b](b.md) [c](c.md", "# B"), ("[b](b.md) <a href=\"c.md\">c</a>", "# B"),
            ("[b](b.md)", "+++\n[c](c.md)"), ("[b](b.md)\n\n```\n[c](c.md)", "# B"), ("<!--\n\n[c](c.md)", "# B"),
        ] {
            let found = TestFolder(["home.md": home, "b.md": b, "c.md": "# C"]).check()
            #expect(found.split(separator: "\n").count == 1 && !found.contains("no page links"), "\(found)")
        }
        for settings in [
            "start = [\"hom\"]", "start = [\"home\", \"d\"]", "[idle]\nattract = \"d\"\nhome-after = \"9 s\"",
        ] {
            let found = TestFolder(["kiosk.toml": settings, "home.md": "# Home", "c.md": "# C"]).check()
            #expect(found.split(separator: "\n").count == 1 && found.contains("there is no page"), "\(found)")
        }
    }

    @Test(arguments: [
        ("[[place]]\npicture = \"p.png\"", "1:1", "[[place]]", "the front matter"),
        ("[[place]]  # the hall\npicture=\"p.png\"\n\n[[place]]\nid = \"a\"", "1:1", "[[place]]", "the front matter"),
        ("Some **text**\n[[place]]\nat = [\"1 %\"]", "2:1", "[[place]]", "the front matter"),
        ("+++\n[hours]\nopen = [\"mon 9-10\"]\n+++", "2:1", "[hours]", "the front matter"),
        ("[slider.year]\nfrom = 1", "1:1", "[slider.year]", "kiosk.toml"),
        ("[content]\npage-size = 1", "1:1", "[content]", "the machine's file, bezel.toml"),
        ("> [what]\n> a-b = 1", "1:3", "[what]", "the front matter"),
    ])
    func `a table of TOML in the text is pointed out, with where it belongs`(
        table: String, place: String, heading: String, where file: String
    ) {
        let found = page("[b](b.md)\n\n\(table)\n").problems
        let line = Int(place.prefix(1)).map { "\($0 + 2)\(place.dropFirst())" } ?? ""
        let problem = "\(line): this is shown as text: the table \(heading) belongs to \(file)"
        #expect(found.hasPrefix(problem) && !found.contains("\n"), "\(found)")
    }
}
