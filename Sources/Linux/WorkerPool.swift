// Threads for work that would block the event loop.

import Glibc

/// A fixed number of threads that do one kind of work and sleep while there is none. The queue holds at most as many jobs as
/// there are threads: once a thread is free, the caller knows better which job should come next.
package final class WorkerPool<Job: Sendable>: Sendable {
    private let shared: Shared<Job>

    /// Starts `threads` threads, which call `work` with each job. `work` must deliver the result itself.
    package init(threads: Int, _ work: @escaping @Sendable (Job) -> Void) throws(SystemError) {
        shared = Shared(threads: threads, work)
        do throws(SystemError) {
            for _ in 0..<threads { pthread_detach(try startThread(shared) { $0.run() }) }
        } catch {
            shared.end()
            throw error
        }
    }

    /// Discards queued jobs. Each thread ends after its current job. Nothing waits for that, because it can take long.
    deinit { shared.end() }

    /// Gives `job` to the next free thread. Returns false if the queue is full.
    package func start(_ job: Job) -> Bool { shared.enqueue(job) }
}

/// State shared by all threads; each access is locked.
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

    func enqueue(_ job: Job) -> Bool {
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

    /// Runs on each thread until the pool ends.
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
