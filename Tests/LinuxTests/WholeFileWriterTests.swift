// Whole files that another thread writes: the newest contents, in order, and one complaint.

import Geometry
import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite struct WholeFileWriterTests {
    /// A file that takes no byte until it is opened: a pipe with a name stands where the writer makes its new file.
    private func stall(_ folder: TemporaryFolder) -> String {
        let path = "\(folder.path)/stall"
        mkfifo(path + ".new", 0o600)
        return path
    }

    private func release(_ path: String) {
        let reader = open(path + ".new", O_RDONLY)
        close(reader)
    }

    @Test func `a disk that stands still stops nobody, and the newest contents are written in order`() throws {
        let folder = TemporaryFolder()
        let files = WholeFileWriter()
        let stalled = stall(folder)
        files.write("x", to: stalled) { _ in }
        for number in 0..<1000 { files.write("\(number)\n", to: "\(folder.path)/a") { _ in } }
        files.write("b\n", to: "\(folder.path)/b") { _ in }
        files.remove("\(folder.path)/b")
        #expect(!files.finish(within: .milliseconds(1)))
        #expect(access("\(folder.path)/a", F_OK) != 0)
        release(stalled)
        #expect(files.finish(within: .seconds(60)))
        #expect(SystemFiles.bytes("\(folder.path)/a") == Array("999\n".utf8))
        #expect(access("\(folder.path)/b", F_OK) != 0)
    }

    @Test func `a file that cannot be written is said once, until it could be`() throws {
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

    @Test func `so many files wait, and no more`() throws {
        let folder = TemporaryFolder()
        let files = WholeFileWriter()
        let stalled = stall(folder)
        files.write("x", to: stalled) { _ in }
        let problems = Monitor(0)
        for number in 0...WholeFileWriter.mostFiles + 1 {
            files.write("\(number)", to: "\(folder.path)/\(number)") { _ in problems.with { $0 += 1 } }
        }
        #expect((2...3).contains(problems.with { $0 }), "the first is being written, or waits as well")
        release(stalled)
        #expect(files.finish(within: .seconds(60)))
    }
}
