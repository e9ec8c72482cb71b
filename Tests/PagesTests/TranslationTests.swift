// Pages in several languages: which file is which page, what the check says of them, and what the words of the list are.

import Geometry
import Stage
import Testing

@testable import Pages

@Suite struct TranslationTests {
    private nonisolated static let settings = "language = \"en\"\nlanguages = [\"en\", \"de\", \"ar\"]\n"

    @Test func `a page is found in the visit's language, or else in the default one`() throws {
        let folder = TestFolder([
            "kiosk.toml": Self.settings, "home.md": "# Home", "home.de.md": "# Start", "home.ar.md": "# بداية",
            "hours.md": "# Hours", "hours.de.md": "# Zeiten",
        ])
        let kiosk = try #require(folder.load())
        #expect(kiosk.names == ["home", "hours"] && kiosk.languages.all == ["en", "de", "ar"])
        #expect(kiosk.page("hours", in: "de")?.title == "Zeiten")
        #expect(kiosk.page("hours", in: "ar")?.title == "Hours" && kiosk.page("hours")?.title == "Hours")
        #expect(kiosk.page("hours.de") == nil)
    }

    @Test func `without the key, the names of files give the languages`() throws {
        let kiosk = try #require(TestFolder(["home.md": "# Home", "home.de.md": "# Start", "v1.2.md": ""]).load())
        #expect(kiosk.languages.all == ["en", "de"] && kiosk.names == ["home", "v1.2"])
    }

    @Test(arguments: [
        ("english", "en"), ("eng", "en"), ("klingonese", "en"), ("deutsch", "de"), ("GB", "en"),
    ])
    func `a language that is not known has one message, and the kiosk has the languages that are meant`(
        tag: String, standard: String
    ) throws {
        let other = standard == "en" ? "de" : "en"
        for languages in ["", "languages = [\"de\", \"en\"]\n"] {
            let folder = TestFolder([
                "kiosk.toml": "language = \"\(tag)\"\n\(languages)", "home.md": "# Home", "home.\(other).md": "# Other",
            ])
            let found = folder.check()
            #expect(found.hasPrefix("kiosk/kiosk.toml:1:12: warning: ") && !found.contains("\n"), "\(found)")
            let kiosk = try #require(folder.load())
            guard !languages.isEmpty || tag != "klingonese" else { continue }
            #expect(kiosk.languages.standard == standard && Set(kiosk.languages.all) == ["en", "de"])
            #expect(kiosk.page("home", in: other)?.title == "Other")
        }
    }

