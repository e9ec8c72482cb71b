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

        /// Reads `2026-12-24`, `12-24`, and from one to another day `2026-12-24/2027-01-02`, `12-24/01-02`. Nil for any other text.
        init?(_ text: Substring) {
            let ends = text.split(separator: "/", omittingEmptySubsequences: false).map { Days.date($0) }
            guard ends.count <= 2, let begin = ends.first ?? nil, let end = ends.last ?? nil,
                (begin.year == nil) == (end.year == nil)
            else { return nil }
            (first, last) = (begin.day, end.day)
            guard let year = begin.year, let lastYear = end.year else {
                years = nil
                return
            }
            guard (year, first) <= (lastYear, last) else { return nil }
            years = year...lastYear
        }

        /// Reads `2026-12-24` or `12-24`.
        private static func date(_ text: Substring) -> (year: Int?, day: Int)? {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
            guard numbers.count == parts.count, (2...3).contains(parts.count),
                parts.suffix(2).allSatisfy({ $0.utf8.count == 2 }), parts.count == 2 || parts[0].utf8.count == 4
            else { return nil }
            // A leap year has all days that a year can have.
            let year = numbers.count == 3 ? numbers[0] : nil
            let (month, day) = (numbers[numbers.count - 2], numbers[numbers.count - 1])
            guard CivilTime(year: year ?? 2024, month: month, day: day) != nil else { return nil }
            return (year, month * 100 + day)
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

        /// Reads some days and their hours, such as `12-31 10:00-14:00`. Nil for any other text.
        init?(_ text: String) {
            let parts = text.split(separator: " ")
            guard parts.count == 2, let days = Days(parts[0]), let hours = WeeklyHours(String(parts[1])) else {
                return nil
            }
            (self.days, self.hours) = (days, hours)
        }
    }

    /// The most lines of each kind.
    static let most = 200

    /// Reads the table `[hours]` of `settings`, with `open`, `closed` and `special`, or the list `hours` of the weekly hours. `closed` and
    /// `special` may also stand beside `hours`. Nil when there are no hours.
    init?(reading settings: Settings) {
        guard settings.has("hours") else { return nil }
        let table = settings.isTable("hours") ? settings.table("hours") : nil
        weekly = Self.list(table == nil ? "hours" : "open", table ?? settings, "\"tue-sun 10:00-18:00\"") {
            WeeklyHours($0)
        }
        for place in [table, settings].compactMap(\.self) {
            if place.has("closed") {
                let days = Self.list("closed", place, "\"2026-12-24\", \"12-24\" or \"12-24/12-26\"") { Days($0[...]) }
                closed = (closed ?? []) + days
            }
            guard place.has("special") else { continue }
            let days = Self.list("special", place, "\"2026-12-31 10:00-14:00\" or \"12-31 10:00-14:00\"") {
                Special($0)
            }
            special = (special ?? []) + days
        }
    }

    /// These hours, with the days of `other` where nothing is said of them.
    func completed(by other: OpeningHours?) -> OpeningHours {
        var all = self
        (all.closed, all.special) = (closed ?? other?.closed, special ?? other?.special)
        return all
    }

    private static func list<Item>(
        _ key: String, _ settings: Settings, _ example: String, _ read: (String) -> Item?
    ) -> [Item] {
        let texts = settings.strings(key) ?? []
        if texts.count > most { settings.report(key, "\(key) has more than \(most) lines; the others are left out") }
        return texts.prefix(most).compactMap { text in
            let item = read(text)
            if item == nil { settings.report(key, "\(key) must hold texts such as \(example), not \"\(text)\"") }
            return item
        }
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
