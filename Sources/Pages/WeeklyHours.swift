// Hours of a week, such as "mon-fri 07:00-22:00".

/// The same part of some days or of all. It reaches over midnight when it ends before it begins, and belongs to the day on
/// which it begins.
public struct WeeklyHours: Hashable, Sendable {
    /// The days on which it begins: 0 Sunday to 6 Saturday.
    public var days: Set<Int>
    /// Minutes since midnight when it begins, 0 to 1439.
    public var start: Int
    /// Minutes since midnight when it ends, 1 to 1440.
    public var end: Int

    /// The days as they are written.
    static let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Reads `07:00-22:00`, `sat 09:00-18:00`, `mon-fri 07:00-22:00`, `mon,wed,fri-sun 20:00-02:00`; nil when the text is
    /// none of these. `24:00` is an end.
    public init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard let hours = parts.last, parts.count <= 2 else { return nil }
        let ends = hours.split(separator: "-", omittingEmptySubsequences: false).map { WeeklyHours.minutes($0) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < 1440, start != end, end > 0,
            let days = parts.count == 1 ? Set(0..<7) : WeeklyHours.days(parts[0])
        else { return nil }
        (self.days, self.start, self.end) = (days, start, end)
    }

    /// Whether `minute` of `day` (0 Sunday), 0 to 1439, lies in these hours.
    public func contains(day: Int, minute: Int) -> Bool {
        let begun = days.contains(day) && minute >= start
        guard start >= end else { return begun && minute < end }
        return begun || days.contains((day + 6) % 7) && minute < end
    }

    /// The minutes of a day at which such hours may begin or end.
    public var edges: [Int] { [start, end % 1440] }

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

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 1440
        else { return nil }
        return hour * 60 + minute
    }
}
