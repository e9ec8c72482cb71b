// Has pictures decoded in another process.

package import Drawing
import Geometry
import Glibc
import Layers
import Linux
package import Pages

/// Decodes pictures in processes of this program, which have no access to the kiosk (`PictureWorker`). A picture whose decoder takes
/// too long or fails is an error like any other. Threads can use it at the same time; each then has a process of its own, and one
/// process is kept for the next picture.
package final class PictureProcess: Sendable {
    /// What a process may take. A process keeps its limits to its end.
    private struct Limits: Hashable {
        let time: Instant.Span
        let memory: Int

        /// The arguments of the program.
        var arguments: [String] {
            [PictureWorker.command, "--time", "\(time.nanoseconds / 1_000_000)", "--memory", "\(memory)"]
        }
    }

    private let program: String
    private let idle = Monitor<(process: WorkerProcess, limits: Limits)?>(nil)

    /// How much longer than its time a picture may take on a busy machine.
    private static let patience: Int64 = 3

    /// Decoding in processes of `program`, which has the subcommand `PictureWorker.command`. The default is the program of this
    /// process.
    package init(of program: String = WorkerProcess.thisProgram) { self.program = program }

    /// Decodes with the limits in `rules`. The decoder is for one load of all kiosks: reading the sizes of all their pictures may take
    /// as long as decoding one, so that a folder of hostile pictures does not keep a kiosk from starting.
    package func decoder(_ rules: ContentRules) -> PictureDecoder {
        let limits = Limits(time: rules.pictureTime, memory: rules.pictureMemory)
        let most = limits.time
        let spent = Monitor(Instant.Span.zero)
        return { task, descriptor, path throws(PictureError) in
            let begin = MonotonicClock.now()
            guard task == .head else {
                let patience = Instant.Span(nanoseconds: limits.time.nanoseconds * Self.patience)
                return try self.decode(task, descriptor, path, within: limits, by: begin + patience)
            }
            let left = most - spent.with { $0 }
            guard left > .zero else {
                throw .notAPicture(
                    path: path,
                    reason:
                        "the pictures before it took more than \(most.seconds.decimalThousandths) s; make them simpler, or "
                        + "set picture-time in [content]")
            }
            defer { spent.with { $0 = $0 + (MonotonicClock.now() - begin) } }
            return try self.decode(task, descriptor, path, within: limits, by: begin + left)
        }
    }

    /// Does `task` with the open file `descriptor` until `deadline`; `path` is its name in errors.
    private func decode(
        _ task: PictureTask, _ descriptor: Int32, _ path: String, within limits: Limits, by deadline: Instant
    ) throws(PictureError) -> PictureOutcome {
        if let kept = idle.with({ $0.take() }), kept.limits == limits {
            // The process that was kept may have been killed meanwhile. A new one is then tried.
            if let outcome = try decode(task, descriptor, path, in: kept.process, limits, deadline, isKept: true) {
                return outcome
            }
        }
        let process: WorkerProcess
        do throws(SystemError) { process = try WorkerProcess(program, limits.arguments) } catch {
            throw .unreadable(path: path, reason: "there is no process for its decoder: \(error)")
        }
        guard let outcome = try decode(task, descriptor, path, in: process, limits, deadline, isKept: false) else {
            fatalError("only a process that was kept is replaced")
        }
        return outcome
    }

    /// Does `task` in `process`. Nil when the process was kept and has died of something that need not be the picture.
    private func decode(
        _ task: PictureTask, _ descriptor: Int32, _ path: String, in process: WorkerProcess, _ limits: Limits,
        _ deadline: Instant, isKept: Bool
    ) throws(PictureError) -> PictureOutcome? {
        var (answer, hasAnswered): (Result<PictureOutcome, PictureError>?, Bool) = (nil, false)
        do throws(SystemError) {
            let memory = try SealedMemory.file(of: task.bytes)
            try process.connection.send(task.text, descriptor)
            if task.bytes > 0 { try process.connection.send("into", memory.number) }
            if let packet = try process.connection.receive(by: deadline, takesDescriptors: false) {
                (answer, hasAnswered) = (Self.outcome(of: task, packet.text, memory.number, path), true)
            }
        } catch {
            let signal = process.end()
            if signal == SIGPROF { throw .notAPicture(path: path, reason: Self.tooSlow(limits)) }
            if isKept { return nil }
            let reason = signal.map { "signal \($0)" } ?? "\(error)"
            throw .notAPicture(
                path: path,
                reason:
                    "its decoder has failed (\(reason)); it may need more than \(limits.memory >> 20) MiB of memory, the "
                    + "picture-memory in [content]")
        }
        // Where none comes, or one that makes no sense, the process is not used again.
        guard let answer else {
            let reason = hasAnswered ? "its decoder answers something else" : Self.tooSlow(limits)
            throw .notAPicture(path: path, reason: reason)
        }
        // Only one is kept; another one ends here.
        idle.with { if $0 == nil { $0 = (process, limits) } }
        return try answer.get()
    }

    private static func tooSlow(_ limits: Limits) -> String {
        "decoding it takes more than \(limits.time.seconds.decimalThousandths) s of the processor; make it simpler or smaller, or set "
            + "picture-time in [content]"
    }

    /// What `text`, which another process sent, says about `task` with the file `path`. The process may have written pixels into the
    /// memory `memory`. Nil when that is no answer.
    package static func outcome(
        of task: PictureTask, _ text: String, _ memory: Int32, _ path: String
    ) -> Result<PictureOutcome, PictureError>? {
        switch (task, PictureAnswer(text)) {
        case (.head, .head(let size, let isOnItsSide)): return .success(.head(size: size, isOnItsSide: isOnItsSide))
        case (.check, .whole): return .success(.whole)
        case (.pixels(_, let part, _), .pixels(let isOpaque)):
            let bitmap = Bitmap(size: PixelSize(part.width, part.height), isOpaque: isOpaque)
            let pixels = UnsafeMutableBufferPointer(start: bitmap.pixels, count: part.width * part.height)
            if SealedMemory.read(memory, into: UnsafeMutableRawBufferPointer(pixels)) {
                return .success(.pixels(bitmap))
            }
        case (_, .unreadable(let reason)): return .failure(.unreadable(path: path, reason: reason))
        case (_, .notAPicture(let reason)): return .failure(.notAPicture(path: path, reason: reason))
        case (_, .tooLarge(let size)): return .failure(.tooLarge(path: path, size: size))
        case (.head, _), (.check, _), (.pixels, _): break
        }
        return nil
    }
}
