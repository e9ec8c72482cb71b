// What a command says at a terminal: lines, and how it ended.

import ArgumentParser
import Glibc

/// Runs `body`; a failure is said on standard error, after the command's `name`, and becomes the exit code.
package func exiting(as name: String, _ body: () throws(Failure) -> Void) throws {
    do { try body() } catch {
        if !error.description.isEmpty { say(JournalLog.asError("\(name): \(error.description)")) }
        throw ExitCode(error.code.rawValue)
    }
}

/// A line on standard error.
package func say(_ line: String) { write(line + "\n", to: 2) }

/// A line on standard output.
package func answer(_ line: String) { write(line + "\n", to: 1) }

private func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return }
            rest = rest.dropFirst(count)
        }
    }
}
