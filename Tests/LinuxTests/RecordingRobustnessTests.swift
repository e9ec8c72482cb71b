// Recordings cut anywhere, full of random bytes, or huge: never a crash, and an error that names a line.

import Geometry
import Linux
import TestRandomness
import Testing

@testable import Recordings

struct RecordingRobustnessTests {
    private static let evemu = """
        # EVEMU 1.3
        N: Panel
        P: 02 00 00 00 00 00 00 00
        A: 2f 0 9 0 0 0
        A: 35 0 999 0 0 10
        A: 36 0 499 0 0 10
        A: 39 0 65535 0 0 0
        E: 0.000001 0003 0039 0001\t# EV_ABS / ABS_MT_TRACKING_ID   1
        E: 0.000001 0003 0035 0400\t# EV_ABS / ABS_MT_POSITION_X    400
        E: 0.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms
        E: 0.010000 0003 0039 -001\t# EV_ABS / ABS_MT_TRACKING_ID   -1
        E: 0.010000 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +10ms

        """
    private static let bezel = """
        {"bezel":1,"screen":"1920x1080","size":"527x296","refresh":60.0}
        {"t":0.000,"touch":1,"phase":"began","x":3.1,"y":150.2}
        {"t":0.012,"frame":1}
        {"t":0.012,"touch":1,"phase":"moved","x":3.4,"y":150.2}
        {"t":0.020,"touch":1,"phase":"ended","x":3.4,"y":150.2}

        """

    private static var samples: [[UInt8]] {
        [fixtureBytes("multi.yml"), Array(evemu.utf8), Array(bezel.utf8)]
    }

    /// Reads `bytes`, checks what must hold of any recording, and returns the frames; nil after an error.
    private func frames(of bytes: [UInt8]) -> [TouchFrame]? {
        do {
            let recording = try Recording(contentsOf: bytes, named: "touches")
            verifyInvariants(recording)
            return recording.frames
        } catch {
            let line = error.line ?? 0
            #expect(line > 0 && !error.reason.isEmpty, "\(error)")
            // Counting lines takes a debug build too long in a large file.
            #expect(bytes.count > 10_000 || line <= bytes.count { $0 == UInt8(ascii: "\n") } + 1, "\(error)")
            return nil
        }
    }

    private func verifyInvariants(_ recording: Recording) {
        var down: Set<Int> = []
        var latest = Instant.zero
        for frame in recording.frames {
            #expect(frame.time >= latest)
            latest = frame.time
            #expect(!frame.changes.isEmpty)
            #expect(Set(frame.changes.map(\.contact)).count == frame.changes.count)
            for change in frame.changes {
                #expect(change.position.x.isFinite && change.position.y.isFinite)
                switch change.phase {
                case .began: #expect(down.insert(change.contact).inserted)
                case .moved: #expect(down.contains(change.contact))
                case .ended, .cancelled: #expect(down.remove(change.contact) != nil)
                }
            }
        }
    }

    @Test func `a recording cut off anywhere is an error with its line, or the frames before the cut`() throws {
        for bytes in Self.samples {
            let whole = try #require(frames(of: bytes))
            var longest = 0
            for end in 0..<bytes.count {
                guard let part = frames(of: Array(bytes[..<end])) else { continue }
                #expect(part.count <= whole.count)
                longest = max(longest, part.count)
                // The size may come after the cut, so positions can differ; all else is the same.
                for (a, b) in zip(part, whole) {
                    #expect(a.time == b.time && a.changes.map(\.phase) == b.changes.map(\.phase))
                }
            }
            #expect(longest == whole.count)
        }
    }

    @Test func `any byte of a recording can have any value`() throws {
        var random = SplitMix(1)
        for bytes in Self.samples {
            for _ in 0..<2000 {
                var bytes = bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let index = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[index] =
                        Bool.random(using: &random)
                        ? .random(in: 0...255, using: &random)
                        : bytes[
                            .random(in: 0..<bytes.count, using: &random)]
                }
                _ = frames(of: bytes)
            }
        }
    }

    @Test func `random bytes are no recording`() {
        var random = SplitMix(2)
        for start in ["", "{", "E: ", "A: 35 0 9 0 0\nE: ", "version: 1\ndevices:\n- ", "# EVEMU 1.3\n"] {
            for _ in 0..<100 {
                let count = Int.random(in: 1...200, using: &random)
                let ascii = (0..<count).map { _ in UInt8.random(in: 9...126, using: &random) }
                let any = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                _ = frames(of: Array(start.utf8) + ascii)
                _ = frames(of: Array(start.utf8) + any)
            }
        }
    }

    @Test(arguments: [
        "\u{0}", "{", "[", "a", "{\"a\":", "- ", "E: ", "version: [", "é", "{\"frame\":", "version: \"",
    ])
    func `thirty megabytes of the same end in an error or in nothing`(piece: String) {
        // Doubled, since a debug build takes its time over thirty million elements.
        var bytes = Array(piece.utf8)
        while bytes.count < 30_000_000 { bytes += bytes }
        #expect(frames(of: bytes)?.isEmpty ?? true)
    }

    @Test func `thirty megabytes of random bytes are refused`() {
        var random = SplitMix(3)
        var bytes = (0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        while bytes.count < 30_000_000 { bytes += bytes }
        #expect(frames(of: bytes) == nil)
        #expect(frames(of: Array("{".utf8) + bytes) == nil)
    }
}
