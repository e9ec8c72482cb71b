// Has pictures decoded and texts parsed in another process.

import Geometry
import Glibc
import Layers
import Linux
package import Pages

/// Reads what others wrote in processes of this program, which have no access to the kiosk (`ContentWorker`). A picture or a text
/// that takes too long, or whose library fails, is an error like any other. Threads can use it at the same time; each then has a
/// process of its own, and one process is kept for the next picture or text.
package final class ContentProcess: Sendable {
    /// What a process may take. A process keeps its limits to its end.
    struct Limits: Hashable {
        /// The most time of the processor for a picture.
        let time: Instant.Span
        /// The most memory of the process, in bytes.
        let memory: Int
        /// Whether SVGs may have filters.
        let allowsFilters: Bool

        init(_ rules: ContentRules) {
            (time, memory, allowsFilters) = (rules.pictureTime, rules.pictureMemory, rules.allowsFilters)
        }

        /// The arguments of the program.
        var arguments: [String] {
            [ContentWorker.command, "--time", "\(time.nanoseconds / 1_000_000)", "--memory", "\(memory)"]
                + (allowsFilters ? ["--svg-filters"] : [])
        }
    }

    /// Why a process has done nothing.
    enum Trouble: Error {
        /// There is no process, or no memory to lend it.
        case notStarted(SystemError)
        /// It has used up its time.
        case tooSlow
        /// It has used up the time of the step before.
        case tooSlowBefore
        /// Nothing has come by the deadline.
        case late
        /// It has ended.
        case failed(reason: String)
        /// What it answers is no answer.
        case strange
    }

    private let program: String
    private let idle = Monitor<(process: WorkerProcess, limits: Limits)?>(nil)
    /// What was laid out in time, by its hash, so that a reload lays out only what is new.
    let laidOut = Monitor<Set<Int>>([])
    /// What decoding pictures to their end has shown, so that a reload decodes only what is new.
    let verdicts = Monitor<[CheckedFile: CheckedFile.Verdict]>([:])

    /// How much longer than its time of the processor a task may take on a busy machine.
    static let patience: Int64 = 3

    /// Reading in processes of `program`, which has the subcommand `ContentWorker.command`. The default is the program of this
    /// process.
    package init(of program: String = WorkerProcess.thisProgram) { self.program = program }

    /// Reading with the limits in `rules`, for one load of all kiosks.
    package func reader(_ rules: ContentRules) -> ContentReader {
        let checked = Monitor(Instant.Span.zero)
        return ContentReader(
            decode: decoder(rules, checked: checked), parse: parser(rules), layOut: trier(rules),
            hasTimeToCheck: { checked.with { $0 } < ContentRules.totalCheckingTime })
    }

    /// Memory of `count` bytes to lend to a process.
    static func memory(of count: Int) throws(Trouble) -> FileDescriptor {
        do throws(SystemError) { return try SealedMemory.file(of: count) } catch { throw .notStarted(error) }
    }

    /// Has a process do what `send` sends, until `deadline`. `answer` reads what it answers, and returns nil if that makes no sense.
    func ask<Answer>(
        _ limits: Limits, by deadline: Instant, send: (PacketConnection) throws(SystemError) -> Void,
        answer: (String) -> Answer?
    ) throws(Trouble) -> Answer {
        if let kept = idle.with({ $0.take() }), kept.limits == limits {
            // The process that was kept may have been killed meanwhile. A new one is then tried.
            if let result = try ask(kept.process, limits, deadline, isKept: true, send, answer) { return result }
        }
        let process: WorkerProcess
        do throws(SystemError) { process = try WorkerProcess(program, limits.arguments) } catch {
            throw .notStarted(error)
        }
        guard let result = try ask(process, limits, deadline, isKept: false, send, answer) else {
            fatalError("only a process that was kept is replaced")
        }
        return result
    }

    /// Asks `process`. Nil when the process was kept and has died of something that need not be the task.
    private func ask<Answer>(
        _ process: WorkerProcess, _ limits: Limits, _ deadline: Instant, isKept: Bool,
        _ send: (PacketConnection) throws(SystemError) -> Void, _ answer: (String) -> Answer?
    ) throws(Trouble) -> Answer? {
        var text: String?
        do throws(SystemError) {
            try send(process.connection)
            if let packet = try process.connection.receive(by: deadline, takesDescriptors: false) { text = packet.text }
        } catch {
            let signal = process.end()
            if signal == SIGPROF { throw .tooSlow }
            if signal == SIGVTALRM { throw .tooSlowBefore }
            if isKept { return nil }
            throw .failed(reason: signal.map { "signal \($0)" } ?? "\(error)")
        }
        // Where none comes, or one that makes no sense, the process is not used again.
        guard let text else { throw .late }
        guard let result = answer(text) else { throw .strange }
        // Only one is kept; another one ends here.
        idle.with { if $0 == nil { $0 = (process, limits) } }
        return result
    }
}
