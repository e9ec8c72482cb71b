// The table [attract]: what it says, what is said of a wrong one, and how its pictures move.

import Drawing
import Geometry
import Stage
import TestRandomness
import Testing

@testable import Pages

@Suite struct AttractTableTests {
    /// A kiosk with the pictures a.png and b.png, that goes home, and `table`.
    private func folder(_ table: String, top: String = "", idle: String = "home-after = \"60 s\"\n") -> TestFolder {
        let folder = TestFolder(["home.md": "# Home\n", "kiosk.toml": "\(top)[idle]\n\(idle)[attract]\n\(table)\n"])
        for name in ["a.png", "b.png"] { folder.writePicture(name) }
        return folder
    }

    private nonisolated static let both = "pictures = [\"a.png\", \"b.png\"]\n"

    @Test func `pictures alone are enough`() throws {
        let folder = folder(Self.both)
        #expect(folder.check() == "")
        let kiosk = try #require(folder.load())
        let attract = try #require(kiosk.attract)
        #expect(attract.pictures.map(\.name) == ["a.png", "b.png"] && attract.each == .seconds(10))
        #expect(attract.calls.map(\.text) == ["Touch to begin"])
        #expect(kiosk.idle.attract == AttractScreen.name)
        #expect(kiosk.concerns("a.png") && !kiosk.concerns("z.png"))
    }

    @Test func `the call is in each language of the kiosk, or in those of a table, or in one`() throws {
        let top = "languages = [\"en\", \"de\", \"nl\", \"sv\"]\n"
        func calls(_ call: String) -> [String]? {
            folder(Self.both + call, top: top).load()?.attract?.calls.map { "\($0.language) \($0.text)" }
        }
        #expect(calls("") == ["en Touch to begin", "de Zum Starten berühren"])
        #expect(calls("call = { nl = \"Raak aan\", en = \"Touch\" }") == ["en Touch", "nl Raak aan"])
        #expect(calls("call = \"Hello\"") == ["en Hello"])
    }

    @Test(arguments: [
        ("each = \"5 s\"", "pictures is missing, the list of what is shown"),
        ("pictures = []", "4:12: pictures must name a picture"),
        ("pictures = [\"a.png\", \"x.png\"]", "4:12: there is no picture \"x.png\""),
        ("pictures = [\"a.png\", \"home.md\"]", "\"home.md\" is not a picture that can be shown"),
        ("pictures = \"a.png\"", "pictures must be a list of texts"),
        ("pictures = [\"../a.png\"]", "leads out of the kiosk's folder"),
        (both + "each = \"1 s\"", "5:8: each must be from \"4 s\" to \"10 min\", not \"1 s\""),
        (both + "each = 8", "each must be a time with its unit"),
        (both + "call = \"\"", "5:8: the call is empty; leave it out for \"Touch to begin\""),
        (both + "call = \"\(String(repeating: "x", count: 61))\"", "more than 60 characters"),
        (both + "call = { de = \"Hallo\" }", "call has the language \"de\", which the kiosk does not have"),
        (both + "picture = 1", "picture"),
        ("pictures = [\(String(repeating: "\"a.png\",", count: 51))]", "names more than 50 pictures"),
    ]) func `what is wrong is said with its place`(_ table: String, _ message: String) {
        let said = folder(table).check()
        #expect(said.contains(message) && said.contains("kiosk.toml:"), "\(said)")
        #expect(said.split(separator: "\n").count == 1, "\(said)")
    }

    @Test func `pictures that never come, and a page besides them, are reported`() {
        let never = folder(Self.both, idle: "").check()
        #expect(never.hasPrefix("kiosk/kiosk.toml:3:12: warning: the pictures are never shown"), "\(never)")
        let both = folder(Self.both, idle: "home-after = \"60 s\"\nattract = \"home\"\n").check()
        let message = "3:11: the kiosk shows the pictures of [attract] or the page in attract"
        #expect(both.contains(message), "\(both)")
    }

    @Test func `a moving picture always covers the screen, at whole pixels, in at most twenty steps a second`() {
        var random = SplitMix(5)
        for _ in 0..<300 {
            let screen = Size(Double(random.below(4000) + 200), Double(random.below(4000) + 200))
            let picture = PixelSize(random.below(5000) + 1, random.below(5000) + 1)
            let duration = Instant.Span.seconds(Double(random.below(600)) + 5)
            let pan = AttractPan(picture, over: screen, for: duration)
            for isBackward in [false, true] {
                var (elapsed, steps) = (Instant.Span.zero, 0)
                while true {
                    let frame = pan.frame(after: elapsed, isBackward: isBackward)
                    #expect(frame.minX <= 0 && frame.minY <= 0)
                    #expect(frame.maxX >= screen.width && frame.maxY >= screen.height)
                    #expect(frame.minX == frame.minX.rounded() && frame.minY == frame.minY.rounded())
                    #expect(frame.width <= screen.width * 13 / 12 + 1 && frame.height <= screen.height * 13 / 12 + 1)
                    guard let next = pan.next(after: elapsed) else { break }
                    #expect(next > elapsed)
                    #expect(pan.frame(after: next, isBackward: isBackward) != frame)
                    (elapsed, steps) = (next, steps + 1)
                }
                #expect(Double(steps) <= duration.seconds * 20 && elapsed <= duration)
            }
        }
    }
}
