// Lines that another thread writes, so that nobody waits for a terminal that stands still, or for the journal.

package import Geometry
import Glibc

/// Takes lines and comes back at once; a thread of its own writes them in the order in which they came. What waits is bounded:
/// when there is no room, lines are dropped, and one line in their place says how many.
package final class LineWriter: Sendable {
    /// The most bytes that wait, those that are being written included.
    package static let limit = 1 << 20

    private let descriptor: Int32
    private let limit: Int
    private let isForCrashes: Bool
    private let notice: @Sendable (Int) -> String
    private let shared = Monitor(Queue())

    private struct Queue {
        var waiting: [UInt8] = []
        /// How many bytes the thread is writing.
        var writing = 0
        /// How many lines were dropped after those that wait.
        var dropped = 0
        var hasThread = false
        var isOver = false
        var isIdle: Bool { waiting.isEmpty && writing == 0 && dropped == 0 }
    }

    /// Writes to `descriptor`, which stays open. `notice` gives the line for the number of lines that were dropped. With
    /// `isForCrashes`, a crash gives the thread a moment to write what waits.
    package init(
        descriptor: Int32, limit: Int = LineWriter.limit, isForCrashes: Bool = false,
        notice: @escaping @Sendable (Int) -> String = { "\($0) lines were dropped: nobody took them" }
    ) {
        (self.descriptor, self.limit, self.isForCrashes, self.notice) = (descriptor, limit, isForCrashes, notice)
    }

    deinit { shared.with { $0.isOver = true } }

    /// How many bytes wait to be written.
    package var waiting: Int { shared.with { $0.waiting.count + $0.writing } }

    /// Takes `text`, which ends in a line feed, all or nothing, and does not wait.
    package func write(_ text: String) {
        let needsThread = shared.with { queue in
            defer { queue.hasThread = true }
            // One that fits after some that did not would come before the line that tells of them.
            guard queue.dropped == 0, queue.waiting.count + queue.writing + text.utf8.count <= limit else {
                queue.dropped += 1
                return !queue.hasThread
            }
            queue.waiting.append(contentsOf: text.utf8)
            if isForCrashes { CrashCatcher.linesWait(true) }
            return !queue.hasThread
        }
        if needsThread { startWriting() }
    }

    /// Waits until all is written, at most for `span`; false when that has passed first.
    @discardableResult
    package func flush(within span: Instant.Span) -> Bool {
        shared.wait(within: span) { $0.isIdle ? true : nil } ?? false
    }

    private func startWriting() {
        let writing = Writing(
            descriptor: descriptor, isForCrashes: isForCrashes, notice: notice, shared: shared)
        do throws(SystemError) {
            pthread_detach(try startThread(writing) { $0.run() })
        } catch {
            // The next line tries again.
            shared.with { $0.hasThread = false }
        }
    }

    /// The thread's part. It ends once the writer is gone and nothing waits any more.
    private final class Writing: Sendable {
        let descriptor: Int32
        let isForCrashes: Bool
        let notice: @Sendable (Int) -> String
        let shared: Monitor<Queue>

        init(
            descriptor: Int32, isForCrashes: Bool, notice: @escaping @Sendable (Int) -> String, shared: Monitor<Queue>
        ) {
            (self.descriptor, self.isForCrashes) = (descriptor, isForCrashes)
            (self.notice, self.shared) = (notice, shared)
        }

        func run() {
            while let piece = next(), !piece.isEmpty {
                write(piece)
                shared.with { queue in
                    queue.writing = 0
                    if isForCrashes, queue.isIdle { CrashCatcher.linesWait(false) }
                }
            }
        }

        /// Takes over what waits, and after it the line for those that were dropped; empty at the end.
        private func next() -> [UInt8]? {
            shared.wait { queue in
                if queue.waiting.isEmpty, queue.dropped == 0 { return queue.isOver ? [] : nil }
                var piece: [UInt8] = []
                swap(&piece, &queue.waiting)
                if queue.dropped > 0 { piece += Array((notice(queue.dropped) + "\n").utf8) }
                queue.dropped = 0
                queue.writing = piece.count
                return piece
            }
        }

        /// Writes `piece`. What a closed pipe or a full disk refuses is lost, as there is nobody to tell.
        private func write(_ piece: [UInt8]) {
            piece.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    if count >= 0 {
                        rest = rest.dropFirst(count)
                    } else if errno == EAGAIN {
                        // Somebody who shares the terminal made it so.
                        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                        poll(&wanted, 1, -1)
                    } else if errno != EINTR {
                        return
                    }
                }
            }
        }
    }
}
