// The clock for touches, page flips and deadlines.

import CLinux
package import Geometry
import Glibc

/// CLOCK_MONOTONIC, the clock of libinput's events and of page flips. It stands still while the machine sleeps.
package enum MonotonicClock {
    /// The present moment.
    package static func now() -> Instant {
        var time = timespec()
        guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { fatalError("the kernel has no CLOCK_MONOTONIC") }
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The name of the boot since which it counts; the same in all processes. Where /proc shows processes alone (systemd's
    /// ProcSubset=pid), the unit passes it in BEZEL_BOOT. Empty where neither is known.
    package static var boot: String {
        let told = getenv("BEZEL_BOOT").map { String(cString: $0) }
        return SystemFiles.lines("/proc/sys/kernel/random/boot_id").first?.filter { $0 != "-" } ?? told ?? ""
    }

    /// Comes back at `instant`, and not later by what a sleeping thread takes to wake up: the processor is kept all the
    /// while, so not for more than a millisecond or so.
    package static func wait(until instant: Instant) { while now() < instant {} }
}
