// Files that another thread replaces, so that nobody waits for the disk.

package import Geometry
import Glibc

/// Replaces and removes whole files on a thread of its own, in the order in which that was asked for. Of several contents of one
/// file that wait, only the newest is written.
package final class WholeFileWriter: Sendable {
    /// The most files that wait.
    package static let mostFiles = 256

    /// The writer of this process.
    package static let shared = WholeFileWriter()

    private struct Job: Sendable {
        let path: String
        /// The text and the mode of the file; nil to remove it.
        var contents: (text: String, mode: UInt32)?
        var complaint: @Sendable (SystemError) -> Void
    }

    private struct Queue {
        /// One job for each file, the oldest first.
        var jobs: [Job] = []
        var isWriting = false
        /// The files of which the newest contents could not be written. Its bound is `mostFiles`.
        var failed: Set<String> = []
        var hasThread = false
        var isOver = false
        var isIdle: Bool { jobs.isEmpty && !isWriting }
    }

    /// Puts a text into the file at a path, with a mode.
    package typealias Replacement =
        @Sendable (_ text: String, _ path: String, _ mode: UInt32) throws(SystemError) -> Void

    private let queue = Monitor(Queue())
    private let replace: Replacement

    /// A writer to which nothing has been given yet. It replaces files with `replace`, by default `WholeFile.write`.
    package init(
        replace: @escaping Replacement = { text, path, mode throws(SystemError) in
            try WholeFile.write(text, to: path, mode: mode)
        }
    ) { self.replace = replace }

    deinit { queue.with { $0.isOver = true } }

    /// Puts `text` into the file at `path`, as `WholeFile` does, soon. The first of several failures in a row is passed to
    /// `complaint`, on any thread.
    package func write(
        _ text: String, to path: String, mode: UInt32 = 0o644, complaint: @escaping @Sendable (SystemError) -> Void
    ) { add(Job(path: path, contents: (text, mode), complaint: complaint)) }

    /// Removes the file at `path`, soon. It may be missing.
    package func remove(_ path: String) { add(Job(path: path, contents: nil) { _ in }) }

    /// Whether the newest contents of the file at `path` could not be written.
    package func hasFailed(_ path: String) -> Bool { queue.with { $0.failed.contains(path) } }

    /// Waits until all is written, at most for `span`; false when that has passed first, or when no thread writes.
    @discardableResult
    package func finish(within span: Instant.Span) -> Bool {
        queue.wait(within: span) { queue in
            // Without a thread nothing will be written meanwhile.
            queue.isIdle ? true : queue.hasThread ? nil : false
        } ?? false
    }

    private func add(_ job: Job) {
        enum Outcome { case taken, needsThread, full }
        let outcome: Outcome = queue.with { queue in
            // The newest takes the last place: what was asked for in between stays before it.
            queue.jobs.removeAll { $0.path == job.path }
            guard queue.jobs.count < Self.mostFiles else { return .full }
            queue.jobs.append(job)
            defer { queue.hasThread = true }
            return queue.hasThread ? .taken : .needsThread
        }
        switch outcome {
        case .taken: break
        case .needsThread:
            do throws(SystemError) {
                pthread_detach(try startThread(queue) { [replace] in Self.run($0, replace) })
            } catch {
                // The next file tries again.
                queue.with { queue in
                    queue.hasThread = false
                    if queue.failed.count < Self.mostFiles { queue.failed.insert(job.path) }
                }
                job.complaint(error)
            }
        case .full:
            queue.with { queue in if queue.failed.count < Self.mostFiles { queue.failed.insert(job.path) } }
            job.complaint(
                SystemError(
                    call: "write", errno: EAGAIN, subject: job.path,
                    hint: "\(Self.mostFiles) files wait for the disk already"))
        }
    }

    /// The thread: until the writer is gone and nothing waits any more.
    private static func run(_ queue: Monitor<Queue>, _ replace: Replacement) {
        while true {
            let job: Job?? = queue.wait { queue in
                if queue.jobs.isEmpty { return queue.isOver ? .some(nil) : nil }
                queue.isWriting = true
                return queue.jobs.removeFirst()
            }
            guard let job = job ?? nil else { return }
            let error = carryOut(job, replace)
            let isNew = queue.with { queue in
                if error == nil {
                    queue.failed.remove(job.path)
                    return false
                }
                return queue.failed.count < mostFiles && queue.failed.insert(job.path).inserted
            }
            if let error, isNew { job.complaint(error) }
            queue.with { $0.isWriting = false }
        }
    }

    private static func carryOut(_ job: Job, _ replace: Replacement) -> SystemError? {
        guard let contents = job.contents else {
            unlink(job.path)
            return nil
        }
        do throws(SystemError) {
            try replace(contents.text, job.path, contents.mode)
            return nil
        } catch { return error }
    }
}
