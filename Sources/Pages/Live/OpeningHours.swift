// When a place is open: weekly hours, with days that differ.

import Geometry
import Settings

/// The hours of a place, as written in a table `[hours]`.
package struct OpeningHours: Hashable, Sendable {
    /// Some days of one year or of each year.
    struct Days: Hashable, Sendable {
        /// The years of the first and the last day; nil for each year.
        private let years: ClosedRange<Int>?
        /// The first and last day, as month · 100 + day.
        private let first: Int
        private let last: Int

        /// Reads `2026-12-24`, `12-24`, and from one to another day `2026-12-24/2027-01-02`, `12-24/01-02`. Throws what is wrong with
        /// any other text.
        init(reading text: Substring) throws(HoursMistake) {
            if text.contains(":") {
                throw HoursMistake("closed days have no hours; a day with other hours stands in special", at: text)
            }
            let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(\.trimmed)
            guard let from = ends.first, let to = ends.last, ends.count <= 2 else { throw Days.mistake(text) }
            let (begin, end) = (try Days.date(from), try Days.date(to))
            (first, last) = (begin.day, end.day)
            guard (begin.year == nil) == (end.year == nil) else {
                throw HoursMistake("write the year of both days, or of none for each year", at: text)
            }
            guard let year = begin.year, let lastYear = end.year else {
                years = nil
                return
            }
            guard (year, first) <= (lastYear, last) else {
                throw HoursMistake("the last day, \(to), is before the first, \(from)", at: to)
            }
            years = year...lastYear
        }

        /// Reads `2026-12-24` or `12-24`.
        private static func date(_ text: Substring) throws(HoursMistake) -> (year: Int?, day: Int) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
            guard numbers.count == parts.count, (2...3).contains(parts.count),
                parts.suffix(2).allSatisfy({ $0.utf8.count == 2 }), parts.count == 2 || parts[0].utf8.count == 4
            else { throw mistake(text) }
            // A leap year has all days that a year can have.
            let year = numbers.count == 3 ? numbers[0] : nil
            let (month, day) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
            guard CivilTime(year: year ?? 2024, month: month, day: day) != nil else {
                throw HoursMistake(
                    "\"\(text)\" is not in the calendar: "
                        + ((1...12).contains(month)
                            ? "that month ends with day \(CivilTime.length(ofMonth: month, in: year ?? 2024))"
                            : "the month comes before the day, and the last is 12"),
                    at: text)
            }
            return (year, month * 100 + day)
        }

        /// The mistake that `text` is no date, with the date that it probably means.
        private static func mistake(_ text: Substring) -> HoursMistake {
            let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
            let likely: CivilTime? =
                switch numbers.count {
                case 3 where numbers[0] > 31: CivilTime(year: numbers[0], month: numbers[1], day: numbers[2])
                case 3: CivilTime(year: numbers[2], month: numbers[1], day: numbers[0])
                default: nil
                }
            return HoursMistake(
                "\"\(text)\" is no date; write the year, the month and the day, as in \(likely?.dayText ?? "2026-12-24"), "
                    + "or the month and the day for each year, as in 12-24", at: text)
        }

        func contains(_ date: (year: Int, month: Int, day: Int)) -> Bool {
            let day = date.month * 100 + date.day
            if let years {
                return (years.lowerBound, first) <= (date.year, day) && (date.year, day) <= (years.upperBound, last)
            }
            return first <= last ? first <= day && day <= last : first <= day || day <= last
        }
    }

    /// The usual hours.
    private(set) var weekly: [WeeklyHours] = []
    /// Days without hours. Nil when nothing is said of them.
    private(set) var closed: [Days]?
    /// Days with other hours, which also count on a closed day. Nil when nothing is said of them.
    private(set) var special: [Special]?

    /// Days with hours of their own.
    struct Special: Hashable, Sendable {
        let days: Days
        let hours: WeeklyHours

        /// Reads some days and their hours, such as `12-31 10:00-14:00`. Throws what is wrong with any other text.
        init(reading text: Substring) throws(HoursMistake) {
            let text = text.trimmed
            let space = text.firstIndex(of: " ") ?? text.endIndex
            days = try Days(reading: text[..<space])
            let rest = text[space...].trimmed
            guard rest.first?.isNumber == true else {
                throw HoursMistake(
                    (rest.isEmpty ? "the day has no hours" : "\"\(rest)\" are no hours")
                        + "; write \(text[..<space]) 10:00-14:00, or put a day without hours into closed",
                    at: rest.isEmpty ? text : rest)
            }
            hours = try WeeklyHours(reading: rest)
        }
    }

    /// The most lines of each kind.
    static let most = 200

    /// Reads the table `[hours]` of `settings`, with `open`, `closed` and `special`, or the list `hours` of the weekly hours. `closed` and
    /// `special` may also stand beside `hours`. Nil when there are no hours.
    init?(reading settings: Settings) {
        let table = settings.isTable("hours") ? settings.table("hours") : nil
        if let table { Self.reportDays(in: table) }
        weekly =
            (table ?? settings).items(table == nil ? "hours" : "open", most: Self.most) { text throws(HoursMistake) in
                try WeeklyHours(reading: text)
            }?.items ?? []
        for place in [table, settings].compactMap(\.self) {
            let days = place.items("closed", most: Self.most) { text throws(HoursMistake) in
                try Days(reading: text)
            }
            if let days { closed = (closed ?? []) + days.items }
            let others = place.items("special", most: Self.most) { text throws(HoursMistake) in
                try Special(reading: text)
            }
            if let others { special = (special ?? []) + others.items }
        }
        guard !settings.has("hours") else { return }
        // A key that is nearly called so is the mistake.
        if !settings.keys.contains(where: { $0.hasSuffix("hours") || Spelling(["hours"]).nearest(to: $0) != nil }),
            let key = ["closed", "special"].first(where: settings.has)
        {
            settings.report(key, "\(key) needs the usual hours, such as hours = [\"tue-sun 10:00-18:00\"]")
        }
        return nil
    }

    /// Reports the keys of `table` that are days: the days belong to the texts of the list.
    private static func reportDays(in table: Settings) {
        let days = table.keys.filter { WeeklyHours("\($0) 09:00-17:00") != nil }
        guard let first = days.first else { return }
        for day in days { table.leaveOut(day) }
        table.report(
            first, "the days are part of the hours, which are a list of texts; write open = [\"\(first) 09:00-17:00\"]")
    }

    /// These hours, with the days of `other` where nothing is said of them.
    func completed(by other: OpeningHours?) -> OpeningHours {
        var all = self
        (all.closed, all.special) = (closed ?? other?.closed, special ?? other?.special)
        return all
    }

    /// The hours of the day `day` (since 1970), each from a minute of that day to another, which may lie in the next day.
    func hours(ofDay day: Int) -> [Range<Int>] {
        let civil = CivilTime(day: day, second: 0)
        let date = civil.date
        let own = (special ?? []).filter { $0.days.contains(date) }.map(\.hours)
        let hours =
            !own.isEmpty
            ? own
            : (closed ?? []).contains { $0.contains(date) } ? [] : weekly.filter { $0.days.contains(civil.weekday) }
        return hours.map { $0.start..<($0.end > $0.start ? $0.end : $0.end + 1440) }
    }

    // MARK: A moment

    /// Whether the place is open.
    enum Status: Hashable, Sendable {
        /// It is open until that moment, in seconds since 1970 (UTC); nil where it does not close within `reach`.
        case open(until: Int?)
        /// It is closed until that moment, in seconds since 1970 (UTC); nil where it does not open within `reach`.
        case closed(until: Int?)
    }

    /// How many days ahead the status looks. A place that is closed for the season opens within a year.
    static let reach = 370

    /// The status at `seconds` since 1970 (UTC) in the time zone `zone`.
    func status(at seconds: Int, in zone: WallClock.Zone) -> Status {
        let today = zone.local(at: seconds).day
        var openUntil: Int?
        // Hours that begin on one day may go on until the day after the next.
        for day in today - 2...today + Self.reach {
            for range in hours(ofDay: day).sorted(by: { $0.lowerBound < $1.lowerBound }) {
                let begin = zone.moment(of: CivilTime(seconds: day * 86400 + range.lowerBound * 60))
                let end = zone.moment(of: CivilTime(seconds: day * 86400 + range.upperBound * 60), isLast: true)
                if end <= max(seconds, openUntil ?? seconds) { continue }
                if begin <= openUntil ?? seconds {
                    openUntil = end
                } else {
                    return openUntil.map { .open(until: $0) } ?? .closed(until: begin)
                }
            }
        }
        return openUntil == nil ? .closed(until: nil) : .open(until: nil)
    }
}
