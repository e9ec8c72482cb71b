// Pages that behave differently from the rest of their kiosk, and pages without a way back.

import Geometry
import Pages
import Stage
import Testing

@Suite struct HabitTests {
    private static let trap = "+++\nbar = \"hidden\"\npop = \"off\"\n+++\n"
    private static let nothingLeadsBack =
        "warning: bar is \"hidden\" here and pop is \"off\": this page has no way back; show the bar, or let a "
        + "swipe pop it"
    private static let alike = "; people expect every page to go back alike"

    /// The warnings except those of `pop`, which are tested with the folder's.
    private func check(_ files: [String: String], machine: GestureTable = GestureTable()) -> [String] {
        // A page without content would be a mistake.
        let files = Dictionary(
            uniqueKeysWithValues: files.map { ($0, $0.hasSuffix(".md") ? $1 + "\n\nText.\n" : $1) })
        return TestFolder(files).check(machine: machine).split(separator: "\n").map(String.init)
            .filter { !$0.contains("warning: pop is") }
    }

    @Test func `a page with neither a bar nor a pop has no way back where it is pushed`() {
        #expect(
            check(["home.md": "[a](a.md)", "a.md": Self.trap]) == ["kiosk/a.md:2:7: \(Self.nothingLeadsBack)"])
        // The second of two pages at the start lies on the first.
        #expect(
            check(["kiosk.toml": "start = [\"home\", \"a\"]", "home.md": "", "a.md": Self.trap])
                == ["kiosk/a.md:2:7: \(Self.nothingLeadsBack)"])
    }

    @Test func `pop can also be off by the kiosk's or the machine's setting`() {
        let hidden = "+++\nbar = \"hidden\"\n+++\n"
        let said = ["kiosk/a.md:2:7: \(Self.nothingLeadsBack)"]
        let off = "[gestures]\npop = \"off\""
        #expect(check(["kiosk.toml": off, "home.md": "[a](a.md)", "a.md": hidden]) == said)
        var machine = GestureTable()
        machine.pop = .off
        #expect(check(["home.md": "[a](a.md)", "a.md": hidden], machine: machine) == said)
        #expect(check(["home.md": "[a](a.md)", "a.md": hidden]) == [])
        // With a bar there is a way back in it; and a page can have the swipe that the kiosk has not.
        #expect(check(["kiosk.toml": off, "home.md": "[a](a.md)", "a.md": ""]) == [])
        #expect(
            check([
                "kiosk.toml": off, "home.md": "[a](a.md)", "a.md": "+++\nbar = \"hidden\"\npop = \"edge\"\n+++\n",
            ]) == [])
    }

    @Test func `a page at the very start, or in a sheet, needs no way back of its own`() {
        #expect(check(["home.md": Self.trap]) == [])
        #expect(check(["home.md": "[a](a.md \"sheet\")", "a.md": Self.trap]) == [])
        // A sheet can be pulled away from any of its pages.
        #expect(
            check(["home.md": "[a](a.md \"sheet\")", "a.md": "[b](b.md)", "b.md": Self.trap]) == [])
        // Here home pushes the page, too.
        #expect(
            check(["home.md": "[a](a.md \"sheet\")\n\n[b](b.md)", "a.md": "[b](b.md)", "b.md": Self.trap])
                == ["kiosk/b.md:2:7: \(Self.nothingLeadsBack)"])
        // A start page that others link to is pushed by them.
        #expect(
            check(["home.md": Self.trap + "[a](a.md)", "a.md": "[home](home.md)"])
                == ["kiosk/home.md:2:7: \(Self.nothingLeadsBack)"])
        let attract = [
            "kiosk.toml": "[idle]\nhome-after = \"60 s\"\nattract = \"hello\"", "home.md": "", "hello.md": Self.trap,
        ]
        #expect(check(attract) == [])
    }

    @Test func `a pop that finishes differently from the kiosk's gets a warning`() {
        let page = "+++\nfinish-share = 0.6\nfinish-limit = \"4 cm\"\nvelocity-weight = \"0.1 s\"\n+++\n"
        #expect(
            check(["home.md": "[a](a.md)", "a.md": page]) == [
                "kiosk/a.md:2:16: warning: finish-share is 0.6 here and 0.333 in the rest of the kiosk" + Self.alike,
                "kiosk/a.md:3:16: warning: finish-limit is 40 mm here and 60 mm in the rest of the kiosk" + Self.alike,
                "kiosk/a.md:4:19: warning: velocity-weight is 100 ms here and 300 ms in the rest of the kiosk"
                    + Self.alike,
            ])
        let same = "[gestures]\nfinish-share = 0.6\nfinish-limit = \"40 mm\"\nvelocity-weight = \"100 ms\""
        #expect(check(["kiosk.toml": same, "home.md": "[a](a.md)", "a.md": page]) == [])
        var machine = GestureTable()
        machine.finishShare = 0.6
        #expect(check(["home.md": "[a](a.md)", "a.md": page], machine: machine).count == 2)
    }

    @Test func `a page that is only a sheet is compared with sheets`() {
        let page = "+++\nfinish-limit = \"80 mm\"\n+++\n"
        #expect(check(["home.md": "[a](a.md \"sheet\")", "a.md": page]) == [])
        #expect(
            check([
                "kiosk.toml": "[sheet]\nfinish-limit = \"50 mm\"", "home.md": "[a](a.md \"sheet\")", "a.md": page,
            ]) == [
                "kiosk/a.md:2:16: warning: finish-limit is 80 mm here and 50 mm in the rest of the kiosk" + Self.alike
            ])
    }

    @Test func `pages whose pops begin at different places get warnings`() {
        func kiosk(_ a: String, _ b: String) -> [String] {
            check([
                "kiosk.toml": "[gestures]\npop = \"full-screen\"", "home.md": "[a](a.md)\n\n[b](b.md)",
                "a.md": a, "b.md": b,
            ])
        }
        let (near, far) = ("+++\npop-zone = \"40 mm\"\n+++\n", "+++\npop-zone = \"9 cm\"\n+++\n")
        #expect(
            kiosk(near, "") == [
                "kiosk/a.md:2:12: warning: pop-zone is 40 mm here and not set on the page \"b\"" + Self.alike
            ])
        #expect(
            kiosk(near, far) == [
                "kiosk/a.md:2:12: warning: pop-zone is 40 mm here and 90 mm on the page \"b\"" + Self.alike,
                "kiosk/b.md:2:12: warning: pop-zone is 90 mm here and 40 mm on the page \"a\"" + Self.alike,
            ])
        #expect(kiosk(near, near) == [])
        // The start has no pop at all.
        #expect(kiosk(far, far) == [])
    }

    @Test func `where a swipe leads forward, a page with the other edge gets a warning`() {
        func kiosk(_ page: String, _ settings: String) -> [String] {
            check(["kiosk.toml": settings, "home.md": "[a](a.md)", "a.md": page])
        }
        let forward = "[gestures]\ntrailing = \"forward\""
        let arabic = "+++\nlanguage = \"ar\"\n+++\n"
        #expect(
            kiosk(arabic, forward) == [
                "kiosk/a.md:2:12: warning: a swipe from the left edge goes forward here, by the direction of the text, and back in the rest of the kiosk"
                    + Self.alike
            ])
        #expect(
            kiosk("+++\ndirection = \"left-to-right\"\n+++\n", "language = \"ar\"\n" + forward) == [
                "kiosk/a.md:2:13: warning: a swipe from the right edge goes forward here, by the direction of the text, and back in the rest of the kiosk"
                    + Self.alike
            ])
        #expect(kiosk(arabic, "language = \"he\"\n" + forward) == [])
        #expect(kiosk(arabic, "[gestures]\ntrailing = \"pop\"") == [])
        #expect(kiosk(arabic, "# none") == [])
    }
}
