// A value that several threads share, and wait for.

import CLinux
package import Geometry
import Glibc

/// Lets one thread at a time have a value, and others wait until it has changed.
package final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// Shares `value`.
    package init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    /// Calls `body` with the value, and wakes who waits for it.
    package func with<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(lock)
        }
        return body(&value)
    }

    /// Calls `body` with the value until it gives a result, each time that the value has changed. Nil when `limit` has passed
    /// first; a limit of nil is without end.
    package func wait<Result>(within limit: Instant.Span? = nil, _ body: (inout Value) -> Result?) -> Result? {
        let end = limit.map { MonotonicClock.now() + $0 }
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        var isOver = false
        while true {
            if let result = body(&value) {
                pthread_cond_broadcast(changed)
                return result
            }
            if isOver { return nil }
            guard let end else {
                pthread_cond_wait(changed, lock)
                continue
            }
            let nanoseconds = Int(end.nanoseconds)
            var moment = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
            // The kernel keeps the time: the clock is read once, however often the thread wakes.
            isOver = pthread_cond_timedwait(changed, lock, &moment) == ETIMEDOUT
        }
    }
}
