// Log lines that another thread writes: in order, bounded, and without making the caller wait.

import Geometry
import Glibc
import Testing

@testable import Linux

@Suite struct LineWriterTests {
    /// A full pipe that is not read.
    private struct FullPipe {
        let reader: Int32
        let writer: Int32
        /// How many bytes it holds.
        private(set) var held = 0

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            (reader, writer) = (ends[0], ends[1])
            _ = fcntl(writer, F_SETFL, O_NONBLOCK)
            let piece = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
            while case let count = write(writer, piece, piece.count), count > 0 { held += count }
            _ = fcntl(writer, F_SETFL, 0)
        }

        /// Reads what it held, so that there is room.
        func makeRoom() {
            var left = held
            var bytes = [UInt8](repeating: 0, count: 4096)
            while left > 0, case let count = read(reader, &bytes, min(left, bytes.count)), count > 0 { left -= count }
        }

        /// The next `count` lines.
        func lines(_ count: Int) -> [String] {
            var text: [UInt8] = []
            var byte: UInt8 = 0
            while text.count(where: { $0 == 10 }) < count, read(reader, &byte, 1) == 1 { text.append(byte) }
            return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    @Test func `a pipe that is not read holds up no caller, and gets the lines in order once it is read`() throws {
        let pipe = try FullPipe()
        let writer = LineWriter(descriptor: pipe.writer)
        let lines = (0..<1000).map { "line \($0)" }
        for line in lines { writer.write(line + "\n") }
        // Nothing has gone into the pipe, and the calls have returned.
        #expect(writer.waiting == lines.reduce(0) { $0 + $1.utf8.count + 1 })
        #expect(!writer.flush(within: .milliseconds(1)))
        pipe.makeRoom()
        #expect(pipe.lines(1000) == lines)
        #expect(writer.flush(within: .seconds(60)) && writer.waiting == 0)
    }

    @Test func `waiting lines are bounded, and one line says how many were dropped`() throws {
        let pipe = try FullPipe()
        let writer = LineWriter(descriptor: pipe.writer, limit: 1000) { "\($0) dropped" }
        let lines = (100..<300).map { "line \($0)!" }
        for line in lines { writer.write(line + "\n") }
        // 100 lines of 10 bytes fit, and the line that counts the dropped ones, if the thread has taken them by now.
        #expect(writer.waiting >= 1000 && writer.waiting < 1020)
        pipe.makeRoom()
        #expect(pipe.lines(100) == Array(lines[..<100]))
        // That line comes after those that fit. If the thread took them while others were dropped, a second one counts the rest.
        var dropped = 0
        while dropped < 100 {
            let words = pipe.lines(1)[0].split(separator: " ")
            guard words.count == 2, words[1] == "dropped", let count = Int(words[0]), count > 0 else { break }
            dropped += count
        }
        #expect(dropped == 100)
        #expect(writer.flush(within: .seconds(60)))
        writer.write("again\n")
        #expect(pipe.lines(1) == ["again"])
    }

    @Test func `the bound is a mebibyte, also of one line`() throws {
        let pipe = try FullPipe()
        let writer = LineWriter(descriptor: pipe.writer)
        writer.write(String(repeating: "x", count: 1 << 20) + "\n")
        #expect(writer.waiting <= 64)
        pipe.makeRoom()
        #expect(pipe.lines(1) == ["1 lines were dropped: nobody took them"])
    }

    @Test func `lines of several threads come whole`() throws {
        let stream = try #require(tmpfile())
        defer { fclose(stream) }
        let writer = LineWriter(descriptor: fileno(stream))
        final class Giver: Sendable {
            let writer: LineWriter
            let name: String
            init(_ writer: LineWriter, _ name: String) { (self.writer, self.name) = (writer, name) }
        }
        let threads = try ["a", "b", "c"].map { name in
            try startThread(Giver(writer, name)) { giver in
                for number in 0..<500 { giver.writer.write("\(giver.name) \(number)\n") }
            }
        }
        for thread in threads { pthread_join(thread, nil) }
        #expect(writer.flush(within: .seconds(60)))
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(fileno(stream), &bytes, bytes.count, 0)
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.count == 1500)
        for name in ["a", "b", "c"] {
            #expect(lines.filter { $0.hasPrefix(name) } == (0..<500).map { "\(name) \($0)" })
        }
    }

    @Test func `lines that a closed pipe refuses are lost, and flushing does not wait for them`() throws {
        let pipe = try FullPipe()
        close(pipe.reader)
        let writer = LineWriter(descriptor: pipe.writer)
        writer.write("nobody\n")
        #expect(writer.flush(within: .seconds(60)))
    }
}