    @Test func `a page in Arabic runs from right to left, and one that is not translated does not`() throws {
        let kiosk = try #require(
            TestFolder([
                "kiosk.toml": Self.settings, "home.md": "[a](a.md)", "home.ar.md": "[a](a.md)", "a.md": "# A",
            ]).load())
        let library = PageLibrary(kiosk: kiosk)
        #expect(library.screen(named: "home", in: "ar")?.direction == .rightToLeft)
        #expect(library.screen(named: "home")?.direction == .leftToRight)
        #expect(library.screen(named: "a", in: "ar")?.direction == .leftToRight)
    }

    @Test func `the check names what is not translated, and a translation without its page is an error`() {
        let check = TestFolder([
            "kiosk.toml": "languages = [\"en\", \"de\"]", "home.md": "[a](a.md)", "home.de.md": "[a](a.md)",
            "a.md": "# A", "b.de.md": "# B",
        ]).check().split(separator: "\n").map(String.init)
        #expect(check.contains("kiosk/a.md: warning: has no German version (a.de.md)"))
        #expect(
            check.contains(
                "kiosk/b.de.md: left out: this is the German version of b.md, which is not there; write that page, in English"
            ))
        #expect(check.count == 2)
    }

    @Test(arguments: ["home.DE", "home_de", "home-de", "home-DE", "home_pt-br", "home.PT-BR"])
    func `a translation under nearly its name is told the name`(name: String) {
        let files = [
            "kiosk.toml": "languages = [\"en\", \"de\", \"pt-BR\"]", "home.md": "# Home", "\(name).md": "# Start",
        ]
        let found = TestFolder(files).check().split(separator: "\n").filter { $0.contains("\(name).md") }
        let right = name.lowercased().hasSuffix("de") ? "home.de.md" : "home.pt-BR.md"
        #expect(found.contains { $0.hasSuffix("is called \(right): rename this file") }, "\(found)")
        #expect(!found.contains { $0.contains("version (home\(name.dropFirst(4)).") }, "\(found)")
    }

    @Test func `a page of its own may end like a language`() {
        let folder = TestFolder([
            "kiosk.toml": "languages = [\"en\", \"de\"]", "plan.md": "# P", "home.md": "[a](plan_en.md) [p](plan.md)",
            "plan_en.md": "# P", "home.de.md": "[a](plan_en.md) [p](plan.md)", "la-de.md": "# L",
        ])
        #expect(!folder.check().contains("rename"), "\(folder.check())")
    }

    @Test func `a translation of a page whose name has other capitals is told how to be written`() {
        let found = TestFolder([
            "kiosk.toml": "languages = [\"en\", \"de\"]", "home.md": "[r](rules.md)", "rules.md": "# R",
            "Rules.de.md": "# R",
        ]).check()
        #expect(
            found.contains(
                "kiosk/Rules.de.md: left out: this is the German version of Rules.md, which is not there; rename this to rules.de.md"
            ), "\(found)")
    }

    @Test func `other footnotes and anchors are no other links`() {
        let found = TestFolder([
            "kiosk.toml": "languages = [\"en\", \"de\"]", "home.md": "# H\n\nOpen[^1] [top](#h)\n\n[^1]: Not today.\n",
            "home.de.md": "# H\n\nAuf\n",
        ]).check()
        #expect(found == "")
    }

    @Test func `the warnings of untranslated pages are bounded`() {
        var files = ["kiosk.toml": "languages = [\"en\", \"de\"]", "home.md": "# A", "home.de.md": "# A"]
        for number in 0..<70 { files["page\(number).md"] = "# B" }
        let lines = TestFolder(files).check().split(separator: "\n")
        #expect(lines.count { $0.contains("has no German version") } == 50)
        #expect(lines.contains { $0.hasSuffix("20 more pages that are not translated") })
    }

    @Test func `pictures and values are those of the page's language, also on a page that is not translated`() throws {
        let page = "# Home {{w.json:sky}}\n\n**{{w.json:sky}}** {{n.csv:0.a}}\n\n![Departures](d.csv)\n"
        let folder = TestFolder([
            "kiosk.toml": Self.settings, "home.md": page, "home.de.md": page,
            "w.json": "{\"sky\":\"clear\"}", "w.de.json": "{\"sky\":\"klar\"}", "w.ar.json": "{\"sky\":\"صافية\"}",
            "d.csv": "to\nMunich\n", "d.de.csv": "to\nMünchen\n", "n.csv": "a\n1\n",
        ])
        let kiosk = try #require(folder.load())
        let library = PageLibrary(kiosk: kiosk)
        for (language, sky, city) in [(nil, "clear", "Munich"), ("de", "klar", "München"), ("ar", "صافية", "Munich")] {
            let page = try #require(kiosk.page("home", in: language))
            let values = library.values(of: page, on: nil)
            #expect(values.plainText(of: page.titleText) == "Home \(sky)")
            let text = page.blocks.compactMap { block in
                if case .paragraph(let text) = block.content { values.plainText(of: text) } else { nil }
            }
            #expect(text == ["\(sky) 1"])
            let tables = page.dataTables.compactMap { table in values.files[table.file]?.rows }
            #expect(tables == [[[city]]])
        }
        // Versions that change or come count.
        for name in ["w.de.json", "w.ar.json", "d.de.csv", "d.ar.csv", "n.de.csv"] {
            #expect(kiosk.concerns(name), "\(name)")
        }
        #expect(!kiosk.concerns("w.fr.json"))
    }

    @Test func `a version of a file with a mistake is named, and only its language has no values`() throws {
        let folder = TestFolder([
            "kiosk.toml": Self.settings, "home.md": "{{w.json:sky}}", "w.json": "{\"sky\":1}", "w.de.json": "{",
        ])
        #expect(folder.check().contains("kiosk/w.de.json:1:2: "))
        let kiosk = try #require(folder.load())
        #expect(kiosk.data.keys.sorted() == ["w.json"])
    }

    @Test func `a picture of a language on a page that is not translated is watched`() throws {
        let folder = TestFolder(["kiosk.toml": Self.settings, "home.md": "# Home\n\n![A](a.png)\n"])
        for name in ["a.png", "a.de.png"] { folder.writePicture(name) }
        let kiosk = try #require(folder.load())
        #expect(kiosk.concerns("a.de.png") && kiosk.concerns("a.ar.png"))
    }
}
