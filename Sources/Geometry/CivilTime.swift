// A date and a time of day as calendars and clocks show them, without a time zone.

/// A moment in the Gregorian calendar, to the second.
package struct CivilTime: Hashable, Sendable {
    /// The days since 1 January 1970; negative before.
    package var day: Int
    /// The seconds since midnight, 0 to 86,399.
    package var second: Int

    /// The moment `seconds` after the beginning of 1970.
    package init(seconds: Int) {
        day = Int((Double(seconds) / 86400).rounded(.down))
        second = seconds - day * 86400
    }

    /// Second `second` of the day that is `day` days after 1 January 1970.
    package init(day: Int, second: Int) { (self.day, self.second) = (day, second) }

    /// `hour`:`minute` of a date. Nil when the calendar has no such date, or the clock no such time.
    package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilTime.length(ofMonth: month, in: year), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        self.init(day: CivilTime.days(year, month, day), second: hour * 3600 + minute * 60)
    }

    /// The seconds since the beginning of 1970.
    package var seconds: Int { day * 86400 + second }
    /// The hour, 0 to 23.
    package var hour: Int { second / 3600 }
    /// The minute of the hour, 0 to 59.
    package var minute: Int { second / 60 % 60 }
    /// The day of the week, from 0 (Sunday) to 6 (Saturday).
    package var weekday: Int { ((day + 4) % 7 + 7) % 7 }

    /// The year, the month (1 to 12) and the day of the month.
    package var date: (year: Int, month: Int, day: Int) {
        // Years begin with March here, so that the leap day is the last. An era has 400 years, which are 146,097 days.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    /// The number of days in `month` (1 to 12) of `year`.
    package static func length(ofMonth month: Int, in year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension CivilTime: LosslessStringConvertible {
    /// The date and the time to the minute, as `2026-12-24 18:00` (ISO 8601 with a space).
    package var description: String { "\(dayText) \(Self.digits(hour, 2)):\(Self.digits(minute, 2))" }

    /// The date, as `2026-12-24`, which sorts by time.
    package var dayText: String {
        let (year, month, day) = date
        return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    }

    /// Whether `text` is a date as `dayText` writes it.
    package static func isDay(_ text: String) -> Bool { text.utf8.count == 10 && CivilTime(text) != nil }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// Reads `2026-12-24 18:00`, or `2026-12-24` for its midnight. Nil for any other text.
    package init?(_ text: String) {
        /// The numbers in `text`, which have as many digits as `lengths` says.
        func numbers(_ text: Substring, _ separator: Character, _ lengths: [Int]) -> [Int]? {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.map(\.utf8.count) == lengths,
                parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
            else {
                return nil
            }
            return parts.compactMap { Int($0) }
        }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let date = numbers(parts[0], "-", [4, 2, 2]),
            let time = parts.count == 2 ? numbers(parts[1], ":", [2, 2]) : [0, 0]
        else { return nil }
        self.init(year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1])
    }
}
