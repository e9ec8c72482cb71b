// Programs that run beside the kiosk.

import Geometry
import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite struct ChildProcessTests {
    @Test func `the loop reports the status of a program when it ends`() throws {
        let loop = try EventLoop()
        var statuses: [Int32] = []
        let child = try ChildProcess(["sh", "-c", "exit 3"], on: loop) { statuses.append($0) }
        try loop.runOnce()
        withExtendedLifetime(child) { #expect(statuses == [3]) }
    }

    @Test func `a program whose process object is released leaves no zombie`() throws {
        let (loop, folder) = (try EventLoop(), TemporaryFolder())
        let file = "\(folder.path)/number"
        _ = try ChildProcess(["sh", "-c", "echo $$ > \(file)"], on: loop) { _ in Issue.record("it was released") }
        // Without a watch the loop would wait forever.
        #expect(try loop.runOnce(until: MonotonicClock.now() + .seconds(60)))
        let stream = try #require(fopen(file, "r"))
        defer { fclose(stream) }
        var line = [CChar](repeating: 0, count: 20)
        let number = try #require(fgets(&line, 20, stream).map { atoi($0) })
        #expect(kill(number, 0) == -1 && errno == ESRCH)
    }
}
