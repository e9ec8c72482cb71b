// The pipes between a browser and the kiosk.

import CLinux
import Glibc
package import Linux

/// Two pipes over which a browser hears commands and answers. They are closed when this is released.
@MainActor
package final class DevToolsPipes {
    private let commands: (reading: Int32, writing: Int32)
    private let answers: (reading: Int32, writing: Int32)
    private var isShared = true

    /// Makes the pipes. Throws when the process has no descriptors left.
    package init() throws(SystemError) {
        commands = try Self.pipe()
        do throws(SystemError) { answers = try Self.pipe() } catch {
            for number in [commands.reading, commands.writing] { close(number) }
            throw error
        }
    }

    private static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(call: "pipe2", errno: errno) }
        return (ends[0], ends[1])
    }

    isolated deinit {
        closeTheirs()
        for number in [reading, writing] { close(number) }
    }

    /// The browser's descriptors, by the numbers that `--remote-debugging-pipe` gives them, for a browser that is yet to be started.
    package var theirs: [(number: Int32, file: Int32)] { [(3, commands.reading), (4, answers.writing)] }

    /// From where the kiosk reads answers.
    var reading: Int32 { answers.reading }
    /// Where the kiosk writes commands.
    var writing: Int32 { commands.writing }

    /// Leaves the browser's ends to the browser. The kiosk then hears of its end.
    func closeTheirs() {
        guard isShared else { return }
        isShared = false
        for end in theirs { close(end.file) }
    }
}
