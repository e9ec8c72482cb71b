// The HUD: shown where it is switched on, and in no frame hash.

import Bezel
import Drawing
import Geometry
import Glibc
import Layers
import TestFolders
import Testing
import TouchScript

@testable import Replay

@Suite struct HUDTests {
    private func command(_ folder: TemporaryFolder, _ name: String) -> ReplayCommand {
        let touch = TouchScript()
        touch.down(at: Point(2, 100)).drag(to: Point(120, 100), over: .milliseconds(100)).lift()
        var text = ""
        for frame in touch.frames {
            for change in frame.changes {
                text += "{\"t\":\(Double(frame.time.nanoseconds) / 1e9),\"touch\":\(change.contact),"
                text +=
                    "\"phase\":\"\(change.phase.rawValue)\",\"x\":\(change.position.x),\"y\":\(change.position.y)}\n"
            }
        }
        var command = ReplayCommand()
        command.recording = folder.write(text, to: "swipe.jsonl")
        command.kiosk = "\(repository)/config/museum"
        command.stack = ["home", "hours"]
        command.screen = PixelSize(640, 360)
        command.size = Size(527, 296)
        command.tracesHashes = true
        command.trace = "\(folder.path)/\(name).trace"
        command.frames = "\(folder.path)/\(name)"
        return command
    }

    private func bytes(_ path: String) -> [UInt8] {
        guard let stream = fopen(path, "r") else { return [] }
        defer { fclose(stream) }
        var buffer = [UInt8](repeating: 0, count: 1 << 21)
        return Array(buffer.prefix(fread(&buffer, 1, buffer.count, stream)))
    }

    private func picture(_ number: Int, in folder: String) throws -> Bitmap {
        let name = "frame-" + String(repeating: "0", count: 6 - String(number).utf8.count) + "\(number).png"
        return try Picture("\(folder)/\(name)").bitmap()
    }

    /// How many of the pixels in `area` have the colour 0xRRGGBB.
    private func count(_ color: UInt32, in area: PixelRect, of picture: Bitmap) -> Int {
        (area.y..<area.maxY).reduce(0) { sum, y in
            sum + (area.x..<area.maxX).count { picture[$0, y] & 0xFFFFFF == color }
        }
    }

    /// The share of the pixels in `area` that differ.
    private func difference(_ one: Bitmap, _ other: Bitmap, in area: PixelRect) -> Double {
        let count = (area.y..<area.maxY).reduce(0) { sum, y in
            sum + (area.x..<area.maxX).count { one[$0, y] & 0xFFFFFF != other[$0, y] & 0xFFFFFF }
        }
        return Double(count) / Double(area.area)
    }

    @Test func `the HUD is in the pictures and not in the hashes`() throws {
        let folder = TemporaryFolder()
        let plain = command(folder, "plain")
        var hud = command(folder, "hud")
        hud.showsHUD = true
        try plain.run { _ in }
        try hud.run { _ in }
        let trace = folder.lines(of: "plain.trace")
        #expect(trace == folder.lines(of: "hud.trace"))
        let numbers = trace.filter { $0.field("kind") == "frame" }.compactMap { $0.field("number") }
        #expect(numbers.count > 10)
        for number in numbers {
            let name = "frame-" + String(repeating: "0", count: 6 - number.utf8.count) + number + ".png"
            let (without, with) = (bytes("\(folder.path)/plain/\(name)"), bytes("\(folder.path)/hud/\(name)"))
            #expect(!without.isEmpty && !with.isEmpty)
            #expect(without != with)
        }
    }

    @Test func `fingers, recognizers, the clock and what was drawn are each seen in their place`() throws {
        let folder = TemporaryFolder()
        var (plain, hud) = (command(folder, "plain"), command(folder, "hud"))
        (plain.screen, hud.screen) = (PixelSize(1280, 720), PixelSize(1280, 720))
        hud.showsHUD = true
        try plain.run { _ in }
        try hud.run { _ in }
        func pictures(_ number: Int) throws -> (without: Bitmap, with: Bitmap) {
            (try picture(number, in: "\(folder.path)/plain"), try picture(number, in: "\(folder.path)/hud"))
        }
        let (alarm, amber, white) = (UInt32(0xE0523A), UInt32(0xE0A458), UInt32(0xF0EADF))
        let finger = PixelRect(190, 190, 110, 110)
        let gestures = PixelRect(18, 400, 465, 302)
        let clock = PixelRect(754, 486, 508, 216)

        // At 83 ms the finger has moved 98 mm, to column 238, and the page with it.
        let down = try pictures(5)
        #expect(count(alarm, in: finger, of: down.with) > 100)
        #expect(count(amber, in: gestures, of: down.with) > 5, "the recognizer that has begun")
        #expect(count(white, in: gestures, of: down.with) > 20, "its name")
        #expect(count(amber, in: clock, of: down.with) > 5, "a column of the chart")
        #expect(count(white, in: clock, of: down.with) > 20, "figures")
        #expect(difference(down.without, down.with, in: PixelRect(0, 0, 1280, 2)) > 0.9, "the outline of the damage")
        #expect(difference(down.without, down.with, in: PixelRect(320, 100, 400, 250)) == 0, "nothing else")

        // At the end nothing of the finger is left, and the outcome is still shown.
        let last = try #require(
            folder.lines(of: "hud.trace").last { $0.field("kind") == "frame" }?.field("number").flatMap { Int($0) })
        let end = try pictures(last)
        #expect(difference(end.without, end.with, in: finger) == 0)
        #expect(count(white, in: gestures, of: end.with) > 20)
        #expect(difference(down.with, end.with, in: clock) > 0.01, "the chart goes on")
    }
}
