// A reload takes page by page: what stays where a file has a new mistake, and what is said about it.

import Glibc
import Settings
import TestFolders
import Testing

@testable import Machine
@testable import Pages
@testable import Run

@Suite struct KeptPagesTests {
    @Test func `what was wrong at the start is shown without, at a reload too, and keeps no other page back`() throws {
        let watched = try WatchedKiosk([
            "home.md": "# Home\n\n[Nowhere](nowhere.md)\n\n- [Hours](hours.md)\n", "bad.md": "+++\nx\n+++\n",
        ])
        #expect(watched.reload.faults.map(\.remedy) == [.leftOut, .without])
        watched.folder.write("# New hours\n", to: "kiosk/hours.md")
        let mistakes = try watched.mistakes()
        #expect(mistakes.count == 2 && mistakes[0].contains("bad.md:2:2: "), "\(mistakes)")
        #expect(mistakes.last?.contains("home.md:3:1: there is no page") == true)
        #expect(watched.text("hours") == "New hours")
        // The same mistake in another line is no other mistake.
        watched.folder.write("# Home\n\nNews.\n\n[Nowhere](nowhere.md)\n\n- [Hours](hours.md)\n", to: "kiosk/home.md")
        #expect(try watched.mistakes().count == 2)
        #expect(watched.text("home") == "Home News. Nowhere Hours>hours")
    }

    @Test func `a known mistake is no new one when another file makes its advice another`() throws {
        let watched = try WatchedKiosk(["home.md": "# Home\n\n[x](plans.md)\n\n- [Hours](hours.md)\n"])
        watched.folder.write("# Plan\n", to: "kiosk/plan.md")
        watched.folder.write("# New home\n\n[x](plans.md)\n\n- [Hours](hours.md)\n", to: "kiosk/home.md")
        #expect(try watched.mistakes().contains { $0.contains("did you mean \"plan.md\"") })
        #expect(watched.reload.faults.map(\.remedy) == [.without])
        #expect(watched.text("home")?.hasPrefix("New home") == true)
    }

    @Test func `a page with a new mistake keeps its last good version, and all other pages are taken`() throws {
        let watched = try WatchedKiosk()
        watched.folder.write("# Home\n- [Hours](hour.md)\n", to: "kiosk/home.md")
        watched.folder.write("# New hours\n", to: "kiosk/hours.md")
        let expected = [
            #"kiosk/home.md:2:3: there is no page "hour.md"; did you mean "hours.md"? "#
                + "(the last good version of the page is shown)"
        ]
        #expect(try watched.mistakes() == expected)
        #expect(watched.text("home") == "Home Hours>hours" && watched.text("hours") == "New hours")
        #expect(watched.reload.faults.map(\.remedy) == [.lastGood])
        // It stays refused, however often it is read.
        #expect(try watched.mistakes() == expected)
        watched.folder.write("+++\npop = \"no\"\n+++\n# Newer\n", to: "kiosk/hours.md")
        #expect(try watched.mistakes().map { $0.prefix(20) } == ["kiosk/home.md:2:3: t", "kiosk/hours.md:2:7: "])
        #expect(watched.text("hours") == "New hours")
        watched.folder.write("# Home\n- [Hours](hours.md)\n", to: "kiosk/home.md")
        watched.folder.write("# Newest\n", to: "kiosk/hours.md")
        #expect(try watched.mistakes() == [] && watched.reload.faults.isEmpty)
        #expect(watched.text("hours") == "Newest")
    }

