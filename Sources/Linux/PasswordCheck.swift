// Verifies a PIN on another thread, because the hash is slow by design.

import CLinux
import Glibc

/// A verification in progress. Touches and frames continue meanwhile; the event loop delivers the result.
package final class PasswordCheck {
    private let done: FileDescriptor
    private let work: Work
    private var watch: EventLoop.Watch?
    private var thread: pthread_t?

    /// Compares `password` with `hash` and calls `onAnswer` from `loop` with the result or an error. Releasing the check cancels
    /// the call. Throws when no thread can be started.
    package init(
        _ password: String, _ hash: PasswordHash, on loop: EventLoop,
        onAnswer: @escaping (Result<Bool, SystemError>) -> Void
    ) throws(SystemError) {
        done = FileDescriptor(
            owning: try SystemError.check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
        work = Work(password, hash, done.number)
        thread = try startThread(work) { $0.run() }
        watch = try loop.watch(done.number) { [unowned self] _ in
            finish()
            if let answer = work.answer { onAnswer(answer) }
        }
    }

    deinit { finish() }

    /// Joins the thread, which has answered or is about to.
    private func finish() {
        watch?.cancel()
        watch = nil
        guard let thread else { return }
        self.thread = nil
        pthread_join(thread, nil)
    }

    /// The thread's work. The thread writes the answer before it rings the wakeup, and the loop reads it only after that.
    private final class Work: @unchecked Sendable {
        private let password: String
        private let hash: PasswordHash
        private let done: Int32
        private(set) var answer: Result<Bool, SystemError>?

        init(_ password: String, _ hash: PasswordHash, _ done: Int32) {
            (self.password, self.hash, self.done) = (password, hash, done)
        }

        func run() {
            do throws(SystemError) { answer = .success(try hash.matches(password)) } catch { answer = .failure(error) }
            var one: UInt64 = 1
            _ = write(done, &one, MemoryLayout.size(ofValue: one))
        }
    }
}
