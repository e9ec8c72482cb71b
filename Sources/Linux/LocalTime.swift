// Local wall-clock time, with weekdays and daylight saving.

import CLinux
package import Geometry
import Glibc

/// A moment in local time.
package struct LocalTime: Hashable, Sendable {
    /// 0 Sunday to 6 Saturday.
    package var day: Int
    /// Minutes since midnight, 0 to 1439.
    package var minute: Int
    /// Seconds since the minute began, 0 to 59; 60 for a leap second.
    package var second: Int
    /// The offset of local time from UTC in seconds, positive to the east.
    package var offset: Int

    /// `minute` of `day`, where local time is `offset` seconds ahead of UTC.
    package init(day: Int, minute: Int, second: Int, offset: Int) {
        (self.day, self.minute, self.second, self.offset) = (day, minute, second, offset)
    }

    /// Local time at `seconds` since 1970, in the time zone of TZ or of the machine.
    package init(at seconds: Int) {
        var (moment, parts) = (time_t(seconds), tm())
        // localtime_r alone would keep the time zone from the start of the process.
        tzset()
        guard localtime_r(&moment, &parts) != nil else { fatalError("no local time at \(seconds)") }
        self.init(
            day: Int(parts.tm_wday), minute: Int(parts.tm_hour) * 60 + Int(parts.tm_min), second: Int(parts.tm_sec),
            offset: parts.tm_gmtoff)
    }

    /// The present date in the time zone of TZ or of the machine, such as `2026-11-25`.
    package static var today: String { now.dayText }

    /// The present date and time in the time zone of TZ or of the machine.
    package static var now: CivilTime {
        let now = WallTimer.now()
        return CivilTime(seconds: now + LocalTime(at: now).offset)
    }
}
