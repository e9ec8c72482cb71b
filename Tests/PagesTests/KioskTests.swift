// What a folder becomes, and everything that can be wrong with one.

import Geometry
import Glibc
import Pages
import Settings
import Stage
import TestFolders
import Testing

@Suite struct KioskTests {
    @Test func `a folder of pages becomes a kiosk`() throws {
        let folder = TestFolder([
            "kiosk.toml": """
            title = "Museum"
            theme = "night"
            language = "de"
            [gestures]
            pop = "full-screen"
            edge-width = "calibrated"
            slop = "3 mm"
            velocity-weight = "200 ms"
            [sheet]
            pull = "separate"
            finish-share = 0.5
            [idle]
            home-after = "60 s"
            attract = "sub/show"
            schedule = ["07:00-22:00", "23:30-01:00"]
            """,
            "home.md": "# Welcome\n- [Hours](hours.md)\n",
            "hours.md": """
            +++
            title = "Opening hours"
            bar = "hidden"
            pop = "full-screen"
            pop-zone = "40 mm"
            language = "ar"
            +++
            # Never seen as title
            """,
            "sub/show.md": "[Home](../home.md)",
            ".hidden.md": "[no](nowhere.md)", "notes.txt": "",
        ])
        #expect(
            folder.check()
                == "kiosk/sub/show.md: warning: this page is shown to attract people, and any touch leads from it to the "
                + "start: its links lead nowhere")
        let kiosk = try #require(folder.load())
        #expect(
            kiosk.start == ["home"] && kiosk.title == "Museum" && kiosk.theme == ThemeTable(base: .night)
                && kiosk.language == "de")
        #expect(kiosk.gestures.pop == .fullScreen && kiosk.gestures.edgeWidth == .calibrated)
        #expect(kiosk.gestures.slop == Length(millimetres: 3) && kiosk.gestures.finishShare == nil)
        #expect(kiosk.gestures.velocityWeight == .milliseconds(200))
        #expect(kiosk.sheet.pull == .separate && kiosk.sheet.finishShare == 0.5 && kiosk.sheet.finishLimit == nil)
        #expect(kiosk.idle.homeAfter == .seconds(60) && kiosk.idle.attract == "sub/show")
        #expect(kiosk.idle.schedule?.map(\.start) == [420, 1410])
        #expect(kiosk.pages.keys.sorted() == ["home", "hours", "sub/show"])
        let hours = try #require(kiosk.pages["hours"])
        #expect(hours.title == "Opening hours" && !hours.isBarShown && hours.pop == .fullScreen)
        #expect(hours.popZone == Length(millimetres: 40) && hours.language == "ar")
        #expect(kiosk.pages["home"]?.title == "Welcome" && kiosk.pages["home"]?.isBarShown == true)
        #expect(kiosk.pages["sub/show"]?.title == "show")
        #expect(kiosk.pages["sub/show"]?.links.map(\.page) == ["home"])
    }

    @Test func `a page says how it is popped, how high it is as a sheet, and which way its text runs`() throws {
        let folder = TestFolder([
            "home.md": "# Home\n- [A](a.md)\n- [B](b.md)\n- [C](c.md)",
            "a.md": """
            +++
            finish-share = 0.25
            finish-limit = "40 mm"
            velocity-weight = "100 ms"
            detents = ["120 mm", "80 %"]
            language = "ar-EG"
            +++
            """,
            "b.md": "+++\ndirection = \"right-to-left\"\n+++",
            "c.md": "+++\ndetents = [\"120 mm\", \"99 %\"]\n+++",
        ])
        let (kiosk, diagnostics) = Kiosk.load(folder.path)
        let a = try #require(kiosk?.pages["a"])
        #expect(a.finishShare == 0.25 && a.finishLimit?.millimetres == 40 && a.velocityWeight == .milliseconds(100))
        #expect(a.detents == [.height(120), .share(0.8)])
        let pages = PageLibrary(kiosk: try #require(kiosk))
        #expect(pages.screen(named: "a")?.direction == .rightToLeft)
        #expect(pages.screen(named: "b")?.direction == .rightToLeft)
        #expect(pages.screen(named: "home")?.direction == .leftToRight)
        #expect(kiosk?.pages["c"]?.detents == [.height(120)])
        #expect(diagnostics.contains { $0.description.contains("c.md:2:11: a height in detents is") })
        for (language, direction) in [
            ("az-Arab", LayoutDirection.rightToLeft), ("ur-Latn", .leftToRight), ("en", .leftToRight),
        ] {
            #expect(LayoutDirection(language: language) == direction)
        }
    }

    @Test func `a folder that is not there, or is none, is an error`() {
        let folder = TestFolder(["home.md": "x"])
        #expect(Kiosk.load("/nowhere").diagnostics.map(\.description) == ["/nowhere: there is no such folder"])
        #expect(
            Kiosk.load(folder.path + "/home.md").diagnostics.map(\.message) == ["is not a folder"])
        #expect(Kiosk.load("/nowhere").kiosk == nil)
    }

    @Test func `without a start page there is no kiosk, and the error says which to write`() {
        let none = TestFolder()
        #expect(
            none.check()
                == "kiosk: there is no start page home.md; write one, or name another in kiosk.toml: start = [\"welcome\"]"
        )
        let other = TestFolder(["hours.md": "x"])
        #expect(
            other.check()
                == "kiosk: there is no start page home.md; write one, or name another in kiosk.toml: start = [\"hours\"]"
        )
        #expect(none.load() == nil && other.load() == nil)
        let named = TestFolder([
            "kiosk.toml": "start = [\"welcom\", \"home.md\"]\n", "welcome.md": "[h](home.md)", "home.md": "# Home",
        ])
        #expect(
            named.check() == """
                kiosk/kiosk.toml:1:9: there is no page "home.md"; did you mean "home"?
                kiosk/kiosk.toml:1:9: there is no page "welcom"; did you mean "welcome"?
                """)
        #expect(named.load() == nil)
        let second = TestFolder(["kiosk.toml": "start = [\"home\", \"hour\"]\n", "home.md": ""])
        #expect(second.load()?.start == ["home"])
    }

    @Test func `all wrong settings are reported, and the rest of the kiosk is there`() throws {
        let folder = TestFolder([
            "kiosk.toml": """
            start = []
            theme = "pink"
            color = "red"
            [gestures]
            pop = "swipe"
            edge-width = "10"
            [sheets]
            [idle]
            home-after = 60
            attract = "hom"
            schedule = ["07:00-22:00", "7-22"]
            """, "home.md": "x",
        ])
        #expect(
            folder.check() == """
                kiosk/kiosk.toml:1:9: start must name a page, such as ["home"]
                kiosk/kiosk.toml:2:9: theme must be "paper", "night", "daylight" or "contrast", not "pink"
                kiosk/kiosk.toml:3:1: unknown key "color"; known are attract, clock, closed, gestures, hours, idle, language, languages, rows, sheet, slider, special, start, theme and title
                kiosk/kiosk.toml:5:7: pop must be "edge", "full-screen" or "off", not "swipe"
                kiosk/kiosk.toml:6:14: edge-width must be "calibrated" or a length with its unit, mm, cm or in, such as "8 mm", not "10"
                kiosk/kiosk.toml:7:1: unknown key "sheets"; did you mean "sheet"?
                kiosk/kiosk.toml:9:14: home-after must be a time with its unit, ms, s, min or h, such as "60 s", not 60
                kiosk/kiosk.toml:10:11: there is no page "hom"; did you mean "home"?
                kiosk/kiosk.toml:11:29: "7" is no time of day; write hours, a colon and minutes, as in 07:00
                """)
        #expect(try #require(folder.load()).start == ["home"])
        let broken = TestFolder(["kiosk.toml": "title = \n", "home.md": "x"])
        #expect(broken.check().hasPrefix("kiosk/kiosk.toml:1:9: \"title\" has no value; write "))
        #expect(broken.load() != nil)
    }

    @Test func `links that lead nowhere are reported with the page that was probably meant`() throws {
        let folder = TestFolder([
            "home.md": """
            - [Hours](hour.md)
            - [Hours](hours)
            - [Web](https://example.org)
            - [Mail](mailto:a@b.c)
            - [Plan](plan.png)
            - [Up](../../etc/passwd.md)
            - [Top](#top)
            - [Part](hours.md#tuesday)
            - [Empty]()
            - [Shet](hours.md "shet")
            - [Space](my%20page.md)
            - [Sub](sub/inn.md)
            """, "hours.md": "x", "my page.md": "[Home](home.md)", "sub/inner.md": "[Out](../hous.md) [In](iner.md)",
        ])
        folder.writePicture("plan.png")
        #expect(
            folder.check() == """
                kiosk/home.md:1:3: there is no page "hour.md"; did you mean "hours.md"?
                kiosk/home.md:2:3: a link needs the whole name of the file: "hours.md"
                kiosk/home.md:3:3: a link leads to a page of the kiosk, not to the web: write a page example.md with the lines \
                +++, title = "Example", url = "https://example.org", hosts = [], +++, and link to (example.md)
                kiosk/home.md:4:3: a kiosk opens only its own pages, not "mailto:a@b.c"
                kiosk/home.md:5:3: "plan.png" is not a page; a link leads to a .md file, and ![…](plan.png) shows a picture
                kiosk/home.md:6:3: "../../etc/passwd.md" leads out of the kiosk's folder
                kiosk/home.md:8:3: no heading of the page has the anchor "#tuesday"; the page has no headings
                kiosk/home.md:9:3: the link leads nowhere; write the page's file in the brackets
                kiosk/home.md:10:3: a link's title can only be "sheet" or "action", not "shet"
                kiosk/home.md:12:3: there is no page "sub/inn.md"; did you mean "sub/inner.md"?
                kiosk/sub/inner.md:1:1: there is no page "../hous.md"; did you mean "../hours.md"?
                kiosk/sub/inner.md:1:19: there is no page "iner.md"; did you mean "inner.md"?
                """)
        let list = try #require(folder.load()?.pages["home"]?.blocks.first)
        guard case .rows(let rows) = list.content else {
            Issue.record("the list of links is no rows")
            return
        }
        #expect(
            rows.map { $0.link?.page } == [nil, nil, nil, nil, nil, nil, "home", "hours", nil, "hours", "my page", nil])
    }

    @Test func `missing and broken pictures are reported, and their descriptions stand for them`() throws {
        let folder = TestFolder([
            "home.md": """
            ![The hall](hll.png)

            ![Text](text.png) ![Web](http://a.b/c.png)
            ![Half](half.png)
            [Sub](sub/a.md)
            """, "sub/a.md": "![Hall](../hall.png) ![x](hall.png)", "text.png": "# no",
        ])
        folder.writePicture("hall.png", width: 200)
        let png = TestPicture.png(300, 300)
        folder.write("half.png", Array(png[..<(png.count / 2)]))
        #expect(
            folder.check() == """
                kiosk/home.md:1:1: there is no picture "hll.png"; did you mean "hall.png"?
                kiosk/home.md:3:1: "text.png" is not a picture that can be shown: it is of no known kind; save it as PNG or JPEG
                kiosk/home.md:3:19: a kiosk shows only pictures from its own folder, not "http://a.b/c.png"
                kiosk/home.md:4:1: "half.png" is not a picture that can be shown: the file is truncated; copy it again
                kiosk/sub/a.md:1:22: there is no picture "hall.png"; did you mean "../hall.png"?
                """)
        let kiosk = try #require(folder.load())
        let shown = outline(kiosk.pages["home"]?.blocks ?? [])
        #expect(
            shown == """
                1:1 picture "The hall" none
                3:1 gallery "Text" none, "Web" none, "Half" 300×300
                5:1 paragraph <push sub/a 5:1>Sub</>
                """)
    }

    @Test func `wrong front matter is reported, and a page that cannot be read at all is left out`() throws {
        let folder = TestFolder([
            "home.md": "- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n- [d](d.md)\n- [e](e.md)\n- [f](f.md)\n",
            "a.md": "+++\ntitle = \"A\"\n# never closed\n", "b.md": "+++\ntitle = 5\nbars = \"hidden\"\n+++\n# B\n",
            "c.md": "+++\ntitle = \"C\n+++\n", "e.md": "\u{FEFF}+++\r\ntitle = \"E\"\r\n+++\r\n# X\r\n",
            "f.md": String(repeating: "\n", count: 40_001),
        ])
        folder.write("d.md", Array("line\né ".utf8) + [0xE9, 0x20])
        let check = folder.check()
        #expect(
            check.split(separator: "\n").filter { !$0.hasPrefix("kiosk/c.md") }.joined(separator: "\n") == """
                kiosk/a.md:1:1: the front matter that begins here is not closed; end it with +++
                kiosk/b.md:2:9: title must be text in quotes, not 5
                kiosk/b.md:3:1: unknown key "bars"; did you mean "bar"?
                kiosk/d.md:2:3: the byte 0xE9 is not UTF-8; save the file as UTF-8
                kiosk/f.md:40001:1: the page has 40001 lines; the most is 40000: split it
                """)
        #expect(check.contains("kiosk/c.md:2:"))
        let kiosk = try #require(folder.load())
        #expect(kiosk.pages.keys.sorted() == ["b", "e", "home"])
        #expect(kiosk.pages["b"]?.title == "b" && kiosk.pages["e"]?.title == "E")
        #expect(kiosk.pages["home"]?.links.map(\.page) == ["b", "e"])
    }

    @Test func `lines that were meant as front matter are pointed out`() throws {
        let folder = TestFolder([
            "home.md": "- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n- [d](d.md)\n",
            "a.md": "\n\n+++\ntitle = \"A\"\n+++\n# A\n", "b.md": "---\ntitle: B\n\nbar: hidden\n---\n# B\n",
            "c.md": "---\n\nA line above this text.\n\n---\n", "d.md": "# D\n\n+++\n",
        ])
        #expect(
            folder.check() == """
                kiosk/a.md:3:1: warning: this is shown as text: front matter begins in the first line; remove the lines before it
                kiosk/b.md:1:1: warning: this is shown as text: front matter is TOML between lines of +++, such as title = "B"
                """)
        #expect(try #require(folder.load()).pages.keys.sorted() == ["a", "b", "c", "d", "home"])
    }

    @Test func `a start page that cannot be read leaves nothing to show`() {
        let folder = TestFolder(["home.md": "+++\n"])
        #expect(folder.load() == nil)
        #expect(
            folder.check()
                == "kiosk/home.md:1:1: the front matter that begins here is not closed; end it with +++")
    }

    @Test func `pages that differ, that nobody links to, or whose names collide get warnings`() {
        let folder = TestFolder([
            "home.md": "[a](a.md)", "a.md": "+++\npop = \"off\"\npop-zone = \"4 cm\"\n+++\n[a](a.md)",
            "A.md": "+++\npop = \"edge\"\n+++\n# A",
        ])
        #expect(
            folder.check() == """
                kiosk/A.md: warning: no page links to this one
                kiosk/a.md: warning: differs only by capitals from kiosk/A.md; other systems treat them as one file
                kiosk/a.md:2:7: warning: pop is "off" here and "edge" in the rest of the kiosk; people expect every page to go back alike
                kiosk/a.md:3:12: warning: pop-zone changes nothing unless pop is "full-screen"
                """)
        var machine = GestureTable()
        machine.pop = .off
        #expect(folder.check(machine: machine).contains("kiosk/A.md:2:7: warning: pop is \"edge\" here and \"off\""))
        let twice = TestFolder(["home.md": "# Home", "home.MD": "# Home"])
        #expect(twice.check() == "kiosk/home.md: a page of this name is there already: kiosk/home.MD")
    }

    @Test func `kiosk and machine complete each other`() throws {
        var kiosk = GestureTable()
        kiosk.pop = .off
        var machine = GestureTable()
        machine.pop = .edge
        machine.slop = Length(millimetres: 4)
        #expect(kiosk.completed(by: machine).pop == .off)
        #expect(kiosk.completed(by: machine).slop == Length(millimetres: 4))
    }

    @Test func `a file whose name would forge a line of the log is left out`() {
        let folder = TestFolder(["home.md": "x"])
        folder.write("a\nb.md", Array("x".utf8))
        #expect(folder.check() == "kiosk/: contains a file whose name has a control character; rename it")
        #expect(folder.load()?.pages.keys.sorted() == ["home"])
    }

    @Test func `a folder with a whole disk in it is not searched to the end`() {
        let folder = TestFolder(["home.md": "x"])
        for index in 0..<9_999 { folder.write("\(index).txt", []) }
        #expect(folder.check() == "", "the limit itself is not too many")
        folder.write("9999.txt", [])
        #expect(
            folder.check().split(separator: "\n").contains(
                "kiosk: holds more files than the 10000 that are looked at; is it the right folder?"))
    }

    @Test func `whatever bytes the files hold, there is a kiosk or an error`() {
        var random = RandomBytes(seed: 7)
        for round in 0..<60 {
            let folder = TestFolder()
            for name in ["home.md", "a.md", "kiosk.toml"] {
                folder.write(
                    name,
                    random.bytes(round % 3 == 0 ? Array(0...255) : Array("+=\"'[]{}()<>!#*_~`|-: \n\n\t\\a1.é&;".utf8)))
            }
            folder.write("p.png", random.bytes(Array(0...255)))
            let (kiosk, diagnostics) = Kiosk.load(folder.path, decodingPictures: true)
            #expect(kiosk != nil || diagnostics.contains { $0.severity == .error })
        }
    }
}

/// Bytes that are the same each time.
private struct RandomBytes {
    var seed: UInt64

    mutating func next() -> Int {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 33)
    }

    mutating func bytes(_ alphabet: [UInt8]) -> [UInt8] {
        (0..<next() % 3000).map { _ in alphabet[next() % alphabet.count] }
    }
}
