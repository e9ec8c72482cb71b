// Dates and times of day as plain values.

import Drawing
import Geometry
public import Stage

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

    /// The day that is `days` days later, or earlier for a number below zero; the first or the last day of all beyond these.
    public func adding(days: Int) -> CalendarDate {
        let ends = (Self.first.number, Self.last.number)
        return CalendarDate(min(max(number + min(max(days, -4_000_000), 4_000_000), ends.0), ends.1))
    }

    /// The same day `months` months later, or the last day of that month if it has no such day: a month after 31 January is 28 or 29
    /// February.
    public func adding(months: Int) -> CalendarDate {
        let count = min(max(year * 12 + month - 1 + min(max(months, -120_000), 120_000), 12), 9999 * 12 + 11)
        let (year, month) = (count / 12, count % 12 + 1)
        let day = min(day, CivilTime.length(ofMonth: month, in: year))
        return CalendarDate(year: year, month: month, day: day) ?? self
    }

    /// The days from this day to `other`; below zero if that is earlier.
    public func days(to other: CalendarDate) -> Int { other.number - number }

    /// The first and the last day that there are.
    private static var first: CalendarDate { CalendarDate(CivilTime(year: 1, month: 1, day: 1)?.day ?? 0) }
    private static var last: CalendarDate { CalendarDate(CivilTime(year: 9999, month: 12, day: 31)?.day ?? 0) }

    /// The date as `language` (BCP 47) writes it, such as `24 December 2026`; in English for nil.
    public func words(in language: String?) -> String { CalendarWords(language ?? "en").date(moment) }

    /// The name of the day in `language` (BCP 47), such as `Thursday`; in English for nil.
    public func weekday(in language: String?) -> String { CalendarWords(language ?? "en").weekday(moment) }

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

    /// The time as `language` (BCP 47) writes it, such as `18:30` or `6:30 PM`; in English for nil.
    public func words(in language: String?) -> String {
        CalendarWords(language ?? "en").time(CivilTime(day: 0, second: (hour * 60 + minute) * 60))
    }

    /// The time `minute` minutes after midnight, as far as the day has them.
    init(_ minute: Int) {
        let minute = min(max(minute, 0), 1439)
        (hour, self.minute) = (minute / 60, minute % 60)
    }

    /// Whether `a` is before `b`.
    public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { (a.hour, a.minute) < (b.hour, b.minute) }
}

extension Stage {
    /// The day on the wall clock; nil before the stage knows that. It does not change by itself: a screen asks when it appears.
    public var today: CalendarDate? { local.map { CalendarDate($0.day) } }

    /// The time of day on the wall clock; nil before the stage knows that.
    public var timeOfDay: TimeOfDay? { local.map { TimeOfDay($0.second / 60) } }

    private var local: CivilTime? { values.clock.map { $0.zone.local(at: $0.seconds(at: now)) } }
}
