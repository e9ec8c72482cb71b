// Plays scripts in a process of its own, so that one that crashes or never ends is a fault like the others.

import Glibc
import TestFolders

/// One process that plays scripts for another.
struct HandWorker {
    /// The environment variable that says what a worker is asked for.
    private nonisolated static let order = "BEZEL_HANDS_WORKER"
    /// A script that takes longer than this (s) counts as one that never ends.
    private nonisolated static let patience: UInt32 = 120

    /// The outcome of some scripts.
    struct Outcome {
        /// A report in words for each script that failed.
        var reports: [String] = []
        var played = 0
        /// How many scripts had each kind of fault.
        var kinds: [String: Int] = [:]
    }

    // MARK: In the process that asks

    /// Plays the scripts `numbers` of `seed` in another process, and starts a new one after each crash.
    nonisolated static func play(_ numbers: Range<Int>, seed: UInt64) -> Outcome {
        let folder = TemporaryFolder()
        var outcome = Outcome()
        var next = numbers.lowerBound
        while next < numbers.upperBound, outcome.reports.count < 20 || isSurvey {
            let path = "\(folder.path)/said-\(next)"
            let end = spawn("\(next) \(numbers.upperBound) \(seed) \(path)")
            next = read(path, into: &outcome) ?? numbers.upperBound
            guard let end, next < numbers.upperBound else { continue }
            outcome.kinds["crash", default: 0] += 1
            outcome.reports.append(
                "script \(next) of seed \(seed) (BEZEL_HANDS_ONLY=\(next) BEZEL_SEED=\(seed)): crash: \(end)")
            next += 1
        }
        return outcome
    }

    /// Whether all faults are counted.
    nonisolated static var isSurvey: Bool { getenv("BEZEL_HANDS_SURVEY") != nil }

    /// The script that was not finished; nil when all were.
    private nonisolated static func read(_ path: String, into outcome: inout Outcome) -> Int? {
        var begun: Int?
        var text: [String] = []
        for line in TemporaryFolder.lines(at: path) {
            let words = line.split(separator: "\t", maxSplits: 1).map(String.init)
            switch words.first {
            case "begin": begun = words.last.flatMap(Int.init)
            case "kind": outcome.kinds[words[1], default: 0] += 1
            case "says": text.append(words.count > 1 ? words[1] : "")
            case "end":
                begun = nil
                outcome.played += 1
                if !text.isEmpty { outcome.reports.append(text.joined(separator: "\n")) }
                text = []
            default: break
            }
        }
        return begun
    }

    /// Runs these tests again with only the worker. Returns what ended the process, or nil if it ended by itself.
    private nonisolated static func spawn(_ what: String) -> String? {
        let arguments = ["bezel-hands", "--testing-library", "swift-testing", "--filter", "BezelTests.HandsTests/"]
        var list = arguments.map { strdup($0) } + [nil]
        defer { for item in list { free(item) } }
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var given = environ
        while let variable = given.pointee {
            variables.append(strdup(variable))
            given += 1
        }
        variables += [strdup("\(order)=\(what)"), strdup("SWIFT_BACKTRACE=enable=no"), nil]
        defer { for item in variables { free(item) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var child = pid_t()
        var status: Int32 = 0
        guard posix_spawn(&child, "/proc/self/exe", &actions, nil, &list, &variables) == 0 else { return "no process" }
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        if status & 0x7F == SIGALRM { return "it never ends (\(patience) s)" }
        if status & 0x7F != 0 { return "signal \(status & 0x7F); what was printed stands above" }
        return status == 0 ? nil : "exit code \(status >> 8 & 0xFF)"
    }

    // MARK: In the process that is asked

    /// Does what this process was asked to do; returns false if it was asked nothing.
    static func work() async -> Bool {
        guard let order = getenv(Self.order).map({ String(cString: $0) }) else { return false }
        let words = order.split(separator: " ").map(String.init)
        guard words.count == 4, let from = Int(words[0]), let to = Int(words[1]), let seed = UInt64(words[2]),
            let file = fopen(words[3], "w")
        else { fatalError("\(Self.order) must be FROM TO SEED FILE, not \"\(order)\"") }
        let pages = HandPages()
        var shrunk: [String: Int] = [:]
        for number in from..<to {
            fputs("begin\t\(number)\n", file)
            fflush(file)
            alarm(patience)
            if let report = await HandReport(number, seed: seed, on: pages, isKnown: { shrunk[$0, default: 0] >= 2 }) {
                for kind in report.kinds { shrunk[kind, default: 0] += 1 }
                for kind in report.kinds { fputs("kind\t\(kind)\n", file) }
                for line in report.text.split(separator: "\n") { fputs("says\t\(line)\n", file) }
            }
            fputs("end\n", file)
        }
        alarm(0)
        fclose(file)
        return true
    }
}
