// `bezel check` on a machine's file: the kiosks that it names, and the users and groups that it allows something.

import TestFolders
import Testing

@testable import Machine

@Suite struct CheckTests {
    /// The output of `bezel check` on a machine's file with `text`, without the path of the folder, and whether it failed.
    private static func check(
        _ text: String, in folder: TemporaryFolder = TemporaryFolder(), asJSON isJSON: Bool = false
    ) -> (lines: [String], hasFailed: Bool) {
        var command = CheckCommand()
        command.path = folder.write(
            Array(text.replacing("FOLDER", with: folder.path).utf8), to: "bezel.toml")
        command.isJSON = isJSON
        var lines: [String] = []
        func add(_ text: String) {
            lines += text.replacing(folder.path + "/", with: "").split(separator: "\n").map(String.init)
        }
        do throws(Failure) {
            try command.run(say: add)
            return (lines, false)
        } catch {
            add(error.description)
            return (lines, true)
        }
    }

    @Test func `a machine's file is checked with the kiosks that it names, each once`() {
        let folder = TemporaryFolder()
        folder.write(Array("# Home\n\n[Hours](hours.md)\n".utf8), to: "good/home.md")
        folder.write(Array("# Hours\n".utf8), to: "good/hours.md")
        folder.write(Array("# Home\n\n- [Hours](hors.md)\n".utf8), to: "bad/home.md")
        let alone = Self.check("kiosk = \"FOLDER/good\"\n", in: folder)
        #expect(alone.lines == ["bezel.toml: fine", "good: 2 pages, 0 errors, 0 warnings"] && !alone.hasFailed)
        let screens = (1...3).map {
            "[[screen]]\noutput = \"HDMI-A-\($0)\"\n" + ($0 == 2 ? "kiosk = \"FOLDER/bad\"\n" : "")
        }
        let all = Self.check("kiosk = \"FOLDER/good\"\n" + screens.joined(), in: folder)
        #expect(all.hasFailed && all.lines.count == 4, "\(all.lines)")
        #expect(all.lines.prefix(2) == alone.lines.prefix(2))
        #expect(all.lines[2].contains("bad/home.md:3:3: there is no page"))
        #expect(all.lines[3] == "bad: 1 page, 1 error, 0 warnings")
        let none = Self.check("kiosk = \"FOLDER/nowhere\"\n", in: folder)
        #expect(none.hasFailed && none.lines.count == 2, "\(none.lines)")
        #expect(none.lines[0].hasPrefix("bezel.toml:1:9: there is no folder \"nowhere\""))
        let two = Self.check(
            "[[screen]]\noutput = \"A\"\nkiosk = \"FOLDER/good\"\n[[screen]]\noutput = \"B\"\n", in: folder)
        #expect(two.lines.first?.hasPrefix("bezel.toml:4:1: warning: kiosk is missing") == true, "\(two.lines)")
        #expect(Self.check("").lines.first?.hasPrefix("bezel.toml: warning: kiosk is missing") == true)
        let relative = Self.check("kiosk = \"good\"\n", in: folder)
        #expect(relative.lines.first?.hasPrefix("bezel.toml:1:9: warning: a kiosk that does not begin with /") == true)
    }

    @Test func `what a machine lacks is said at the line that needs it, and once`() {
        let folder = TemporaryFolder()
        folder.write("# Home\n- [Clock](clock.md)\n- [Shop](shop.md)\n- [Log](log.md)\n", to: "kiosk/home.md")
        folder.write("+++\ntitle = \"Clock\"\napp = \"/no/such/clock\"\n+++\n", to: "kiosk/clock.md")
        folder.write("+++\ntitle = \"Log\"\napp = \"no-such-log | less\"\n+++\n", to: "kiosk/log.md")
        folder.write(
            "+++\ntitle = \"Shop\"\nhosts = []\nurl = \"https://a.test\"\nhistory = true\n+++\n", to: "kiosk/shop.md")
        let found = Self.check("kiosk = \"FOLDER/kiosk\"\n[web]\nbrowser = \"cog\"\n", in: folder).lines
        let places = found.compactMap { line in line.firstRange(of: ": warning").map { line[..<$0.lowerBound] } }
        #expect(places.contains("kiosk/clock.md:3:7") && places.contains("kiosk/shop.md:3:9"), "\(found)")
        #expect(places.contains("kiosk/shop.md:5:11"), "\(found)")
        #expect(places.count { $0.hasPrefix("kiosk/log.md") } == 1, "\(found)")
    }

