// Names of pages and pictures: in small and capital letters, in other endings, and with accents written in two ways.

import Pages
import TestFolders
import Testing

@Suite struct PageFileTests {
    private nonisolated static let composed = "Gro\u{DF}e T\u{F6}ne"
    private nonisolated static let decomposed = "Gro\u{DF}e To\u{308}ne"

    @Test(arguments: ["md", "MD", "Md"])
    func `a page's file ends with md in small or capital letters`(ending: String) throws {
        let folder = TestFolder(["home.md": "[a](Groß.\(ending))", "Groß.\(ending)": "# A"])
        #expect(folder.check() == "")
        #expect(try #require(folder.load()).pages["home"]?.links.map(\.page) == ["Groß"])
    }

    @Test(arguments: ["markdown", "mdown", "MKD"])
    func `a file with another ending of Markdown is to be renamed`(ending: String) {
        let folder = TestFolder(["home.md": "# A", "hours.\(ending)": "# Hours"])
        #expect(
            folder.check()
                == "kiosk/hours.\(ending): warning: this is not a page, since its name does not end with .md; rename it to hours.md"
        )
        folder.write(Array("[h](hours.\(ending))".utf8), to: "home.md")
        #expect(
            folder.check().contains(
                "home.md:1:1: \"hours.\(ending)\" is not a page; rename the file to hours.md, and write (hours.md)"))
    }

    @Test(arguments: [(composed, decomposed), (decomposed, composed)])
    func `a name matches however its accents are written`(onDisk: String, inLink: String) throws {
        func address(_ name: String) -> String { name.replacing(" ", with: "%20") }
        let folder = TestFolder([
            "kiosk.toml": "start = [\"home\", \"\(inLink)\"]\n",
            "home.md": "[a](\(address(inLink)).md)\n\n![p](\(address(inLink)).png)\n", onDisk + ".md": "# A",
        ])
        folder.writePicture(onDisk + ".png")
        #expect(folder.check() == "")
        let kiosk = try #require(folder.load())
        #expect(kiosk.pages["home"]?.links.first.map { $0.page.utf8.elementsEqual(onDisk.utf8) } == true)
        #expect(kiosk.start.count == 2 && kiosk.pages[inLink] != nil)
    }

    @Test(arguments: [
        ("[p](pool.md)", "pool.md.txt"), ("[p](pool.md)", "pool.markdown"), ("![p](pool.jpg)", "pool.jpg.jpg"),
        ("![p](pool.jpg)", "Pool.JPG.png"),
    ])
    func `a file with one ending too many is found`(text: String, name: String) {
        let found = TestFolder(["home.md": text, name: "x"]).check().split(separator: "\n")
        #expect(
            found.contains { $0.hasPrefix("kiosk/home.md:1:1: there is no") && $0.contains("\"\(name)\"") }, "\(found)")
    }

    @Test(arguments: ["md", "png"])
    func `two files of the same name are an error that says how they differ`(ending: String) {
        let folder = TestFolder(["home.md": "# A"])
        for name in [Self.composed, Self.decomposed] { folder.writePicture("\(name).\(ending)") }
        let found = folder.check().split(separator: "\n").filter { $0.contains("left out: another file") }
        #expect(found.count == 1, "\(folder.check())")
        #expect(
            found.first?.contains("\"ö\" is U+00F6 here and U+006F U+0308 there; rename one of them") == true
                || found.first?.contains("\"ö\" is U+006F U+0308 here and U+00F6 there; rename one of them") == true,
            "\(found)")
    }

    @Test func `an absent page is answered with the nearest name, also in another folder, or with the names`() throws {
        let folder = TestFolder(["home.md": "[h](info/hours.md)", "info/hours.md": "# H", "big.MD": "[h](home.md)"])
        let library = PageLibrary(kiosk: try #require(folder.load()))
        #expect(library.absence(of: "hours") == "there is no page \"hours\"; did you mean \"info/hours\"?")
        #expect(library.absence(of: "hom.md") == "there is no page \"hom.md\"; did you mean \"home\"?")
        #expect(library.absence(of: "BIG.md") == "there is no page \"BIG.md\"; did you mean \"big\"?")
        #expect(library.absence(of: "xyzxyz") == "there is no page \"xyzxyz\"; there are big, home, info/hours")
    }

    @Test(arguments: [
        ("++++\ntitle = \"A\"\n++++\n", "front matter stands between two lines of three signs, +++, not ++++"),
        ("---\ntitle = \"A\"\nbar = \"hidden\"\n---\n", "front matter stands between two lines of +++, not ---"),
        ("---\ntitle: A\n---\n", "front matter is TOML between lines of +++, such as title = \"A\""),
        ("---\ntitle: A\n\n# A\n", "front matter is TOML between lines of +++, such as title = \"A\""),
        ("```toml\ntitle = \"A\"\n```\n", "front matter stands between two lines of +++, not ```toml"),
        (
            "---\ntitle: A\nurl: 'https://a.test/#b' # the shop\nhosts:\n  - b.test\n---\n",
            "front matter is TOML between lines of +++, such as url = \"https://a.test/#b\""
        ),
        (
            "---\nurl: https://a.test\n---\n",
            "front matter is TOML between lines of +++, such as url = \"https://a.test\""
        ),
        ("---\napp: foot\n---\n", "front matter is TOML between lines of +++, such as app = \"foot\""),
        ("---\napp: [foot, -x]\n---\n", "front matter is TOML between lines of +++, such as title = \"Hours\""),
        (
            "url: https://a.test\n",
            "front matter is TOML between lines of +++, such as url = \"https://a.test\"; write +++ above and below these lines"
        ),
        (
            "hosts = []\n",
            "front matter is TOML between lines of +++, such as title = \"Hours\"; write +++ above and below these lines"
        ),
        (
            "title: A\n\n# A\n",
            "front matter is TOML between lines of +++, such as title = \"A\"; write +++ above and below these lines"
        ),
        (
            "title = \"A\"\nbar = \"hidden\"\n# A\n",
            "front matter is TOML between lines of +++, such as title = \"A\"; write +++ above and below these lines"
        ),
    ])
    func `front matter that is shown as text is pointed out`(page: String, advice: String) {
        #expect(
            TestFolder(["home.md": page]).check() == "kiosk/home.md:1:1: warning: this is shown as text: \(advice)")
    }

    @Test(arguments: [
        "---\n\nText: more.\n\nText.\n\n---\n", "Title: a novel\n", "---\n---\n", "a = b\n", "+\n", "# Language: en",
    ])
    func `a page that begins with a rule or a sentence is fine`(page: String) {
        #expect(TestFolder(["home.md": page]).check() == "")
    }
}
