// A visit in which the language changes: a replay of its recording, and what is left of it after kill -9.

import Geometry
import Glibc
import TestFolders
import Testing
import TouchScript

@testable import Linux
@testable import Machine
@testable import Stage

@Suite struct LanguageVisitTests {
    /// A kiosk in English, Arabic and Chinese. The first rows of a page choose another language, and the last one opens a page.
    private static func folder() -> TemporaryFolder {
        let folder = TemporaryFolder()
        folder.write(
            "languages = [\"en\", \"ar\", \"zh\"]\n[gestures]\npop = \"full-screen\"\n", to: "kiosk/kiosk.toml")
        for (end, words, others) in [
            ("", "The harbour", ["ar", "zh"]), (".ar", "الميناء", ["en", "zh"]), (".zh", "港口", ["en", "ar"]),
        ] {
            let rows = others.map { "- [\($0)](lang:\($0))\n" }.joined()
            let text = String(repeating: "\(words). \(words).\n\n", count: 30)
            folder.write("# \(words)\n\n\(rows)- [\(words)](page.md)\n\n\(text)", to: "kiosk/home\(end).md")
            folder.write("# \(words) 2\n\n\(rows)- [\(words)](page.md)\n\n\(text)", to: "kiosk/page\(end).md")
        }
        return folder
    }

    private nonisolated static let panel = Panel(pixels: PixelSize(640, 360), millimetres: Size(527, 296))

    private func settle(_ stage: Stage) { while let due = stage.nextDeadline { stage.advance(to: due) } }

    /// What was decided, without times.
    private func decisions(_ trace: [String]) -> [String] {
        trace.compactMap { line in
            switch line.field("kind") {
            case "language": "language \(line.field("language") ?? "")"
            case "transition" where line.field("phase") != "settling":
                ["operation", "from", "to", "phase"].compactMap { line.field($0) }.joined(separator: " ")
            default: nil
            }
        }
    }

    @Test func `a replay of a visit in several languages decides the same and ends in the same place`() throws {
        let folder = Self.folder()
        let screens = try StartScreens(kiosk: "\(folder.path)/kiosk", on: Configuration()) { Issue.record("\($0)") }
        let stage = try screens.stage(on: Self.panel)
        var (trace, frames): ([String], [TouchFrame]) = ([], [])
        stage.onTrace = { trace.append($0.json(since: .zero)) }
        func act(_ script: (TouchScript) -> Void) {
            let touch = TouchScript(start: stage.now + .milliseconds(500))
            script(touch)
            for frame in touch.frames { stage.handle(frame) }
            frames += touch.frames
            settle(stage)
        }
        func tap(_ row: Int) {
            let place = HandAim(stage, [:]).point(HandStroke(what: "", finger: 0, aim: .row(row)))
            act { $0.tap(at: place) }
        }
        func back() {
            let outwards = stage.frontNavigator.direction.outwards
            act {
                $0.down(at: Point(263 - 150 * outwards, 200))
                    .drag(to: Point(263 + 200 * outwards, 200), over: .milliseconds(200)).lift()
            }
        }
        // In English: the page, then Arabic; there the page again, then Chinese, back twice, and English.
        tap(2)
        tap(0)
        #expect(stage.language == "ar" && stage.stackNames == ["home", "page"])
        tap(2)
        tap(1)
        #expect(stage.language == "zh" && stage.stackNames == ["home", "page", "page"])
        back()
        back()
        #expect(stage.stackNames == ["home"])
        tap(1)
        #expect(stage.language == "ar")
        act { $0.down(at: Point(260, 200)).drag(to: Point(260, 120), over: .milliseconds(300)).lift() }
        #expect(stage.scrollOffsets.joined().contains { $0 > 20 })
        let offsets = stage.scrollOffsets
        let played = try Played(
            recording: "{\"bezel\":1,\"screen\":\"640x360\",\"size\":\"527x296\"}\n" + Played.recording(frames),
            kiosk: "\(folder.path)/kiosk")
        #expect(decisions(played.trace) == decisions(trace))
        #expect(decisions(trace).filter { $0.hasPrefix("language") } == ["ar", "zh", "ar"].map { "language \($0)" })
        #expect(played.trace.last?.field("stack") == #"["home"]"# && played.trace.last?.field("stuck") == "[]")
        // Where the visit began in Arabic, the recording says so, and the same place is reached.
        let again = try screens.stage(
            on: Self.panel, scale: 1, stack: stage.stackNames, measured: nil, language: stage.language)
        again.scroll(to: StageState(stack: stage.stackNames, offsets: offsets))
        #expect(again.scrollOffsets == offsets)
    }

    @Test(arguments: ["ar", "zh"]) func `after kill -9 the kiosk shows the same pages in the same language`(
        language: String
    ) throws {
        let folder = Self.folder()
        let socket = "\(folder.path)/control"
        let file = folder.write("[control]\nsocket = \"\(socket)\"\n", to: "bezel.toml")
        func run() -> BezelProcess {
            BezelProcess([
                "run", "\(folder.path)/kiosk", "--display", "headless", "--screen", "640x360", "--size", "527x296",
                "--config", file, "--state", "\(folder.path)/state",
            ])
        }
        func control(_ arguments: String...) -> BezelProcess.Outcome {
            BezelProcess(["control"] + arguments + ["--socket", socket]).wait()
        }
        func status(of kiosk: BezelProcess) -> String {
            var text = ""
            while text.field("stack") == nil, kill(kiosk.id, 0) == 0 { text = control("status", "--json").text }
            return text
        }
        let first = run()
        _ = status(of: first)
        #expect(control("language", language).code == 0 && control("open", "page").code == 0)
        func isKept() -> Bool {
            let names = ((try? SystemFiles.names("\(folder.path)/state")) ?? []).filter { $0.hasSuffix(".toml") }
            return names.contains { name in
                let text = folder.lines(of: "state/\(name)").joined(separator: "\n")
                return text.contains("language = \"\(language)\"") && text.contains("\"page\"")
            }
        }
        while !isKept(), kill(first.id, 0) == 0 {}
        #expect(first.end(by: SIGKILL).code == -SIGKILL)
        let second = run()
        let text = status(of: second)
        #expect(text.field("stack") == #"["home","page"]"# && text.field("language") == language, "\(text)")
        #expect(second.end().code == 0)
    }
}
