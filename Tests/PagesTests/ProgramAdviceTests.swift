// Front matter of pages that show the web or a program, and links to such pages, as people write them wrongly: each mistake has one
// message, at its place, with what to write.

import Geometry
import Stage
import TestFolders
import Testing

@testable import Pages

@Suite struct ProgramAdviceTests {
    /// What is said of the page `web`, to which `home` leads, without the file's name.
    private func said(_ lines: String, _ files: [String: String] = [:], text: String = "") -> [String] {
        let page = "+++\n\(lines)\n+++\n\(text)"
        let folder = TestFolder(["home.md": "# Home\n- [Web](web.md)\n", "web.md": page].merging(files) { $1 })
        return folder.check().split(separator: "\n").map { String($0).replacing("kiosk/web.md:", with: "") }
    }

    // MARK: app

    /// What is said of a word that only a shell understands.
    nonisolated private static func shell(_ word: String, _ advice: String) -> String {
        "app starts a program without a shell, which alone understands \"\(word)\": \(advice)"
    }
    nonisolated private static let divided =
        "app is divided at its spaces, also between quotes and after a backslash: write app = "
    nonisolated private static let home = "~ is a home folder for a shell alone, and programs see no home folders: "
    nonisolated private static let placeholder = "only {home} stands for something in app, and the program gets "

    nonisolated private static func relative(_ path: String) -> String {
        "\"\(path)\" counts from the folder in which the kiosk was started, which is another one for a service: write the whole path, "
            + "such as \"/usr/local/bin/foot\", or the name alone where it is on the PATH"
    }

