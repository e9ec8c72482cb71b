// The machine's clock and time zone, which schedules depend on.

import CLinux
import Glibc

/// The state of the wall clock.
package struct ClockState: Hashable, Sendable {
    /// The local time, such as `2026-11-21 18:40`.
    package var local: String
    /// Whether the clock is synchronized (the kernel's STA_UNSYNC is off); nil if unknown.
    package var isSynchronized: Bool?
    /// The configured time zone, such as `Europe/Berlin`; nil if there is none, in which case local time is UTC.
    package var zone: String?
    /// Whether the clock is earlier than the build or installation of this program, and therefore wrong.
    package var isBeforeThisProgram: Bool

    /// A clock with the given properties.
    package init(local: String, isSynchronized: Bool?, zone: String?, isBeforeThisProgram: Bool) {
        self.local = local
        self.isSynchronized = isSynchronized
        self.zone = zone
        self.isBeforeThisProgram = isBeforeThisProgram
    }

    /// The machine's clock now.
    package static func current(system: SystemRoot = SystemRoot()) -> ClockState {
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

    /// The time zone that /etc/localtime links to; `/etc/localtime` if the file is a copy.
    static func zone(_ system: SystemRoot) -> String? {
        guard system.exists("/etc/localtime") else { return nil }
        guard let target = system.target("/etc/localtime"), let folder = target.firstRange(of: "zoneinfo/") else {
            return "/etc/localtime"
        }
        return String(target[folder.upperBound...])
    }
}
