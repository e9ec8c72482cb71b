// The recorded visits to the samples, with all the memory they can use and with none: the same frames.

import Bezel
import Geometry
import Testing

@testable import Gallery
@testable import Replay

@Suite struct MemoryTests {
    private func frames(_ recording: String, memory: Int?, run: (ReplayCommand) throws -> Void) rethrows -> [String] {
        var (command, lines) = (ReplayCommand(), [String]())
        command.recording = "\(repository)/config/\(recording)"
        command.kiosk = "\(repository)/config/museum"
        command.screen = PixelSize(480, 270)
        command.tracesHashes = true
        command.memory = memory
        command.onTrace = { lines.append($0) }
        try run(command)
        return lines
    }

    @Test func `a visit to the museum is the same with one byte of memory as with all`() throws {
        func visit(_ memory: Int?) throws -> [String] {
            try frames("museum-visit.jsonl", memory: memory) { try $0.run { _ in } }
        }
        let usual = try visit(nil)
        #expect(usual.count { $0.field("kind") == "frame" } > 200)
        #expect(try visit(1) == usual)
        #expect(try visit(1 << 30) == usual)
    }

    @Test func `a visit to the gallery is the same with one byte of memory as with all`() throws {
        func visit(_ memory: Int?) throws -> [String] {
            try frames("gallery-visit.jsonl", memory: memory) { try $0.run(GalleryApp()) { _ in } }
        }
        let usual = try visit(nil)
        #expect(usual.count { $0.field("kind") == "frame" } > 200)
        #expect(try visit(1) == usual)
        #expect(try visit(1 << 30) == usual)
    }
}
