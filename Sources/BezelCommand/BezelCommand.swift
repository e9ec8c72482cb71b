// The command `bezel`: arguments and nothing else.

import ArgumentParser
import Bezel
import Glibc

@main
struct BezelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bezel",
        abstract: "A kiosk runtime for touch panels.",
        discussion: """
            A kiosk is a folder of Markdown pages. Begin with one:
              bezel new my-kiosk
              bezel run my-kiosk
            """,
        version: "0.1.0",
        subcommands: [Run.self, New.self, Check.self, Devices.self, Record.self, Replay.self, Benchmark.self])
}

/// Runs `body`; a failure is said on standard error and becomes the exit code.
func exiting(_ body: () throws(Failure) -> Void) throws {
    do { try body() } catch {
        if !error.description.isEmpty { say("bezel: \(error.description)") }
        throw ExitCode(error.code.rawValue)
    }
}

/// A line on standard error.
func say(_ line: String) { write(line + "\n", to: 2) }

/// A line on standard output.
func answer(_ line: String) { write(line + "\n", to: 1) }

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
