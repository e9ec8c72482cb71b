// Dates and times of day as plain values.

import Geometry

/// A day of the Gregorian calendar.
nonisolated public struct CalendarDate: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Day `day` of month `month` of `year`; nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard CivilTime(year: year, month: month, day: day) != nil else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day that `text` writes as `2026-12-24`; nil for any other text.
    public init?(_ text: String) {
        guard CivilTime.isDay(text), let time = CivilTime(text) else { return nil }
        self.init(time.day)
    }

    /// The day that is `number` days after 1 January 1970.
    init(_ number: Int) { (year, month, day) = CivilTime(day: number, second: 0).date }

    /// The days since 1 January 1970.
    var number: Int { CivilTime(year: year, month: month, day: day)?.day ?? 0 }
    var moment: CivilTime { CivilTime(day: number, second: 0) }

    /// The date as `2026-12-24`.
    public var description: String { moment.dayText }

    /// Whether `a` is before `b`.
    public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }
}

/// A time of day, to the minute.
nonisolated public struct TimeOfDay: Hashable, Comparable, Sendable {
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute of the hour, from 0 to 59.
    public let minute: Int

    /// The time `hour`:`minute`; nil if no clock has it.
    public init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        (self.hour, self.minute) = (hour, minute)
    }

    /// The time `minute` minutes after midnight, as far as the day has them.
    init(_ minute: Int) {
        let minute = min(max(minute, 0), 1439)
        (hour, self.minute) = (minute / 60, minute % 60)
    }

    /// Whether `a` is before `b`.
    public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { (a.hour, a.minute) < (b.hour, b.minute) }
}
