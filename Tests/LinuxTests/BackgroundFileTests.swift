// Files that another thread writes.

import Glibc
import Linux
import Testing

@Suite struct BackgroundFileTests {
    /// Reads `descriptor` to its end.
    private func all(of descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `all lines are in the file, in order, when it is closed`() throws {
        let stream = try #require(tmpfile())
        defer { fclose(stream) }
        let file = try BackgroundFile(descriptor: fileno(stream), closes: false, named: "lines")
        var lines = ""
        for number in 0..<20_000 {
            #expect(file.write("line \(number)\n"))
            lines += "line \(number)\n"
        }
        file.close()
        #expect(file.problem == nil)
        lseek(fileno(stream), 0, SEEK_SET)
        #expect(all(of: fileno(stream)) == lines)
        #expect(!file.write("too late\n"))
    }

    @Test func `callers do not wait for a full pipe, and the output ends with a whole line`() throws {
        // An unread pipe holds 64 KB. Then its writer blocks, and further lines wait in memory up to the limit.
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let file = try BackgroundFile(descriptor: ends[1], named: "pipe", limit: 100_000)
        let line = String(repeating: "x", count: 99) + "\n"
        var taken = 0
        while file.write(line) { taken += 1 }
        #expect(taken >= 1000 && taken <= 2700)
        #expect(file.problem?.description.contains("behind") == true)
        // When the pipe is read after all, the lines that were taken come out, and no more.
        var text = ""
        let reader = ends[0]
        var bytes = [UInt8](repeating: 0, count: taken * 100)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { read(reader, $0.baseAddress! + count, $0.count - count) }
            guard more > 0 else { break }
            count += more
        }
        text = String(decoding: bytes[..<count], as: UTF8.self)
        #expect(text == String(repeating: line, count: taken))
        #expect(!file.write(line), "there is room again, but the file has ended")
        file.close()
        #expect(all(of: ends[0]).isEmpty)
    }

    @Test func `a full disk is reported`() throws {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        let file = try BackgroundFile(descriptor: full, named: "/dev/full")
        file.write("something")
        file.close()
        #expect(file.problem?.errno == ENOSPC)
        #expect(file.problem?.subject == "/dev/full")
    }
}
