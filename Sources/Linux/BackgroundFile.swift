// A file that a background thread writes, so that callers never wait for the disk.

import CLinux
import Glibc

/// `write` queues its text and returns at once. A background thread writes the queue in order, as fast as the kernel accepts the
/// bytes. The queue is bounded: if the disk stalls for too long, the file ends at the last complete piece. After a crash the file
/// contains everything that the kernel had accepted.
package final class BackgroundFile {
    /// The error that stopped the writing, if any; nothing is written after it.
    package var problem: SystemError? { shared.problem }

    private let shared: Shared
    private var thread: pthread_t?

    /// Writes to `descriptor`, and closes it at the end if `closes`. The queue holds at most `limit` bytes.
    package init(descriptor: Int32, closes: Bool = true, named name: String, limit: Int = 16 << 20) throws(SystemError)
    {
        shared = Shared(descriptor: descriptor, closes: closes, name: name, limit: limit)
        thread = try startThread(shared) { $0.run() }
    }

    deinit { close() }

    /// Queues all of `text` or nothing, without waiting. Returns false when the file accepts no more text; `problem` says why.
    @discardableResult
    package func write(_ text: String) -> Bool { shared.take(text) }

    /// Waits until the queue is empty, and closes the file.
    package func close() {
        guard let thread else { return }
        self.thread = nil
        shared.end()
        pthread_join(thread, nil)
    }
}

/// State shared by both threads; each access is locked.
private final class Shared: @unchecked Sendable {
    private let descriptor: Int32
    private let closes: Bool
    private let name: String
    private let limit: Int
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [UInt8] = []
    private var isEnding = false
    private var failure: SystemError?

    init(descriptor: Int32, closes: Bool, name: String, limit: Int) {
        (self.descriptor, self.closes, self.name, self.limit) = (descriptor, closes, name, limit)
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    var problem: SystemError? { locked { failure } }

    func take(_ text: String) -> Bool {
        locked {
            guard failure == nil, !isEnding else { return false }
            guard waiting.count + text.utf8.count <= limit else {
                failure = SystemError(
                    call: "write", errno: EAGAIN, subject: name,
                    hint: "the disk is \(limit >> 20) MB behind; the file ends here, so that the kiosk does not wait")
                return false
            }
            waiting.append(contentsOf: text.utf8)
            pthread_cond_signal(changed)
            return true
        }
    }

    func end() {
        locked {
            isEnding = true
            pthread_cond_signal(changed)
        }
    }

    /// Runs on the writing thread until the file is closed and the queue is empty.
    func run() {
        var piece: [UInt8] = []
        while next(&piece) {
            if let error = writeAll(piece, to: descriptor) {
                locked {
                    failure = SystemError(call: "write", errno: error, subject: name)
                    waiting = []
                }
            }
        }
        if closes { _ = Glibc.close(descriptor) }
    }

    /// Moves the queue into `piece`. Returns false when the queue is empty for good.
    private func next(_ piece: inout [UInt8]) -> Bool {
        piece.removeAll(keepingCapacity: true)
        return locked {
            while waiting.isEmpty, !isEnding { pthread_cond_wait(changed, lock) }
            swap(&piece, &waiting)
            return !piece.isEmpty
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
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
