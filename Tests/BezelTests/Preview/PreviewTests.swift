// The preview of a kiosk: every page in every view, whole, and drawn anew when it changes.

import Drawing
import Geometry
import Glibc
import Layers
import Pages
import Stage
import TestFolders
import TestRandomness
import Testing

@testable import Linux
@testable import Machine
@testable import Preview

@Suite struct PreviewTests {
    private let folder = TemporaryFolder()
    private let site = TemporaryFolder()

    private func command() -> PreviewCommand {
        var command = PreviewCommand()
        command.kiosk = folder.path
        command.panel = Panel(pixels: PixelSize(320, 180), millimetres: Size(527, 296))
        return command
    }

    private func session() throws -> PreviewSession {
        try PreviewSession(command(), Configuration(), site: PreviewSite(in: "\(site.path)/site"))
    }

    /// What the page is told.
    private func state() throws -> JSONValue {
        let bytes = try #require(SystemFiles.bytes("\(site.path)/site/state.js"))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("preview(") && text.hasSuffix(");\n"))
        return try JSONValue(reading: Array(text.utf8.dropFirst(8).dropLast(3)))
    }

    private func pictures() -> Set<String> {
        Set(((try? SystemFiles.names("\(site.path)/site/pictures")) ?? []).filter { $0.hasSuffix(".png") })
    }

    private func file(_ page: String, _ view: String) throws -> String? {
        let pages = try #require(try state()["pages"]?.list)
        return pages.first { $0["name"]?.text == page }?["pictures"]?[view]?["file"]?.text
    }

