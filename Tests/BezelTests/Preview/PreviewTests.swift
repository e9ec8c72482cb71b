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

    @Test func `a folder that is not there is said before anything is written`() {
        folder.write("# Home\n", to: "home.md")
        for (path, reason) in [("nowhere", "there is no such folder"), ("home.md", "is not a folder")] {
            var command = command()
            (command.kiosk, command.output, command.isOnce) = ("\(folder.path)/\(path)", "\(site.path)/new", true)
            let failure = #expect(throws: Failure.self) { try command.run { _ in } }
            #expect(failure?.code == .wrongInput && failure?.description.contains("\(path): \(reason)") == true)
            #expect(access("\(site.path)/new", F_OK) != 0)
        }
    }

    /// What the page is told.
    private func state() throws -> JSONValue {
        let bytes = try #require(SystemFiles.bytes("\(site.path)/site/state.js"))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("preview(") && text.hasSuffix(");\n"))
        return try JSONValue(reading: Array(text.utf8.dropFirst(8).dropLast(3)))
    }

    /// The pictures of all pages in all views, as the page is told: what each file shows.
    private func pictures() throws -> [String: String] {
        let pages = try #require(try state()["pages"]?.list)
        var pictures: [String: String] = [:]
        for page in pages {
            for view in try #require(try state()["views"]?.list).compactMap({ $0["name"]?.text }) {
                guard let picture = page["pictures"]?[view] else { continue }
                pictures[picture["file"]?.text ?? ""] = picture["version"]?.text
            }
        }
        return pictures
    }

    /// The paths of the files in the folder of pictures, from the site's folder.
    private func files(_ folder: String = "pictures") -> Set<String> {
        let names = ((try? SystemFiles.names("\(site.path)/site/\(folder)")) ?? []).filter { !$0.hasPrefix(".") }
        return Set(
            names.flatMap { name in name.hasSuffix(".png") ? ["\(folder)/\(name)"] : files("\(folder)/\(name)") })
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

    @Test func `the clock shows the date that was asked for`() throws {
        folder.write("hours = [\"mon-sun 10:00-18:00\"]\n", to: "kiosk.toml")
        folder.write("# Home\n\nWe are {{open}}.\n", to: "home.md")
        func drawn(_ date: String?) throws -> FrameHash {
            var command = command()
            command.date = date.flatMap { CivilTime($0) }
            var session = try PreviewSession(command, Configuration(), site: PreviewSite(in: "\(site.path)/site"))
            try session.load()
            while try session.drawNext() {}
            let bitmap = try Picture("\(site.path)/site/pictures/paper-landscape-en/home.png").bitmap()
            return FrameHash(of: bitmap.surface)
        }
        let (usual, open, closed) = (try drawn(nil), try drawn("2026-06-17 10:30"), try drawn("2026-06-17 20:00"))
        #expect(usual == open && open != closed)
    }

    @Test func `a change draws what it changes, first, and nothing else`() throws {
        folder.write("- [Hours](hours.md)\n- [Plan](plan.md)\n", to: "home.md")
        folder.write("# Hours\n\nAlways.\n", to: "hours.md")
        folder.write("# Plan\n\nNone.\n", to: "plan.md")
        var session = try session()
        try session.load()
        while try session.drawNext() {}
        let before = try pictures()
        let hours = "pictures/paper-landscape-en/hours.png"
        #expect(before.count == 12 && Set(before.keys) == files() && before[hours] != nil)
        let old = try Picture("\(site.path)/site/\(hours)").bitmap()
        folder.write("# Hours\n\nNever.\n", to: "hours.md")
        try session.load()
        #expect(try session.drawNext())
        let first = try Picture("\(site.path)/site/\(hours)").bitmap()
        #expect(FrameHash(of: first.surface) != FrameHash(of: old.surface), "the changed page in the most usual view")
        while try session.drawNext() {}
        let after = try pictures()
        let changed = after.filter { before[$0.key] != $0.value }.map(\.key)
        #expect(
            Set(after.keys) == Set(before.keys)
                && Set(changed) == Set(before.keys.filter { $0.hasSuffix("/hours.png") }))
        #expect(after[hours] == "\(FrameHash(of: first.surface))")
        // Without a start page the last pictures stay, and what is wrong is said.
        unlink("\(folder.path)/home.md")
        try session.load()
        while try session.drawNext() {}
        #expect(try pictures() == after)
        #expect(Set(after.keys) == files())
        let findings = try #require(try state()["findings"]?.list)
        let isSaid = findings.contains { $0["severity"]?.text == "error" }
        #expect(isSaid)
    }

    @Test(arguments: [("w.json", "{\"wind\":2}"), ("d.csv", "time\n10:41\n"), ("t.json", "{\"name\":\"B\"}")])
    func `new values of a file draw the pages that show them`(file: String, text: String) throws {
        folder.write("# Home {{t.json:name}}\n\n- [Wind](wind.md)\n- [Buses](buses.md)\n", to: "home.md")
        folder.write("# Wind\n\nIt is {{w.json:wind}}.\n", to: "wind.md")
        folder.write("# Buses\n\n![Buses](d.csv)\n", to: "buses.md")
        folder.write("{\"wind\":1}", to: "w.json")
        folder.write("time\n10:40\n", to: "d.csv")
        folder.write("{\"name\":\"A\"}", to: "t.json")
        var session = try session()
        try session.load()
        while try session.drawNext() {}
        let before = try pictures()
        folder.write(text, to: file)
        try session.load()
        while try session.drawNext() {}
        let changed = try pictures().filter { before[$0.key] != $0.value }.map(\.key)
        let pages = Set(changed.compactMap { $0.split(separator: "/").last })
        // The title of the first page is on the way back to it.
        let expected: [String: Set<Substring>] = [
            "w.json": ["wind.png"], "d.csv": ["buses.png"], "t.json": ["home.png", "wind.png", "buses.png"],
        ]
        #expect(pages == expected[file] && before.count == 12, "\(changed)")
    }

    @Test func `a picture is called after its view and its page, whatever that is called`() throws {
        let long = String(repeating: "é", count: 120) + "x"
        let names = ["home", "guide/hall", "a b#c?%41", long]
        folder.write(
            names.map {
                "- [x](<\($0.replacing("%", with: "%25").replacing("#", with: "%23").replacing("?", with: "%3F")).md>)\n"
            }.joined(), to: "home.md")
        for name in names.dropFirst() { folder.write("# Page\n", to: "\(name).md") }
        var command = command()
        command.scales = [1, 1.6]
        var session = try PreviewSession(command, Configuration(), site: PreviewSite(in: "\(site.path)/site"))
        try session.load()
        while try session.drawNext() {}
        let files = files()
        let told = try pictures()
        #expect(files.count == 4 * 4 * 2 && Set(told.keys) == files)
        for view in ["paper-landscape-en", "night-portrait-en", "paper-portrait-en-x1.6"] {
            for name in names.dropLast() { #expect(files.contains("pictures/\(view)/\(name).png"), "\(view) \(name)") }
        }
        let (small, large) = (
            try Picture("\(site.path)/site/pictures/paper-landscape-en/home.png").bitmap(),
            try Picture("\(site.path)/site/pictures/paper-landscape-en-x1.6/home.png").bitmap()
        )
        #expect(large.size.width == small.size.width && FrameHash(of: large.surface) != FrameHash(of: small.surface))
        // A page that goes takes its pictures along, and another preview those of this one; other files stay.
        folder.write("- [x](guide/hall.md)\n", to: "home.md")
        for name in names.dropFirst(2) { unlink("\(folder.path)/\(name).md") }
        try session.load()
        while try session.drawNext() {}
        #expect(self.files().count == 2 * 4 * 2)
        site.write("mine", to: "site/pictures/notes.txt")
        _ = try PreviewSite(in: "\(site.path)/site")
        #expect(self.files().isEmpty && SystemFiles.bytes("\(site.path)/site/pictures/notes.txt") != nil)
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

    @Test func `the index of a long list is drawn once, beside the first screenful`() throws {
        let names = (0..<120).map { "- [\(Character(UnicodeScalar(UInt8(65 + $0 / 5)))) \($0)](home.md)\n" }.joined()
        func whole(index: Bool) throws -> Bitmap {
            folder.write("+++\nindex = \(index)\n+++\n# Names\n\n\(names)", to: "home.md")
            let screens = try StartScreens(Kiosk.load(folder.path), in: folder.path, on: Configuration()) { _ in }
            let panel = PreviewView(look: Look.all(of: ThemeTable())[0], isPortrait: true, language: "en")
                .panel(command().panel)
            return try PagePrinter(screens, on: panel, scale: 1, decoder: PictureTask.here).print("home")
        }
        let bitmap = try whole(index: true)
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let rows = 2 * width..<height - 2
        #expect(rows.count > width)
        // Where the letters are in the first screenful, there is nothing below it.
        let letters = (width * 9 / 10..<width).filter { x in
            (0..<width).contains { bitmap[x, $0] != bitmap[width - 1, $0] }
        }
        #expect(letters.count > 5)
        #expect(letters.suffix(5).allSatisfy { x in rows.allSatisfy { bitmap[x, $0] == bitmap[width - 1, $0] } })
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
