// Weekly hours, such as "mon-fri 07:00-22:00".

/// The same hours on some days or on all days. Hours that end before they begin last beyond midnight, and belong to the
/// day on which they begin.
package struct WeeklyHours: Hashable, Sendable {
    /// The days on which the hours begin, from 0 (Sunday) to 6 (Saturday).
    package var days: Set<Int>
    /// The start in minutes since midnight, 0 to 1439.
    package var start: Int
    /// The end in minutes since midnight, 1 to 1440.
    package var end: Int

    /// The names of the days in text.
    static let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Reads `07:00-22:00`, `sat 09:00-18:00`, `mon-fri 07:00-22:00`, `mon,wed,fri-sun 20:00-02:00`. Returns nil for
    /// any other text. `24:00` is valid only as the end.
    package init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard let hours = parts.last, parts.count <= 2 else { return nil }
        let ends = hours.split(separator: "-", omittingEmptySubsequences: false).map { WeeklyHours.minutes($0) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < 1440, start != end, end > 0,
            let days = parts.count == 1 ? Set(0..<7) : WeeklyHours.days(parts[0])
        else { return nil }
        (self.days, self.start, self.end) = (days, start, end)
    }

    /// Whether `minute` (0 to 1439) of `day` (0 is Sunday) lies in these hours.
    package func contains(day: Int, minute: Int) -> Bool {
        let begun = days.contains(day) && minute >= start
        guard start >= end else { return begun && minute < end }
        return begun || days.contains((day + 6) % 7) && minute < end
    }

    /// The minutes of a day at which these hours may begin or end.
    package var edges: [Int] { [start, end % 1440] }

    private static func days(_ text: Substring) -> Set<Int>? {
        var days: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
                names.firstIndex(of: String($0))
            }
            guard let first = ends.first, let first, let last = ends.last, let last, ends.count <= 2 else { return nil }
            for step in 0...((last - first + 7) % 7) { days.insert((first + step) % 7) }
        }
        return days
    }

    /// The minutes since midnight of `text`, such as `07:30`; nil for any other text.
    static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 1440
        else { return nil }
        return hour * 60 + minute
    }
}
