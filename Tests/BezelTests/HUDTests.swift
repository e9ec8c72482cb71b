// The HUD: seen where it is asked for, and in no hash.

import Bezel
import Geometry
import Glibc
import TestFolders
import Testing
import TouchScript

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

    @Test func `it is in the pictures and not in the hashes`() throws {
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
}
