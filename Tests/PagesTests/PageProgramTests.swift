// Pages that are a program's window: what their front matter may say, and what `bezel check` says otherwise.

import Geometry
import Stage
import TestFolders
import Testing

@testable import Pages

@Suite struct PageProgramTests {
    private func program(_ lines: String, _ files: [String: String] = [:]) -> (program: GuestProgram?, said: String) {
        // That there is no title is another matter.
        let title = lines.contains("title") ? "" : "title = \"Title\"\n"
        let folder = TestFolder(files.merging(["home.md": "+++\n\(lines)\n\(title)+++\n"]) { $1 })
        let (kiosk, _) = Kiosk.load(folder.path, decodingPictures: true)
        return (kiosk?.pages["home"]?.program, folder.check())
    }

    /// What is said of a page of the web that may lead anywhere.
    private let leadsAnywhere =
        #"warning: the page may lead visitors to any host: add hosts = [] to keep them on its own, with the names of others between the "#
        + #"brackets, or hosts = ["*"] to allow all"#

    @Test func `a page is a program, a page of the web, or a file of the folder`() {
        func expect(
            _ lines: String, _ expected: GuestProgram, _ files: [String: String] = [:], said: String = ""
        ) {
            let found = program(lines, files)
            #expect(found.program == expected)
            #expect(found.said == (said.isEmpty ? "" : "kiosk/home.md:2:7: \(said)"))
        }
        expect(#"app = "gnome-clocks""#, GuestProgram(.command(["gnome-clocks"])))
        expect(#"app = "foot --maximized""#, GuestProgram(.command(["foot", "--maximized"])))
        expect(#"app = ["foot", "-T", "two words"]"#, GuestProgram(.command(["foot", "-T", "two words"])))
        var web = GuestProgram(.web(url: "https://example.org/a?b#c"))
        expect(#"url = "https://example.org/a?b#c""#, web, said: leadsAnywhere)
        (web.hosts, web.usesHistory, web.keep, web.start) = (["example.org", "*.example.net"], true, .zero, .boot)
        expect(
            """
            url = "https://example.org/a?b#c"
            hosts = ["Example.org", "*.example.net"]
            history = true
            keep = "0 s"
            start = "boot"
            """, web)
        expect(#"url = "map.html?x""#, GuestProgram(.file(path: "map.html?x")), ["map.html": ""], said: leadsAnywhere)
        var open = GuestProgram(.web(url: "https://example.org/"))
        open.hosts = ["*"]
        expect("url = \"https://example.org/\"\nhosts = [\"*\"]", open)
        #expect(program("title = \"Text\"").program == nil)
    }

    @Test(arguments: [
        (
            #"url = "www.example.org/shop""#,
            #"2:7: there is no file "www.example.org/shop" in the kiosk's folder; for a page of the web write url = "https://www.example.org/shop""#
        ),
        (#"url = "map.htm""#, #"2:7: there is no file "map.htm" in the kiosk's folder; did you mean "map.html"?"#),
        (#"app = """#, #"2:7: app is empty: name a program, such as "gnome-clocks" or ["foot", "--maximized"]"#),
        (#"app = []"#, #"2:7: app is empty: name a program, such as "gnome-clocks" or ["foot", "--maximized"]"#),
        (#"app = 3"#, #"2:7: app must be a text or a list of texts such as ["foot", "--maximized"], not 3"#),
        (
            #"app = "https://example.org""#,
            #"2:7: app names a program, and "https://example.org" is an address: write url in place of app"#
        ),
        (
            #"url = "home.md""#,
            #"2:7: "home.md" is a page of the kiosk, which a browser does not show: link to it from another page, as in "#
                + "[Title](home.md), and remove this page"
        ),
        (
            #"url = "kiosk.toml""#,
            #"2:7: "kiosk.toml" has settings, which a browser does not show: name a page of the web, such as "map.html""#
        ),
        (
            #"url = "https://example.org:99999/""#,
            #"2:7: "https://example.org:99999/" has a host or a port that no browser understands: a host is a name such as "#
                + "example.org, and a port a number from 1 to 65535"
        ),
        (
            "url = \"map.html\"\nhosts = [\n  \"a.test\", \"b.test:99999\"]",
            #"4:14: the port in "b.test:99999" must be a number from 1 to 65535, or be left out with its colon"#
        ),
        (
            "url = \"map.html\"\nhosts = \"example.org\"",
            #"3:9: hosts must be a list of texts such as ["example.org"], not "example.org""#
        ),
        (
            "app = \"foot\"\nurl = \"map.html\"",
            "3:7: a page shows a program or a web page: keep app or url, and remove the other line"
        ),
        (
            "app = \"foot\"\nhosts = []",
            "3:9: warning: hosts does nothing here: it belongs to a web page, and this page shows a program; remove this line"
        ),
        (
            "keep = \"5 min\"",
            "2:8: warning: keep does nothing here: it belongs to a page that shows a program or a web page; add app or url, or "
                + "remove this line"
        ),
        ("app = \"foot\"\nkeep = \"25 h\"", #"3:8: keep must be at most "24 h", not "25 h""#),
        ("app = \"foot\"\nstart = \"soon\"", #"3:9: start must be "page", "near" or "boot", not "soon""#),
        (
            "url = \"map.html\"\nhosts = [\"https://example.org\"]",
            #"3:11: hosts names hosts, and "https://example.org" is an address: write "example.org""#
        ),
        (
            "url = \"map.html\"\nhosts = [\"exam_ple\"]",
            #"3:11: a host in hosts is a name such as "example.org" or "*.example.org", not "exam_ple""#
        ),
    ])
    func `a mistake says what to do`(lines: String, said: String) {
        let all = program(lines, ["map.html": ""]).said.split(separator: "\n")
        #expect(all.contains { $0 == "kiosk/home.md:\(said)" }, "\(all)")
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "ftp://example.org", "https://", "https://exam ple.org", "",
        "https://@/", "a//b.html", "mailto:a@b.test", "blob:https://a.test/x", "about:blank", "chrome://settings",
    ])
    func `an address that leads elsewhere is refused`(url: String) {
        let found = program("url = \"\(url)\"", ["map.html": ""])
        #expect(found.program == nil)
        #expect(found.said.contains("kiosk/home.md:2:7: url must begin with https:// or http://"), "\(found.said)")
    }

    @Test func `text below the front matter is not shown, which is said`() {
        let folder = TestFolder(["home.md": "+++\napp = \"foot\"\ntitle = \"Foot\"\n+++\n# Foot\n"])
        #expect(
            folder.check()
                == "kiosk/home.md:5: warning: the window of the program is the page, so this text is not shown: remove it"
        )
    }

    @Test func `the name of a page of the web is the host that the browser asks for`() {
        for (url, host) in [
            ("https://Example.ORG", "example.org"), ("http://a.b:8080/x@y", "a.b"), ("https://u:p@c.d/", "c.d"),
            ("https://[::1]:80/", "::1"), ("https://e.f?g@h", "e.f"),
        ] { #expect(GuestProgram(.web(url: url)).name == host, "\(url)") }
    }

    /// The keys of such a page, each with a value that is right, and what messages call one that is not.
    nonisolated private static let keys: [(key: String, value: String)] = [
        ("url", #""map.html""#), ("app", #""foot""#), ("hosts", "[]"), ("history", "true"), ("keep", #""5 min""#),
        ("start", #""near""#),
    ]

    /// A page of the web with `line` as its last line, and without another line for that key.
    private func page(with line: String, for key: String) -> String {
        let own = ["url": #"url = "map.html""#, "hosts": "hosts = []"]
        return (["url", "hosts"].filter { $0 != key && key != "app" }.compactMap { own[$0] } + [line]).joined(
            separator: "\n")
    }

    @Test(
        arguments: keys.map(\.key).flatMap { key in
            ["3", "-1.5", "true", #""""#, "[]", "[3]", "{ x = 1 }", "1979-05-27", #""\u0007""#].map { (key, $0) }
        })
    func `a value of the wrong type, or none, has one message at its place, with what to write`(
        key: String, value: String
    ) {
        let isRight = (key == "history" && value == "true") || (key == "hosts" && value == "[]")
        let lines = page(with: "\(key) = \(value)", for: key)
        let found = program(lines, ["map.html": ""]).said.split(separator: "\n")
        guard !isRight else { return #expect(found.isEmpty, "\(found)") }
        let line = lines.split(separator: "\n").count + 1
        #expect(found.count == 1, "\(found)")
        // The place is that of the value, or of the item of a list in it.
        let columns = [key.count + 4, key.count + 5]
        #expect(columns.contains { found.first?.hasPrefix("kiosk/home.md:\(line):\($0): \(key) ") == true }, "\(found)")
        let advice = ["must be", "must begin", "is empty: name", "write it without"]
        #expect(found.first.map { message in advice.contains { message.contains($0) } } == true, "\(found)")
    }

    /// `word` with one mistake of a finger: a letter that is missing, doubled, or swapped with the next.
    nonisolated private static func slips(of word: String) -> [String] {
        let letters = Array(word)
        var slips: Set<String> = []
        for index in letters.indices {
            var (less, more, swapped) = (letters, letters, letters)
            less.remove(at: index)
            more.insert(letters[index], at: index)
            if index + 1 < letters.count { swapped.swapAt(index, index + 1) }
            for slip in [less, more, swapped] { slips.insert(String(slip)) }
        }
        // "pop" is a key of its own, and one letter is none.
        return slips.filter { $0 != word && $0.count > 2 }.sorted()
    }

    @Test(arguments: keys.flatMap { key in slips(of: key.key).map { (key.key, $0, key.value) } })
    func `a misspelt key has one message, which names the right one`(key: String, slip: String, value: String) {
        let lines = page(with: "\(slip) = \(value)", for: key)
        let found = program(lines, ["map.html": ""]).said.split(separator: "\n").filter {
            !$0.contains("may lead visitors")
        }
        let line = lines.split(separator: "\n").count + 1
        #expect(found.count == 1, "\(found)")
        #expect(
            found.first?.hasPrefix("kiosk/home.md:\(line):1: unknown key \"\(slip)\"; did you mean \"\(key)\"?")
                == true,
            "\(found)")
    }

    @Test(arguments: ["web", "link", "address", "page"]) func `a key with an address is meant to be url`(key: String) {
        let found = program("\(key) = \"https://example.org\"\nhosts = []\nkeep = \"0 s\"").said
        #expect(found == "kiosk/home.md:2:1: unknown key \"\(key)\"; did you mean \"url\"?", "\(found)")
    }

    @Test(arguments: keys.map(\.key), ["title = \"Text\"", "app = \"foot\""])
    func `a key that does nothing on its page is advice, and the page is shown`(key: String, page: String) {
        let value = Self.keys.first { $0.key == key }!.value
        guard !["url", "app"].contains(key), page.hasPrefix("title") || ["hosts", "history"].contains(key) else {
            return
        }
        let folder = TestFolder([
            "home.md": "+++\n\(page)\n\(key) = \(value)\n" + (page.hasPrefix("title") ? "" : "title = \"T\"\n")
                + "+++\n" + (page.hasPrefix("title") ? "# Text\n" : "")
        ])
        let found = folder.check()
        #expect(
            found.hasPrefix("kiosk/home.md:3:\(key.count + 4): warning: \(key) does nothing here: ")
                && found.hasSuffix("remove this line") && !found.contains("\n"), "\(found)")
        #expect(folder.load()?.pages["home"] != nil)
    }
}
