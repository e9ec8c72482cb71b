// Leaves a few lines behind when the program crashes: what it was, the signal, and the calls that led there.

import CLinux
import Glibc

/// Catches the signals of crashes for the rest of the process.
package enum CrashCatcher {
    /// Has a crash write `head`, the signal and a backtrace to the file at `path`. The program then ends as it would have,
    /// and Swift's own backtrace is written if SWIFT_BACKTRACE asks for it. False where the path is too long.
    @discardableResult
    package static func start(writingTo path: String, head: String) -> Bool {
        // For the rest of the process: a stack that has overflowed cannot hold the handler.
        let size = 128 << 10
        return bezel_catch_crashes(path, head, malloc(size), size)
    }

    /// Notes whether log lines wait for the thread that writes them. A crash gives it a tenth of a second for that.
    static func linesWait(_ wait: Bool) { bezel_lines_wait(wait) }

    /// What a crash has left in the file at `path`; nil where there is none.
    package static func text(path: String) -> String? {
        SystemFiles.bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }
}
