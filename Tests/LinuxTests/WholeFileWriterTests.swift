// Whole files that another thread writes: the newest contents, in order, and one complaint.

import Geometry
import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite struct WholeFileWriterTests {
    /// A disk that takes no byte until it is released.
    private final class StalledDisk: Sendable {
        private let isReleased = Monitor(false)

        func write(_ text: String, _ path: String, _ mode: UInt32) throws(SystemError) {
            _ = isReleased.wait { $0 ? true : nil }
            try WholeFile.write(text, to: path, mode: mode)
        }

        func release() { isReleased.with { $0 = true } }
    }

    @Test func `a stalled disk holds up no caller, and the newest contents are written in order`() throws {
        let folder = TemporaryFolder()
        let disk = StalledDisk()
        let files = WholeFileWriter { text, path, mode throws(SystemError) in try disk.write(text, path, mode) }
        files.write("x", to: "\(folder.path)/first") { _ in }
        for number in 0..<1000 { files.write("\(number)\n", to: "\(folder.path)/a") { _ in } }
        files.write("b\n", to: "\(folder.path)/b") { _ in }
        files.remove("\(folder.path)/b")
        #expect(!files.finish(within: .milliseconds(1)))
        #expect(access("\(folder.path)/a", F_OK) != 0)
        disk.release()
        #expect(files.finish(within: .seconds(60)))
        #expect(SystemFiles.bytes("\(folder.path)/a") == Array("999\n".utf8))
        #expect(access("\(folder.path)/b", F_OK) != 0)
    }

    @Test func `a file that cannot be written is reported once, until it can be written again`() throws {
        let folder = TemporaryFolder()
        let files = WholeFileWriter()
        let path = "\(folder.path)/sub/file"
        folder.write(Array("in the way".utf8), to: "sub")
        let problems = Monitor<[SystemError]>([])
        func write(_ text: String) {
            files.write(text, to: path) { error in problems.with { $0.append(error) } }
            #expect(files.finish(within: .seconds(60)))
        }
        for _ in 0..<3 { write("a") }
        #expect(problems.with { $0.count } == 1 && files.hasFailed(path))
        unlink("\(folder.path)/sub")
        write("b")
        #expect(problems.with { $0.count } == 1 && !files.hasFailed(path))
        #expect(SystemFiles.bytes(path) == Array("b".utf8))
        unlink(path)
        rmdir("\(folder.path)/sub")
        folder.write(Array("in the way".utf8), to: "sub")
        write("c")
        #expect(problems.with { $0.count } == 2)
    }

    @Test func `only so many files wait`() throws {
        let folder = TemporaryFolder()
        let disk = StalledDisk()
        let files = WholeFileWriter { text, path, mode throws(SystemError) in try disk.write(text, path, mode) }
        files.write("x", to: "\(folder.path)/first") { _ in }
        let problems = Monitor(0)
        for number in 0...WholeFileWriter.mostFiles + 1 {
            files.write("\(number)", to: "\(folder.path)/\(number)") { _ in problems.with { $0 += 1 } }
        }
        #expect((2...3).contains(problems.with { $0 }), "the first is being written, or waits as well")
        disk.release()
        #expect(files.finish(within: .seconds(60)))
    }
}
