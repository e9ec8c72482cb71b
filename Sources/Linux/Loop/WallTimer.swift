// A deadline on the wall clock, which people and NTP can set.

import CLinux
import Geometry
import Glibc

/// Calls a closure at a time of CLOCK_REALTIME, and whenever that clock is set, because then the caller must compute its deadline
/// again.
package final class WallTimer {
    private let timer: FileDescriptor
    /// Retained, because the watch is released through it.
    private let loop: EventLoop
    private var watch: EventLoop.Watch?

    /// Calls `handler` in `loop` when the deadline is reached and when the clock is set.
    package init(loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
        let flags = Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)
        timer = FileDescriptor(
            owning: try SystemError.check("timerfd_create") { timerfd_create(CLOCK_REALTIME, flags) })
        self.loop = loop
        let number = timer.number
        watch = try loop.watch(number) { _ in
            var expirations: UInt64 = 0
            // ECANCELED means that the clock was set. Either way there is nothing left to read.
            _ = read(number, &expirations, 8)
            handler()
        }
    }

    deinit { watch?.cancel() }

    /// The present time in seconds since 1970.
    package static func now() -> Int {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { fatalError("the kernel has no CLOCK_REALTIME") }
        return time.tv_sec
    }

    /// The present time in nanoseconds since 1970, within the range of `WallClock`.
    package static func nanoseconds() -> Int64 {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { fatalError("the kernel has no CLOCK_REALTIME") }
        return WallClock.nanoseconds(ofSeconds: time.tv_sec) + Int64(time.tv_nsec)
    }

    /// Calls the closure at `seconds` since 1970; with nil, only when the clock is set.
    package func setDeadline(_ seconds: Int?) throws(SystemError) {
        var setting = itimerspec()
        // Without a deadline the kernel would not report clock changes, so use one in the far future.
        setting.it_value = timespec(tv_sec: max(1, seconds ?? 9_000_000_000), tv_nsec: 0)
        let flags = Int32(TFD_TIMER_ABSTIME) | Int32(BEZEL_TFD_TIMER_CANCEL_ON_SET)
        // If the clock was set since the last read, timerfd_settime arms the timer and returns ECANCELED.
        let number = timer.number
        guard timerfd_settime(number, flags, &setting, nil) == 0 || errno == ECANCELED else {
            throw SystemError(call: "timerfd_settime", errno: errno)
        }
    }
}
