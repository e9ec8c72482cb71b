// A file that a background thread writes, so that callers never wait for the disk.

import Glibc

/// `write` queues its text and returns at once. A background thread writes the queue in order, as fast as the kernel accepts the
/// bytes. The queue is bounded: if the disk stalls for too long, the file ends at the last complete piece. After a crash the file
/// contains everything that the kernel had accepted.
package final class BackgroundFile {
    /// The error that stopped the writing, if any; nothing is written after it.
    package var problem: SystemError? { queue.with { $0.failure } }

    private struct Queue: Sendable {
        var waiting: [UInt8] = []
        var isEnding = false
        var failure: SystemError?
    }

    private let name: String
    private let limit: Int
    private let queue = Monitor(Queue())
    private var thread: pthread_t?

    /// Writes to `descriptor`, and closes it at the end if `closes`. The queue holds at most `limit` bytes.
    package init(descriptor: Int32, closes: Bool = true, named name: String, limit: Int = 16 << 20) throws(SystemError)
    {
        (self.name, self.limit) = (name, limit)
        let writing = Writing(descriptor: descriptor, closes: closes, name: name, queue: queue)
        thread = try startThread(writing) { $0.run() }
    }

    deinit { close() }

    /// Queues all of `text` or nothing, without waiting. Returns false when the file accepts no more text; `problem` says why.
    @discardableResult
    package func write(_ text: String) -> Bool {
        queue.with { queue in
            guard queue.failure == nil, !queue.isEnding else { return false }
            guard queue.waiting.count + text.utf8.count <= limit else {
                queue.failure = SystemError(
                    call: "write", errno: EAGAIN, subject: name,
                    hint: "the disk is \(limit >> 20) MB behind; the file ends here, so that the kiosk does not wait")
                return false
            }
            queue.waiting.append(contentsOf: text.utf8)
            return true
        }
    }

    /// Waits until the queue is empty, and closes the file.
    package func close() {
        guard let thread else { return }
        self.thread = nil
        queue.with { $0.isEnding = true }
        pthread_join(thread, nil)
    }

    /// The thread's part.
    private final class Writing: Sendable {
        private let descriptor: Int32
        private let closes: Bool
        private let name: String
        private let queue: Monitor<Queue>

        init(descriptor: Int32, closes: Bool, name: String, queue: Monitor<Queue>) {
            (self.descriptor, self.closes, self.name, self.queue) = (descriptor, closes, name, queue)
        }

        /// Writes until the file is closed and the queue is empty.
        func run() {
            var piece: [UInt8] = []
            while next(&piece) {
                if let error = writeAll(piece, to: descriptor) {
                    queue.with { queue in
                        queue.failure = SystemError(call: "write", errno: error, subject: name)
                        queue.waiting = []
                    }
                }
            }
            if closes { _ = Glibc.close(descriptor) }
        }

        /// Moves the queue into `piece`. Returns false when the queue is empty for good.
        private func next(_ piece: inout [UInt8]) -> Bool {
            piece.removeAll(keepingCapacity: true)
            return queue.wait { queue in
                if queue.waiting.isEmpty { return queue.isEnding ? false : nil }
                swap(&piece, &queue.waiting)
                return true
            } ?? false
        }
    }
}

/// Writes all of `bytes`. Returns the error number if a write fails.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
