// The machine's clock and time zone: what schedules go by.

import CLinux
import Glibc

/// What is known of the time of day.
package struct ClockState: Hashable, Sendable {
    /// The local time, such as `2026-11-21 18:40`.
    package var local: String
    /// Whether something keeps the clock right (the kernel's STA_UNSYNC is off); nil when the kernel does not say.
    package var isSynchronized: Bool?
    /// The time zone that is set, such as `Europe/Berlin`; nil when none is: local time is UTC then.
    package var zone: String?
    /// Whether the clock is before the moment at which this program was built or installed, so cannot be right.
    package var isBeforeThisProgram: Bool

    /// A clock as it is thought to be.
    package init(local: String, isSynchronized: Bool?, zone: String?, isBeforeThisProgram: Bool) {
        self.local = local
        self.isSynchronized = isSynchronized
        self.zone = zone
        self.isBeforeThisProgram = isBeforeThisProgram
    }

    /// The machine's clock now.
    package static func look(system: SystemRoot = SystemRoot()) -> ClockState {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 64)
        strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
        var timing = timex()
        let isSynchronized = adjtimex(&timing) == -1 ? nil : timing.status & STA_UNSYNC == 0
        var program = stat()
        let isKnown = stat("/proc/self/exe", &program) == 0
        let variable = getenv("TZ").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        return ClockState(
            local: String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self),
            isSynchronized: isSynchronized, zone: variable ?? zone(system),
            isBeforeThisProgram: isKnown && now < program.st_ctim.tv_sec && now < program.st_mtim.tv_sec)
    }

    /// The zone whose file /etc/localtime is; `/etc/localtime` where it is a copy of one.
    static func zone(_ system: SystemRoot) -> String? {
        guard system.exists("/etc/localtime") else { return nil }
        guard let target = system.target("/etc/localtime"), let folder = target.firstRange(of: "zoneinfo/") else {
            return "/etc/localtime"
        }
        return String(target[folder.upperBound...])
    }
}
