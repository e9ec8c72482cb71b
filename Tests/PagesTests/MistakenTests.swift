// What authors write by mistake, and what a check says about it.

import Geometry
import TestFolders
import TestRandomness
import Testing

@testable import Drawing
@testable import Pages
@testable import Settings

@Suite struct MistakenTests {
    /// What is said about a kiosk whose page home is `text`, with other `files`, one a line.
    private func check(_ text: String, _ files: [String: String] = [:], idle: IdleTable = IdleTable()) -> String {
        TestFolder(files.merging(["home.md": text]) { $1 }).check(idle: idle)
    }

    @Test(arguments: [
        ("english", "did you mean \"en\"?"), ("jp", "did you mean \"ja\"?"), ("de_DE", "did you mean \"de-DE\"?"),
        ("xx", "write its code, such as \"en\", \"de\" or \"zh-Hant\""),
        ("", "write its code, such as \"en\", \"de\" or \"zh-Hant\""),
    ])
    func `a language that does not exist is pointed out`(tag: String, advice: String) {
        let warning = "warning: there is no language \"\(tag)\"; \(advice)"
        #expect(check("# Home", ["kiosk.toml": "language = \"\(tag)\"\n"]) == "kiosk/kiosk.toml:1:12: \(warning)")
        #expect(check("+++\nlanguage = \"\(tag)\"\n+++\nText.") == "kiosk/home.md:2:12: \(warning)")
    }

    @Test(arguments: [
        ("ger", "German", "de"), ("deu", "German", "de"), ("eng-GB", "English", "en"), ("chi", "Chinese", "zh"),
        ("fre", "French", "fr"), ("rum", "Romanian", "ro"),
    ])
    func `a code of three letters is replaced by the one of two, where there is one`(
        tag: String, name: String, code: String
    ) {
        #expect(LanguageTag.problem(of: tag) == "the code of \(name) is \"\(code)\", not \"\(tag.prefix(3))\"")
        #expect(LanguageTag.problem(of: code) == nil)
        let found = check("# Home", ["kiosk.toml": "languages = [\"en\", \"\(tag)\"]\n"])
        #expect(found.contains("kiosk.toml:1:13: the code of \(name) is \"\(code)\""))
    }

    @Test func `a countdown that is over is pointed out, and one that is not is not`() {
        let folder = TestFolder([
            "home.md": "# Home\n\nStill {{until 2026-06-17 10:30}} and {{until 2026-06-17 10:32}}\n"
        ])
        func found(_ time: String?) -> [String] {
            Kiosk.load(folder.path, decodingPictures: true, now: time.flatMap { CivilTime($0) }).diagnostics
                .map { "\($0)".replacing(folder.path, with: "kiosk") }
        }
        let first =
            "kiosk/home.md:3:7: warning: {{until 2026-06-17 10:30}} is past, so nothing is shown here; write a later date, or remove it"
        #expect(found("2026-06-17 10:29").isEmpty && found(nil).isEmpty)
        #expect(found("2026-06-17 10:30") == [first] && found("2026-06-17 10:31") == [first])
        #expect(found("2027-01-01").count == 2)
    }

    @Test(arguments: ["en", "de-AT", "zh-Hant-TW", "pt-br", "gsw", "ar"])
    func `a language that exists is fine`(tag: String) { #expect(LanguageTag.problem(of: tag) == nil) }

    @Test func `a wrong height of a sheet is quoted, with the range`() {
        #expect(
            check("+++\ndetents = [\"60 %\", \"150 %\"]\n+++\n")
                == "kiosk/home.md:2:11: a height in detents is a length of at least \"20 mm\", or a share of the screen from \"10 %\" "
                + "to \"92 %\", not \"150 %\"")
    }

    @Test(arguments: [
        ("title = \"Hours\n", "1:9: the text that begins here has no \" at its end"),
        ("start = [\"a\", \"b]\n", "1:15: the text that begins here has no \" at its end"),
        ("title = 'Hours\nlanguage = \"en\"\n", "1:9: the text that begins here has no ' at its end"),
        ("title = “Hours”\n", "1:9: did you mean straight quotes? Write \" in place of “"),
        ("start = [„home“]\n", "1:10: did you mean straight quotes? Write \" in place of „"),
    ])
    func `quotes that are curly or not closed are named in settings`(settings: String, problem: String) {
        let found = check("# Home", ["kiosk.toml": settings])
        #expect(found == "kiosk/kiosk.toml:\(problem)")
        let page = check("+++\n" + settings.replacing("start", with: "detents") + "+++\n")
        #expect(page.hasSuffix(problem.drop { $0 != " " }), "\(page)")
    }

