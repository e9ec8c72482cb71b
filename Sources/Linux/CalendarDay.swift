// Days of the calendar, as the names of files have them.

import Glibc

/// Days as text such as `2026-11-25`, which sorts by time.
package enum CalendarDay {
    /// The day at `seconds` since 1970, in the time zone of TZ or of the machine.
    package static func ofLocalTime(at seconds: Int) -> String {
        var (moment, parts) = (time_t(seconds), tm())
        // localtime_r alone would keep the time zone from the start of the process.
        tzset()
        guard localtime_r(&moment, &parts) != nil else { fatalError("no local time at \(seconds)") }
        var buffer = [CChar](repeating: 0, count: 32)
        strftime(&buffer, buffer.count, "%Y-%m-%d", &parts)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether `text` has the form of a day.
    package static func isDay(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { $0 == 4 || $0 == 7 ? $1 == 45 : (48...57).contains($1) }
    }
}
