// The end of a command: its error on standard error, and its exit code.

import ArgumentParser
import Glibc
import Machine
import Run

/// Runs `body`. Writes a failure that it throws to standard error, after the command's `name`, and throws its exit
/// code.
package func exiting(as name: String, _ body: @MainActor () throws -> Void) throws {
    defer { LogOutput.flush() }
    // A file that reaches the process's limit is an error of the write, and no reason to end.
    signal(SIGXFSZ, SIG_IGN)
    do {
        // A program runs its command on the main thread, which is the main actor's.
        try MainActor.assumeIsolated { try body() }
        if let outputProblem { throw Failure(.failed, outputProblem) }
    } catch let failure as Failure {
        // What was logged before comes before the error.
        LogOutput.flush()
        if !failure.description.isEmpty { say(JournalLog.asError("\(name): \(failure.description)")) }
        throw ExitCode(failure.code.rawValue)
    }
}
