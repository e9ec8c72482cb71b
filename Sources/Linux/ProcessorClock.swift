// The time that a thread has used of the processors.

import CLinux
package import Geometry
import Glibc

/// CLOCK_THREAD_CPUTIME_ID: it counts only while the calling thread runs, so other processes change little about it.
package enum ProcessorClock {
    /// The time that the calling thread has run.
    package static func now() -> Instant { time(CLOCK_THREAD_CPUTIME_ID) }

    /// The time that all threads of this process have run.
    package static func ofProcess() -> Instant { time(CLOCK_PROCESS_CPUTIME_ID) }

    private static func time(_ clock: clockid_t) -> Instant {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { fatalError("the kernel has no clock \(clock)") }
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