    nonisolated private static let shellLines: [(String, String)] = [
        ("foot | less", shell("|", #"write app = ["sh", "-c", "foot | less"]"#)),
        ("foot && x", shell("&&", #"write app = ["sh", "-c", "foot && x"]"#)),
        ("foot; x", shell("foot;", #"write app = ["sh", "-c", "foot; x"]"#)),
        ("foot > log", shell(">", #"write app = ["sh", "-c", "foot > log"]"#)),
        ("foot 2>/dev/null", shell("2>/dev/null", #"write app = ["sh", "-c", "foot 2>/dev/null"]"#)),
        ("foot $(date)", shell("$(date)", #"write app = ["sh", "-c", "foot $(date)"]"#)),
        ("foot `date`", shell("`date`", #"write app = ["sh", "-c", "foot `date`"]"#)),
        ("foot $LANG", shell("$LANG", #"write app = ["sh", "-c", "foot $LANG"]"#)),
        (
            "foot -d $HOME/x",
            shell("$HOME/x", "write {home} in place of $HOME for the folder that the program has for itself")
        ),
        ("foot &", shell("&", "leave it out, since the kiosk does not wait for the program")),
        (#"foot -T "two words""#, divided + #"["foot", "-T", "two words"]"#),
        ("sh -c 'a | b'", divided + #"["sh", "-c", "a | b"]"#),
        (
            "X=1 foot", #"app begins with a program, and "X=1" sets a variable: write app = ["env", "X=1", "foot"]"#
        ),
        ("~/bin/foot", home + #"put the program elsewhere, such as "/usr/local/bin/foot", and write that path"#),
        (
            "foot ~/x",
            home + "write {home} for the folder that the program has for itself, or a path that begins with /"
        ),
        ("./foot", relative("./foot")), ("bin/foot", relative("bin/foot")),
        (
            "/x/foot.desktop",
            #"app names a program, and "/x/foot.desktop" is a file for menus: write what stands after Exec= in it, without the "#
                + "words with %"
        ),
        ("foot {hme}", placeholder + "{hme} as it is; did you mean {home}?"),
        ("foot --a={url}", placeholder + "{url} as it is; write what is meant in its place"),
    ]

    @Test(arguments: shellLines) func `a line for a shell says what to write in place of it`(
        app: String, advice: String
    ) {
        #expect(said("title = \"T\"\napp = '''\(app)'''") == ["3:7: warning: \(advice)"])
    }

    @Test(arguments: [
        #""foot""#, #""/usr/bin/foot -T {home}/x""#, #"["sh", "-c", "a | b > $HOME/c; d ~/e"]"#,
        #"["foot", "-T", "it's"]"#, #"["foot", "--json={\"a\":1}"]"#, #""foot https://a.test/x?a=1&b=2;c""#,
        #""foot -e 5$""#, #"["/bin/bash", "-l", "-c", "a && b"]"#,
    ])
    func `words that mean themselves have no message`(app: String) {
        #expect(said("title = \"T\"\napp = \(app)") == [])
    }

    @Test func `a list with the signs of a shell is joined for it`() {
        let advice = #"write app = ["sh", "-c", "a | b\"c"]"#
        #expect(said("title = \"T\"\napp = [\"a\", \"|\", \"b\\\"c\"]") == ["3:7: warning: \(Self.shell("|", advice))"])
    }

    // MARK: url

    nonisolated private static func meant(_ url: String, _ address: String) -> String {
        "\"\(url)\" is no address of the web; did you mean \"\(address)\"?"
    }
    nonisolated private static func missing(_ name: String, _ advice: String) -> String {
        "there is no file \"\(name)\" in the kiosk's folder; \(advice)"
    }
    nonisolated private static func outside(_ name: String) -> String {
        "url names a file by its way from the kiosk's folder, without a / before it and without ..: copy the file into that folder, "
            + "and write url = \"\(name)\""
    }

    nonisolated private static let addresses: [(String, String)] = [
        ("htps://a.test/x", meant("htps://a.test/x", "https://a.test/x")),
        ("https:/a.test", meant("https:/a.test", "https://a.test")),
        ("http:a.test", meant("http:a.test", "http://a.test")),
        ("https//a.test", meant("https//a.test", "https://a.test")),
        ("http:///a.test", meant("http:///a.test", "http://a.test")), ("//a.test", meant("//a.test", "https://a.test")),
        ("a.test:8080/x", meant("a.test:8080/x", "https://a.test:8080/x")),
        ("localhost:8080", meant("localhost:8080", "http://localhost:8080")),
        ("a.test", missing("a.test", "for a page of the web write url = \"https://a.test\"")),
        ("www.a.test/b", missing("www.a.test/b", "for a page of the web write url = \"https://www.a.test/b\"")),
        ("192.168.1.9", missing("192.168.1.9", "for a page of the web write url = \"http://192.168.1.9\"")),
        ("shop.pdf", missing("shop.pdf", "put it there; an address of the web begins with https://")),
        ("Map.html", missing("Map.html", "did you mean \"map.html\"?")),
        ("tour", #""tour" is a folder; name a file in it, such as url = "tour/index.html""#),
        ("tour/", #""tour/" is a folder; name a file in it, such as url = "tour/index.html""#),
        ("plans", #""plans" is a folder; name a file in it, such as url = "plans/b.html""#),
        ("../out.html", outside("out.html")), ("/srv/out.html", outside("out.html")),
        ("file:///srv/out.html", outside("out.html")), ("tour/../map.html", outside("map.html")),
        (#"C:\\out.html"#, outside("out.html")), ("..", outside("map.html")),
    ]

    @Test(arguments: addresses) func `an address with a mistake says the one that is meant`(
        url: String, problem: String
    ) {
        let files = ["map.html": "", "tour/index.html": "", "tour/a.html": "", "plans/b.html": "", "plans/a.png": ""]
        #expect(said("title = \"T\"\nhosts = []\nurl = \"\(url)\"", files) == ["4:7: \(problem)"])
    }

    @Test func `a file whose name has a space is written with %20`() {
        let page = "+++\ntitle = \"T\"\nurl = \"my%20map.html?a%20b\"\nhosts = []\n+++\n"
        let folder = TestFolder(["home.md": page, "my map.html": ""])
        #expect(folder.check().isEmpty)
        #expect(folder.load()?.pages["home"]?.program?.source == .file(path: "my map.html?a%20b"))
    }

    @Test(arguments: ["https://user:secret@a.test/", "http://user@a.test"])
    func `a password in an address is said to be of no use, and not repeated`(url: String) {
        let found = said("title = \"T\"\nurl = \"\(url)\"\nhosts = []")
        #expect(found.count == 1 && found[0].hasPrefix("3:7: warning: Chromium tells no server the name"), "\(found)")
        #expect(!found.description.contains("secret"))
    }

    // MARK: hosts

    nonisolated private static func address(_ text: String, _ host: String) -> String {
        "hosts names hosts, and \"\(text)\" is an address: write \"\(host)\""
    }
    nonisolated private static let alone =
        "each host in hosts is a text of its own, without spaces and commas in it: write "
    nonisolated private static func below(_ text: String, _ host: String) -> String {
        "a * stands for all hosts below one, and is followed by a dot: write \"\(host)\" in place of \"\(text)\""
    }
    nonisolated private static func star(_ text: String) -> String {
        "a * stands at the beginning alone, as in \"*.example.org\", or for all hosts as \"*\", not as in \"\(text)\""
    }

    nonisolated private static let wrongHosts: [(String, String)] = [
        ("https://b.test", address("https://b.test", "b.test")),
        ("htps://b.test/x", address("htps://b.test/x", "b.test")), ("b.test/x", address("b.test/x", "b.test")),
        ("b.test:8080/", address("b.test:8080/", "b.test:8080")), ("user@b.test", address("user@b.test", "b.test")),
        ("b.test:0", "the port in \"b.test:0\" must be a number from 1 to 65535, or be left out with its colon"),
        ("b.test, *.c.test", alone + "\"b.test\" and \"*.c.test\""), (" b.test", alone + "\"b.test\""),
        ("*b.test", below("*b.test", "*.b.test")), (".b.test", below(".b.test", "*.b.test")), ("*x", star("*x")),
        ("b.*.test", star("b.*.test")), ("*.", star("*.")),
        (
            "*.b.test:80",
            "a port belongs to one host, not to all below one: write \"*.b.test\", or the hosts one by one"
        ),
        ("b.test.", "a host has no dot at its end: write \"b.test\""),
        ("b..test", "a host in hosts is a name such as \"example.org\" or \"*.example.org\", not \"b..test\""),
        ("", "a host in hosts is a name such as \"example.org\" or \"*.example.org\", not \"\""),
    ]

    @Test(arguments: wrongHosts) func `a host with a mistake says the one that is meant`(host: String, problem: String)
    {
        let found = said("title = \"T\"\nurl = \"https://a.test\"\nhosts = [\"c.test\", \"\(host)\"]")
        #expect(found == ["4:21: \(problem)"])
    }

    @Test(arguments: ["*", "*.b.test", "b.test:8080", "localhost", "127.0.0.1", "münchen.test", "B.test"])
    func `a host as it should be has no message`(host: String) {
        #expect(said("title = \"T\"\nurl = \"https://a.test\"\nhosts = [\"\(host)\"]") == [])
    }

    // MARK: Keys and text that do nothing

    @Test(arguments: [
        "columns = 1", "rows = \"cards\"", "index = false", "[hours]\nopen = [\"mon 09:00-17:00\"]",
        "[[place]]\npicture = \"a.png\"",
    ])
    func `keys for the text of a page do nothing on a window`(lines: String) {
        let key = lines.drop { $0 == "[" }.prefix { $0.isLetter }
        let column = lines.hasPrefix("[") ? 1 : key.count + 4
        let advice =
            "\(key) does nothing here: it is for the text of a page, and this page is the window of a program; remove it"
        for source in ["url = \"https://a.test\"\nhosts = []", "app = \"foot\"\nkeep = \"0 s\""] {
            #expect(said("title = \"T\"\n\(source)\n\(lines)") == ["5:\(column): warning: \(advice)"])
        }
    }

    @Test(arguments: [
        "detents = [\"80 mm\"]", "language = \"de\"", "direction = \"right-to-left\"", "pop = \"edge\"",
        "title = \"{{open}}\"\n[hours]\nopen = [\"mon 09:00-17:00\"]",
    ])
    func `keys that a window takes have no message`(lines: String) {
        let title = lines.contains("title") ? "" : "title = \"T\"\n"
        #expect(said("\(title)url = \"https://a.test\"\nhosts = []\n\(lines)") == [])
    }

    @Test func `without a title the bar has the name of the file, unless the text has one`() {
        let lines = "url = \"https://a.test\"\nhosts = []"
        let advice = #"so the bar and the page that still loads say "web"; add a line such as title = "Map""#
        #expect(said(lines) == [" warning: title is missing, \(advice)"])
        let hidden = said(lines, text: "# Shop\n")
        #expect(hidden == ["5: warning: the window of the program is the page, so this text is not shown: remove it"])
    }

    @Test func `links in text that is not shown lead nobody to a page`() {
        let found = said(
            "title = \"T\"\nurl = \"https://a.test\"\nhosts = []", ["b.md": "# B\n"], text: "[B](b.md)\n")
        #expect(found.contains("kiosk/b.md: warning: no page links to this one"), "\(found)")
    }

    @Test(arguments: [("", true), ("pop = \"full-screen\"\n", false)])
    func `a bar that is hidden leaves only the edge`(pop: String, isSaid: Bool) {
        let found = said("title = \"T\"\n\(pop)bar = \"hidden\"\nurl = \"https://a.test\"\nhosts = []")
        let begin =
            "\(pop.isEmpty ? 3 : 4):7: warning: bar is \"hidden\" here, and a finger on the page is its program's"
        #expect(found.contains { $0.hasPrefix(begin) } == isSaid, "\(found)")
        // The first page needs no way back.
        let first = "+++\ntitle = \"T\"\nbar = \"hidden\"\nurl = \"https://a.test\"\nhosts = []\n+++\n"
        #expect(TestFolder(["home.md": first]).check().isEmpty)
    }

    // MARK: Links

    nonisolated private static func lines(_ name: String, _ url: String) -> String {
        let title = name.prefix(1).uppercased() + name.dropFirst()
        return
            "write a page \(name).md with the lines +++, title = \"\(title)\", url = \"\(url)\", hosts = [], +++, and link to "
            + "(\(name).md)"
    }
    nonisolated private static let web = "a link leads to a page of the kiosk, not to the web: "
    nonisolated private static let html = "warning: HTML is not shown; "

    nonisolated private static let browserLinks: [(String, String)] = [
        ("[x](https://www.shop.test/a?b)", web + lines("shop", "https://www.shop.test/a?b")),
        ("<http://shop.test>", web + lines("shop", "http://shop.test")),
        ("[x](www.shop.test)", web + lines("shop", "https://www.shop.test")),
        ("[x](plan.html)", "\"plan.html\" is a file for a browser: " + lines("plan", "plan.html")),
        (
            "[x](tour.pdf)",
            "there is no file \"tour.pdf\"; put it into the kiosk's folder, and " + lines("tour", "tour.pdf")
        ),
        ("[x](https://a.test/shown)", web + "link to \"web.md\", which shows it"),
        ("[x](mailto:a@b.test)", "a kiosk opens only its own pages, not \"mailto:a@b.test\""),
        ("<iframe src=\"https://shop.test/a\"></iframe>", html + lines("shop", "https://shop.test/a")),
        ("<a href='//shop.test'>", html + lines("shop", "https://shop.test")),
        ("<a href=home.md>", html + "write [words](page.md)"),
        ("<embed src=plan.html>", html + lines("plan", "plan.html")),
        (
            "<form action=\"x\">",
            html + "write Markdown, or put this into a file such as page.html, and " + lines("page", "page.html")
        ),
    ]

    @Test(arguments: browserLinks) func `what only a browser shows gets a page of its own, with its lines`(
        text: String, advice: String
    ) {
        let folder = TestFolder([
            "home.md": "# Home\n\n\(text)\n\n[Web](web.md)\n", "plan.html": "",
            "web.md": "+++\ntitle = \"T\"\nurl = \"https://a.test/shown\"\nhosts = []\n+++\n",
        ])
        #expect(folder.check() == "kiosk/home.md:3:1: \(advice)")
    }

    nonisolated private static let windowLinks: [(String, String)] = [
        (
            "url = \"https://a.test\"\nhosts = []",
            "the page is shown by a browser, so the kiosk knows no places in it: leave out #part, and write it at the end of the "
                + "page's url"
        ),
        ("app = \"foot\"", "the page is the window of a program, which has no headings: leave out #part"),
    ]

    @Test(arguments: windowLinks) func `a link to a place of a window says that there are none`(
        lines: String, problem: String
    ) {
        let web = "+++\ntitle = \"T\"\n\(lines)\n+++\n"
        let folder = TestFolder(["home.md": "# Home\n- [Web](web.md#part)\n- [Top](web.md#top)\n", "web.md": web])
        #expect(folder.check() == "kiosk/home.md:2:3: \(problem)")
    }
}
