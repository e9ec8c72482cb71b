// Threads for work that nobody can wait for.

import Glibc

/// A fixed number of threads that do one kind of work. They sleep while there is none. No more jobs wait than there are
/// threads: what is to be done next is better known when one of them is free.
package final class WorkerPool<Job: Sendable>: Sendable {
    private let shared: Shared<Job>

    /// `threads` threads, which call `work` with each job; what comes of it they have to hand on themselves.
    package init(threads: Int, _ work: @escaping @Sendable (Job) -> Void) throws(SystemError) {
        shared = Shared(threads: threads, work)
        do throws(SystemError) {
            for _ in 0..<threads { pthread_detach(try startThread(shared) { $0.run() }) }
        } catch {
            shared.end()
            throw error
        }
    }

    /// Jobs that were not begun are forgotten, and threads end with the one that they have. Nobody waits for that: it can be
    /// long.
    deinit { shared.end() }

    /// Gives `job` to the next thread that has none; false when as many wait already.
    package func start(_ job: Job) -> Bool { shared.take(job) }
}

/// What all threads see; each access is locked.
private final class Shared<Job: Sendable>: @unchecked Sendable {
    private let work: @Sendable (Job) -> Void
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [Job] = []
    private let most: Int
    private var isEnding = false

    init(threads: Int, _ work: @escaping @Sendable (Job) -> Void) {
        (self.work, most) = (work, threads)
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    func take(_ job: Job) -> Bool {
        locked {
            guard waiting.count < most, !isEnding else { return false }
            waiting.append(job)
            pthread_cond_signal(changed)
            return true
        }
    }

    func end() {
        locked {
            isEnding = true
            waiting = []
            pthread_cond_broadcast(changed)
        }
    }

    /// One of the threads, until the end.
    func run() {
        while let job = next() { work(job) }
    }

    private func next() -> Job? {
        locked {
            while waiting.isEmpty, !isEnding { pthread_cond_wait(changed, lock) }
            return isEnding ? nil : waiting.removeFirst()
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}