    @Test func `a page or kiosk.toml stands for the kiosk in whose folder it lies`() throws {
        let folder = TemporaryFolder()
        folder.write("# Home\n\n[Hall](halls/one.md)\n", to: "kiosk/home.md")
        folder.write("# Hall\n", to: "kiosk/halls/one.md")
        folder.write("title = \"Museum\"\n", to: "kiosk/kiosk.toml")
        func check(_ path: String) throws -> [String] {
            var command = CheckCommand()
            command.path = "\(folder.path)/\(path)"
            command.machine = "/dev/null"
            var lines: [String] = []
            try command.run { lines.append($0.replacing(folder.path + "/", with: "")) }
            return lines
        }
        for path in ["kiosk", "kiosk/home.md", "kiosk/kiosk.toml", "kiosk/halls/one.md"] {
            #expect(try check(path) == ["kiosk: 2 pages, 0 errors, 0 warnings"])
        }
        for path in ["kiosk/hoome.md", "other/kiosk.toml"] {
            let failure = #expect(throws: Failure.self) { try check(path) }
            #expect(failure?.description == "\(folder.path)/\(path): there is no such file")
        }
    }

    @Test(arguments: [
        ("kiosk = \"FOLDER/a.txt\"\n", "bezel.toml:1:9: \"a.txt\" is a file; write the path of the kiosk's folder"),
        ("[display]\nmode = \"foo\"\n", "bezel.toml:2:8: mode must be \"preferred\", or a size such as"),
        ("[[screen]]\nmode = \"0x0\"\n", "bezel.toml:2:8: mode must be \"preferred\", or a size such as"),
        ("[display]\nmemory = \"0 MB\"\n", "bezel.toml:2:10: memory must be"),
    ])
    func `what cannot work in a machine's file is an error`(_ text: String, _ error: String) {
        let folder = TemporaryFolder()
        folder.write("x", to: "a.txt")
        let found = Self.check(text, in: folder)
        #expect(found.hasFailed && found.lines.contains { $0.hasPrefix(error) }, "\(found.lines)")
    }

    @Test func `attract in a machine's file needs home-after, there or in the kiosk`() {
        let folder = TemporaryFolder()
        folder.write("# Home\n\n[Hello](hello.md)\n", to: "kiosk/home.md")
        folder.write("# Hello\n", to: "kiosk/hello.md")
        let text = "kiosk = \"FOLDER/kiosk\"\n[idle]\nattract = \"hello\"\n"
        let found = Self.check(text, in: folder)
        #expect(
            found.lines.first?.hasPrefix("bezel.toml:3:11: warning: the page in attract is never shown") == true,
            "\(found.lines)")
        folder.write("[idle]\nhome-after = \"60 s\"\n", to: "kiosk/kiosk.toml")
        #expect(Self.check(text, in: folder).lines.first == "bezel.toml: fine")
    }

    @Test func `mistakes of a machine's file are JSON too`() {
        for text in ["kiosk = 5\n", "kiosk = \n", "kosk = \"a\"\n"] {
            let json = Self.check(text, asJSON: true)
            #expect(json.hasFailed && json.lines.count == 1, "\(json.lines)")
            #expect(json.lines[0].contains("{\"file\":\"bezel.toml\",\"line\":1,"), "\(json.lines)")
        }
    }

    @Test func `an attracting page that the kiosk lacks, and users and groups that the machine lacks, are warnings`() {
        let folder = TemporaryFolder()
        folder.write(Array("# Home\n".utf8), to: "kiosk/home.md")
        let text = """
            kiosk = "FOLDER/kiosk"
            [idle]
            home-after = "60 s"
            attract = "poster"
            [control.allow]
            nobody = ["status"]
            nobodyelse = ["status"]
            "@nogroupatall" = ["all"]
            """
        let found = Self.check(text, in: folder)
        #expect(!found.hasFailed && found.lines.count == 5, "\(found.lines)")
        for part in ["no group \"nogroupatall\"", "no user \"nobodyelse\"", "no page \"poster\""] {
            #expect(found.lines.contains { $0.contains("warning: ") && $0.contains(part) }, "\(part): \(found.lines)")
        }
        let places = found.lines.compactMap { $0.split(separator: ": ").first }.filter { $0.hasPrefix("bezel.toml:") }
        #expect(places == ["bezel.toml:4:11", "bezel.toml:7:14", "bezel.toml:8:19"], "\(found.lines)")
        #expect(found.lines.contains("bezel.toml: 0 errors, 3 warnings"))
        #expect(found.lines.contains("kiosk: 1 page, 0 errors, 0 warnings"))
        let json = Self.check(text, in: folder, asJSON: true)
        #expect(json.lines.count == 1 && json.lines[0].components(of: "\"severity\":\"warning\"") == 3, "\(json.lines)")
    }

    @Test(arguments: [
        ("layout-time", "0 s"), ("layout-time", "2 min"), ("picture-time", "1 ms"), ("picture-time", "2 h"),
        ("page-size", "1 kB"), ("page-size", "2 MB"), ("picture-memory", "1 MB"),
    ])
    func `a limit for pages outside its range is an error that names the range`(_ key: String, _ value: String) {
        let found = Self.check("[content]\n\(key) = \"\(value)\"\n")
        #expect(found.hasFailed)
        #expect(
            found.lines.contains { $0.hasPrefix("bezel.toml:2:") && $0.contains("\(key) must be from ") },
            "\(found.lines)")
    }
}

extension String {
    /// How often `part` occurs.
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