    @Test func `pages that are gone stay as long as a page that is shown leads to them`() throws {
        let watched = try WatchedKiosk()
        unlink("\(watched.folder.path)/kiosk/hours.md")
        let gone = try watched.mistakes()
        #expect(
            gone.contains { $0.hasPrefix("kiosk/home.md:2:3: ") }
                && gone.contains { $0.hasPrefix("kiosk/hours.md: the page is gone") })
        #expect(watched.text("home") == nil || watched.text("home") == "Home Hours>hours")
        #expect(watched.reload.faults.allSatisfy { $0.remedy == .lastGood })
        watched.folder.write("# Home\n", to: "kiosk/home.md")
        #expect(try watched.mistakes() == [])
        #expect(watched.text("home") == "Home" && watched.text("hours") == nil)
    }

    @Test func `a new page with a mistake is shown without it, and one that cannot be read is left out`() throws {
        let watched = try WatchedKiosk()
        watched.folder.write("# New\n\n[Nowhere](x.md)\n", to: "kiosk/new.md")
        watched.folder.write([0xFF, 0xFE], to: "kiosk/other.md")
        watched.folder.write("# Home\n- [New](new.md)\n- [Other](other.md)\n- [Hours](hours.md)\n", to: "kiosk/home.md")
        let mistakes = try watched.mistakes()
        #expect(mistakes.count == 2 && mistakes[0].hasSuffix("(the page is shown without it)"), "\(mistakes)")
        #expect(mistakes[1].hasSuffix("(the page is left out)"))
        #expect(watched.text("new") == "New Nowhere" && watched.text("home") == "Home New>newOther>Hours>hours")
        // Nothing new is wrong now.
        watched.folder.write("# Hours\n\nChanged.\n", to: "kiosk/hours.md")
        #expect(try watched.mistakes().count == 2)
        #expect(watched.text("hours") == "Hours Changed.")
    }

    @Test func `the home page and the settings keep their last good version, also when all is broken at once`() throws {
        let watched = try WatchedKiosk(["kiosk.toml": "title = \"Old\"\n"])
        watched.folder.write([0xFF], to: "kiosk/home.md")
        watched.folder.write("# New hours\n", to: "kiosk/hours.md")
        #expect(try watched.mistakes().count == 1)
        #expect(watched.text("home") == "Home Hours>hours" && watched.text("hours") == "New hours")
        watched.folder.write("title = “New”\n", to: "kiosk/kiosk.toml")
        watched.folder.write("# Newer\n", to: "kiosk/hours.md")
        let both = try watched.mistakes()
        #expect(both.contains { $0.hasSuffix("(the last good settings stay)") }, "\(both)")
        #expect(watched.shown.last?.title == "Old" && watched.text("hours") == "Newer")
        watched.folder.write([0xFF], to: "kiosk/hours.md")
        let count = watched.shown.count
        #expect(try watched.mistakes().count == 3 && watched.shown.count == count)
        for name in ["home.md", "hours.md", "kiosk.toml"] { unlink("\(watched.folder.path)/kiosk/\(name)") }
        #expect(try watched.mistakes().contains { $0.contains("there is no start page home.md") })
        #expect(watched.text("home") == "Home Hours>hours" && watched.text("hours") == "Newer")
        watched.folder.write("# Home again\n", to: "kiosk/home.md")
        #expect(try watched.mistakes().map { $0.prefix(29) } == ["kiosk/kiosk.toml: the file is"])
        #expect(watched.text("home") == "Home again" && watched.text("hours") == nil)
        #expect(watched.shown.last?.title == "Old")
        watched.folder.write("title = \"New\"\n", to: "kiosk/kiosk.toml")
        #expect(try watched.mistakes() == [] && watched.shown.last?.title == "New")
    }

    @Test func `a start page that cannot be shown leaves the settings as they were`() throws {
        let watched = try WatchedKiosk()
        watched.folder.write("start = [\"welcome\"]\n", to: "kiosk/kiosk.toml")
        watched.folder.write([0xFF], to: "kiosk/welcome.md")
        #expect(
            try watched.mistakes().contains {
                $0.hasPrefix("kiosk/kiosk.toml: the first start page \"welcome\" cannot")
            })
        watched.folder.write("# Welcome\n", to: "kiosk/welcome.md")
        #expect(try watched.mistakes() == [])
        #expect(watched.shown.last?.kiosk?.start == ["welcome"])
    }

    @Test func `pages are taken while the machine's file is wrong`() throws {
        let watched = try WatchedKiosk()
        watched.folder.write("kiosk = \"x\"\n[idle]\nhome-after = \"1 s\"\n", to: "bezel.toml")
        watched.folder.write("# New hours\n", to: "kiosk/hours.md")
        #expect(
            try watched.mistakes().first?.hasSuffix("(the last good settings of the machine stay)") == true)
        #expect(watched.text("hours") == "New hours")
        #expect(watched.reload.faults.map(\.diagnostic.line) == [3])
    }

    @Test func `kept pages have a limit, so that renamed and broken pages do not add up`() throws {
        let folder = TemporaryFolder()
        var last: Kiosk?
        let rules = {
            var rules = ContentRules(); rules.totalSize = 2000; return rules
        }()
        for round in 0..<40 {
            // Each round breaks one page more, which leads to a page that goes with the next round.
            folder.write("# Home\n", to: "home.md")
            folder.write("# \(round)\n- [Other](other\(round).md)\n", to: "page\(round).md")
            folder.write("# Other\n\n" + String(repeating: "Word ", count: 30), to: "other\(round).md")
            last = Kiosk.load(folder.path, rules: rules, last: last).kiosk ?? last
            folder.write([0xFF], to: "page\(round).md")
            unlink("\(folder.path)/other\(round).md")
            last = Kiosk.load(folder.path, rules: rules, last: last).kiosk ?? last
            #expect((last?.sizes.values.reduce(0, +) ?? .max) <= 2 * rules.totalSize)
        }
        let kept = last?.pages.keys.count { $0.hasPrefix("other") } ?? 0
        #expect((1..<20).contains(kept), "\(kept)")
    }
}
