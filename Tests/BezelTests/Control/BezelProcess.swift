// The command `bezel` as a process of its own.

import Glibc
import TestFolders

@testable import Linux

/// A process of the binary that is built beside the tests.
nonisolated final class BezelProcess {
    /// How it ended, and what it wrote.
    struct Outcome {
        let code: Int32
        let output: [UInt8]
        let said: String
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    private let folder = TemporaryFolder()
    private var child = pid_t()
    /// The process ID.
    var id: pid_t { child }

    /// The path of the binary.
    nonisolated static let binary: String = {
        // A sanitizer's address space is larger than a process that reads content may have.
        if let other = getenv("BEZEL_BINARY") { return String(cString: other) }
        var path = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &path, path.count)
        let tests = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "/" + tests.split(separator: "/").dropLast().joined(separator: "/") + "/bezel"
    }()

    /// Whether the tests run as root, and other users may run what root has built.
    nonisolated static let canBeOthers =
        geteuid() == 0
        && BezelProcess(["--reuid", "nobody", "--clear-groups", "test", "-x", binary], program: "setpriv").wait().code
            == 0

    /// Starts `bezel`, or another `program`, with `arguments`.
    init(_ arguments: [String], program: String = BezelProcess.binary) {
        var list = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for item in list { free(item) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, name) in [(Int32(1), "output"), (2, "said")] {
            posix_spawn_file_actions_addopen(&actions, number, "\(folder.path)/\(name)", O_WRONLY | O_CREAT, 0o600)
        }
        let result = withPlainSignals { posix_spawnp(&child, program, &actions, &$0, &list, environ) }
        guard result == 0 else { fatalError("cannot run \(program)") }
    }

    deinit { if child != 0 { _ = end() } }

    /// Sends it `signal` and waits for its end.
    func end(by signal: Int32 = SIGTERM) -> Outcome {
        kill(child, signal)
        return wait()
    }

    /// Waits for its end.
    func wait() -> Outcome {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        child = 0
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        return Outcome(code: code, output: bytes("output"), said: String(decoding: bytes("said"), as: UTF8.self))
    }

    /// What it has written to standard error so far.
    var said: String { String(decoding: bytes("said"), as: UTF8.self) }

    private func bytes(_ name: String) -> [UInt8] {
        guard let stream = fopen("\(folder.path)/\(name)", "r") else { return [] }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    /// Runs it to its end.
    static func run(_ arguments: String...) -> Outcome { BezelProcess(arguments).wait() }
}