    @Test func `every page is drawn in every view, and what is wrong is listed`() throws {
        folder.write("title = \"</script><b>\"", to: "kiosk.toml")
        folder.write("# Home\n\n- [Hours](hours.md)\n- [Gone](gone.md)\n", to: "home.md")
        folder.write("# Hours\n\nAlways.\n", to: "hours.md")
        var session = try session()
        try session.load()
        while try session.drawNext() {}
        let state = try state()
        let views = try #require(state["views"]?.list)
        #expect(state["title"]?.text == "</script><b>")
        let (drawn, all) = (state["drawn"]?.integer, state["all"]?.integer)
        #expect(drawn == all && all == 2 * views.count)
        let orientations = Set(views.compactMap { $0["orientation"]?.text })
        let themes = Set(views.compactMap { $0["theme"]?.text })
        #expect(orientations == ["landscape", "portrait"] && themes.isSuperset(of: ["paper", "night"]))
        for page in try #require(state["pages"]?.list) {
            for view in views {
                let name = try #require(view["name"]?.text)
                let file = try #require(page["pictures"]?[name]?["file"]?.text)
                let picture = try Picture("\(site.path)/site/\(file)")
                #expect(picture.size.width == view["width"]?.integer)
                let least = view["height"]?.integer ?? 0
                #expect(picture.size.height >= least)
            }
        }
        let findings = try #require(state["findings"]?.list)
        let isFound = findings.contains { $0["line"]?.integer == 4 && $0["message"]?.text?.contains("gone.md") == true }
        #expect(isFound)
    }

    @Test func `a change draws what it changes, first, and nothing else`() throws {
        folder.write("- [Hours](hours.md)\n- [Plan](plan.md)\n", to: "home.md")
        folder.write("# Hours\n\nAlways.\n", to: "hours.md")
        folder.write("# Plan\n\nNone.\n", to: "plan.md")
        var session = try session()
        try session.load()
        while try session.drawNext() {}
        let (plan, hours) = (try file("plan", "paper-landscape-en"), try file("hours", "paper-landscape-en"))
        let before = pictures()
        folder.write("# Hours\n\nNever.\n", to: "hours.md")
        try session.load()
        #expect(try session.drawNext())
        let first = pictures().subtracting(before)
        #expect(first.count == 1, "the changed page in the most usual view")
        while try session.drawNext() {}
        #expect(try file("plan", "paper-landscape-en") == plan)
        let next = try #require(try file("hours", "paper-landscape-en"))
        #expect(next != hours && first == [String(next.dropFirst(9))])
        // The pictures of the old version are gone.
        let old = try #require(hours)
        #expect(pictures().count == before.count && !pictures().contains(String(old.dropFirst(9))))
        // Without a start page the last pictures stay, and what is wrong is said.
        unlink("\(folder.path)/home.md")
        try session.load()
        while try session.drawNext() {}
        #expect(try file("hours", "paper-landscape-en") == next)
        let findings = try #require(try state()["findings"]?.list)
        let isSaid = findings.contains { $0["severity"]?.text == "error" }
        #expect(isSaid)
    }

    @Test func `each kiosk is shown in its own look and in a light or dark one that differs from it`() throws {
        func looks(_ settings: String) throws -> [String] {
            folder.write("# Home\n", to: "home.md")
            folder.write(settings, to: "kiosk.toml")
            let kiosk = try #require(Kiosk.load(folder.path).kiosk)
            let looks = Look.all(of: kiosk.theme ?? ThemeTable())
            let panel = command().panel
            let darkness = looks.map { $0.theme.looks(on: panel, isNight: $0.isNight).theme }
                .map { Contrast.between($0.background, .black) < 4 }
            #expect(Set(darkness).count == 2, "\(settings)")
            return looks.map(\.name)
        }
        #expect(try looks("") == ["paper", "night"])
        #expect(try looks("theme = \"night\"") == ["night", "paper"])
        #expect(try looks("theme = \"contrast\"") == ["contrast", "daylight"])
        #expect(try looks("[theme]\naccent = \"#004D46\"") == ["own", "night"])
        #expect(try looks("[theme]\nnight-from = \"20:00\"") == ["own", "at night"])
        #expect(
            try looks("[theme]\nbackground = \"#101010\"\ntext = \"#FFFFFF\"\naccent = \"#FFB000\"") == [
                "own", "paper",
            ])
    }

    @Test func `a long page is drawn whole: each part is what the panel shows there`() throws {
        var random = SplitMix(5)
        for round in 0..<6 {
            let lines = (0..<random.below(120)).map { "Line \($0) of a page.\n\n" }.joined()
            folder.write("# Long\n\n\(lines)- [Long](home.md)\n", to: "home.md")
            let kiosk = Kiosk.load(folder.path)
            let screens = try StartScreens(kiosk, in: folder.path, on: Configuration()) { _ in }
            let view = PreviewView(
                look: Look.all(of: ThemeTable())[0], isPortrait: round % 2 == 1, language: "en")
            let panel = view.panel(command().panel)
            let whole = try PagePrinter(screens, on: panel, scale: 1, decoder: PictureTask.here).print("home")
            #expect(whole.size.width == panel.pixels.width && whole.size.height >= panel.pixels.height)
            for _ in 0..<5 {
                let offset = random.below(whole.size.height - panel.pixels.height + 1)
                let stage = try screens.stage(on: panel)
                stage.scroll(to: StageState(stack: ["home"], offsets: [[Double(offset)]]))
                stage.advance(to: .zero + .seconds(5))
                let glass = Bitmap(size: panel.pixels, isOpaque: true, filledWith: .black)
                stage.draw(stage.plan(at: stage.now), into: glass.surface, region: Region(panel.pixels.bounds))
                // Below the bar.
                for row in stride(from: panel.pixels.height / 2, to: panel.pixels.height, by: 7) {
                    let same = (0..<panel.pixels.width).allSatisfy { glass[$0, row] == whole[$0, row + offset] }
                    #expect(same, "row \(row) at \(offset)")
                }
            }
        }
    }

    @Test func `a folder with other files is left alone`() throws {
        site.write("mine", to: "site/index.html")
        #expect(throws: Failure.self) { _ = try PreviewSite(in: "\(site.path)/site") }
        #expect(SystemFiles.bytes("\(site.path)/site/index.html") == Array("mine".utf8))
    }

    @Test func `the command follows changes until it is ended, and leaves nothing in a temporary folder`() throws {
        folder.write("# Home\n", to: "home.md")
        let preview = BezelProcess([
            "preview", folder.path, "--no-browser", "--output", "\(site.path)/site", "--screen", "160x90",
        ])
        func waits(for text: String) -> Bool {
            while kill(preview.id, 0) == 0 {
                let state = SystemFiles.bytes("\(site.path)/site/state.js").map { String(decoding: $0, as: UTF8.self) }
                if state?.contains(text) == true { return true }
                usleep(20_000)
            }
            return false
        }
        #expect(waits(for: "\"drawn\":4,\"all\":4"))
        folder.write("# Another title\n", to: "home.md")
        #expect(waits(for: "Another title"))
        let end = preview.end()
        #expect(end.code == 0 && end.text.hasPrefix("file:///"))
        #expect(try state()["ended"] == .flag(true))
    }
}
