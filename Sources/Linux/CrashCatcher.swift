// Writes a short report when the program crashes: a heading, the signal and the backtrace.

import CLinux
import Glibc

/// Handles crash signals for the rest of the process.
package enum CrashCatcher {
    /// On a crash, writes `head`, the signal and a backtrace to the file at `path`. The program then ends as it would have
    /// without the handler, and Swift writes its own backtrace if SWIFT_BACKTRACE asks for one. Returns false if the path is too
    /// long.
    @discardableResult
    package static func start(writingTo path: String, head: String) -> Bool {
        // An alternate signal stack, because a stack that has overflowed cannot hold the handler. It is never freed.
        let size = 128 << 10
        return bezel_catch_crashes(path, head, malloc(size), size)
    }

    /// Notes whether log lines wait for the thread that writes them. A crash gives it a tenth of a second for that.
    static func linesWait(_ wait: Bool) { bezel_lines_wait(wait) }

    /// The crash report in the file at `path`; nil if there is none.
    package static func text(path: String) -> String? {
        SystemFiles.bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }
}
