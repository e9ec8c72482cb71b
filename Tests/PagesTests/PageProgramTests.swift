// Pages that are a program's window: what their front matter may say, and what `bezel check` says otherwise.

import Geometry
import Stage
import TestFolders
import Testing

@testable import Pages

@Suite struct PageProgramTests {
    private func program(_ lines: String, _ files: [String: String] = [:]) -> (program: GuestProgram?, said: String) {
        let folder = TestFolder(files.merging(["home.md": "+++\n\(lines)\n+++\n"]) { $1 })
        let (kiosk, _) = Kiosk.load(folder.path, decodingPictures: true)
        return (kiosk?.pages["home"]?.program, folder.check())
    }

    @Test func `a page is a program, a page of the web, or a file of the folder`() {
        func expect(_ lines: String, _ expected: GuestProgram, _ files: [String: String] = [:]) {
            let found = program(lines, files)
            #expect(found.program == expected)
            #expect(found.said == "")
        }
        expect(#"app = "gnome-clocks""#, GuestProgram(.command(["gnome-clocks"])))
        expect(#"app = "foot --maximized""#, GuestProgram(.command(["foot", "--maximized"])))
        expect(#"app = ["foot", "-T", "two words"]"#, GuestProgram(.command(["foot", "-T", "two words"])))
        var web = GuestProgram(.web(url: "https://example.org/a?b#c"))
        expect(#"url = "https://example.org/a?b#c""#, web)
        (web.hosts, web.usesHistory, web.keep, web.start) = (["example.org", "*.example.net"], true, .zero, .boot)
        expect(
            """
            url = "https://example.org/a?b#c"
            hosts = ["Example.org", "*.example.net"]
            history = true
            keep = "0 s"
            start = "boot"
            """, web)
        expect(#"url = "map.html?x""#, GuestProgram(.file(path: "map.html?x")), ["map.html": ""])
        #expect(program("title = \"Text\"").program == nil)
    }

    @Test(arguments: [
        (
            #"url = "www.example.org/shop""#,
            #"2:7: there is no file "www.example.org/shop" in the kiosk's folder; an address of the web begins with https://"#
        ),
        (#"url = "map.htm""#, #"2:7: there is no file "map.htm" in the kiosk's folder; did you mean "map.html"?"#),
        (#"app = """#, #"2:7: app must name a program, such as "gnome-clocks" or ["foot", "--maximized"], not """#),
        (#"app = []"#, #"2:7: app must name a program, such as "gnome-clocks" or ["foot", "--maximized"], not a list"#),
        (#"app = 3"#, #"2:7: app must be a list of texts such as ["one", "two"], not 3"#),
        (
            "app = \"foot\"\nurl = \"map.html\"",
            "3:7: a page shows a program or a web page: keep app or url, and remove the other line"
        ),
        (
            "app = \"foot\"\nhosts = []",
            "3:9: hosts belongs to a web page, and this page shows a program: remove this line"
        ),
        (
            "keep = \"5 min\"",
            "2:8: keep belongs to a page that shows a program or a web page: add app or url, or remove this line"
        ),
        ("app = \"foot\"\nkeep = \"25 h\"", #"3:8: keep must be at most "24 h", not "25 h""#),
        ("app = \"foot\"\nstart = \"soon\"", #"3:9: start must be "page", "near" or "boot", not "soon""#),
        (
            "url = \"map.html\"\nhosts = [\"https://example.org\"]",
            #"3:9: a host in hosts is a name such as "example.org" or "*.example.org", not "https://example.org""#
        ),
    ])
    func `a mistake says what to do`(lines: String, said: String) {
        let all = program(lines, ["map.html": ""]).said.split(separator: "\n")
        #expect(all.contains { $0 == "kiosk/home.md:\(said)" }, "\(all)")
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://example.org", "/etc/passwd",
        "../map.html",
        "a/../map.html", "https://", "http:///x", "https://exam ple.org", "", "//example.org", "https://@/",
        "a//b.html",
    ])
    func `an address that leads elsewhere is refused`(url: String) {
        let found = program("url = \"\(url)\"", ["map.html": ""])
        #expect(found.program == nil)
        #expect(found.said.contains("kiosk/home.md:2:7: url must begin with https:// or http://"), "\(found.said)")
    }

    @Test func `text below the front matter is not shown, which is said`() {
        let folder = TestFolder(["home.md": "+++\napp = \"foot\"\n+++\n# Foot\n"])
        #expect(
            folder.check()
                == "kiosk/home.md:4: warning: the window of the program is the page, so this text is not shown: remove it"
        )
    }

    @Test func `the host of an address is what the browser asks for`() {
        for (url, host) in [
            ("https://Example.ORG", "example.org"), ("http://a.b:8080/x@y", "a.b"), ("https://u:p@c.d/", "c.d"),
            ("https://[::1]:80/", "[::1]"), ("https://e.f?g@h", "e.f"),
        ] { #expect(GuestProgram.host(of: url) == host, "\(url)") }
    }
}