    @Test func `YAML with lists and comments is pointed out too`() {
        #expect(
            check("---\n# For the hall\ntags:\n  - hall\n- more\n---\n# Hall\n").hasPrefix(
                "kiosk/home.md:1:1: warning: this is shown as text: front matter is TOML"))
    }

    @Test func `footnotes, and addresses with spaces, are pointed out`() {
        #expect(
            check("Open[^1] daily[^2].\n\n[^1]: Not on Sundays.\n")
                == "kiosk/home.md:1:9: warning: there is no footnote [^2]; write it in a line of its own: [^2]: …")
        #expect(
            check("Open[^1] daily.\n\n[^a]: Sundays\n    and Mondays\n[^1]: Holidays\n\n    [^b]: code\n")
                == "kiosk/home.md:3:1: warning: this footnote is not shown: no text refers to it")
        #expect(
            check("- [Home](home.md) daily[^1]\n\n[^1]: Sundays\n")
                == "kiosk/home.md:1:1: warning: a tap on this row opens its link, so nobody can open its footnote; refer to the "
                + "footnote elsewhere")
        #expect(
            check("See [our hours](opening hours.md).\n", ["opening hours.md": "[Home](home.md)"])
                == "kiosk/home.md:1:5: this is read as text: the address of a link or a picture has no spaces; write "
                + "(opening%20hours.md)")
    }

    @Test func `links with escapes and signs open the file that they mean`() throws {
        let files = ["my page.md": "a", "100%.md": "b", "a#b.md": "c", "x%20y.md": "d", "sub/u v.md": "e"]
        let text = """
            [a](my%20page.md) [b](100%.md) [b](100%25.md) [c](a#b.md) [c](a%23b.md) [d](x%20y.md) [d](x%2520y.md)
            [e](/sub/u%20v.md) [f](my%20pages.md) [g](<u v.md>) [h](my%20page.md#tops) [i](my%20page)
            """
        #expect(
            check(text, files) == """
                kiosk/home.md:2:20: there is no page "my pages.md"; did you mean "my page.md", which a link writes as (my%20page.md)?
                kiosk/home.md:2:39: there is no page "u v.md"; did you mean "sub/u v.md", which a link writes as (sub/u%20v.md)?
                kiosk/home.md:2:53: no heading of the page has the anchor "#tops"; the page has no headings
                kiosk/home.md:2:76: a link needs the whole name of the file: "my page.md", which a link writes as (my%20page.md)
                """)
        let folder = TestFolder(files.merging(["home.md": text]) { $1 })
        let names = try #require(folder.load()?.pages["home"]).links.map(\.page)
        #expect(names == ["my page", "100%", "100%", "a#b", "a#b", "x%20y", "x%20y", "sub/u v", "my page"])
    }

    @Test func `attract needs home-after, in the kiosk or on the machine`() {
        let kiosk = ["kiosk.toml": "[idle]\nattract = \"hello\"\n", "hello.md": "# Hello"]
        #expect(check("# Home", kiosk).hasPrefix("kiosk/kiosk.toml:2:11: warning: the page in attract is never shown"))
        var machine = IdleTable()
        machine.homeAfter = .seconds(60)
        #expect(check("# Home", kiosk, idle: machine) == "")
    }

    @Test func `animations that stand still, and pictures as thin as a line, say how they are shown`() {
        let folder = TestFolder(["home.md": "![a](a.gif)\n\n![b](b.gif)\n\n![c](c.png)\n\n![d](d.gif)\n"])
        folder.write("a.gif", TestPicture.gif(frames: 2))
        folder.write("b.gif", TestPicture.gif(frames: 1))
        folder.write("d.gif", TestPicture.gif(frames: 301))
        folder.writePicture("c.png", width: 2000)
        #expect(
            folder.check() == """
                kiosk/home.md:5:1: warning: "c.png" is 2000×10 pixels; the kiosk shows it as a thin line; cut it to a shape at most 20 times as long as wide
                kiosk/home.md:7:1: warning: "d.gif" is an animation of more than 300 frames, the most that move; it stands still
                """)
    }

    @Test(arguments: [
        (
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect></svg>",
            "its XML is wrong in line 1, column "
        ),
        (
            "<svg width='9' height='9'><rect width='9' height='9'/></svg>",
            "nothing in it would be drawn: its element svg needs xmlns="
        ),
        (
            "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>",
            "its size is 0; give it a width and a height"
        ),
        ("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8 ", "the file is truncated; copy it again"),
    ])
    func `a picture that cannot be shown has a reason that can be read`(file: String, reason: String) {
        let found = check("![a](a.svg)\n", ["a.svg": file])
        #expect(
            found.hasPrefix("kiosk/home.md:1:1: \"a.svg\" is not a picture that can be shown: \(reason)"), "\(found)")
        #expect(!found.hasControlCharacters)
    }

    @Test func `where a JPEG has its end is found behind its headers, in pieces of any size`() {
        var thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 7, 0xFF, 0xD9]
        thumbnail = [0xFF, 0xE1, 0, UInt8(thumbnail.count + 2)] + thumbnail
        let whole =
            [0xFF, 0xD8] + thumbnail + [
                0xFF, 0xFF, 0xDB, 0, 3, 9, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 0xFF, 0xD0, 5, 0xFF, 0xD9,
            ]
        func isMissing(_ bytes: some Collection<UInt8>, by step: Int) -> Bool {
            var end = JPEGEnd()
            for begin in stride(from: 0, to: bytes.count, by: step) {
                Array(bytes.dropFirst(begin).prefix(step)).withUnsafeBufferPointer { end.read($0) }
            }
            return end.isMissing
        }
        for step in [1, 3, 1000] {
            #expect(!isMissing(whole, by: step) && !isMissing(whole + [1, 2, 3], by: step))
            #expect(isMissing(whole.dropLast(), by: step) && isMissing(whole.dropLast(5), by: step))
        }
        var random = SplitMix(7)
        for _ in 0..<1000 {
            let noise = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = isMissing([0xFF, 0xD8, 0xFF] + noise, by: 7)
        }
    }
}
