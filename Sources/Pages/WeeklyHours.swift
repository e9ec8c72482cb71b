// Weekly hours, such as "mon-fri 07:00-22:00".

import Geometry
import Settings

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

    /// Reads `07:00-22:00`, `sat 9:00-18:00`, `mon-fri 07:00-22:00`, `mon,wed,fri-sun 20:00-02:00`. Returns nil for
    /// any other text. `24:00` is valid only as the end.
    package init?(_ text: String) {
        do { try self.init(reading: text[...]) } catch { return nil }
    }

    /// Reads `text`, as above. Throws what is wrong with it.
    init(reading text: Substring) throws(HoursMistake) {
        let digit = text.firstIndex { $0.isASCII && $0.isNumber } ?? text.endIndex
        let (names, hours) = (text[..<digit].trimmed, text[digit...].trimmed)
        days = names.isEmpty && !hours.isEmpty ? Set(0..<7) : try WeeklyHours.days(names)
        guard !hours.isEmpty else {
            throw HoursMistake("\"\(names)\" has no hours; write them behind it, as in mon-fri 09:00-17:00", at: text)
        }
        let ends = hours.ends
        guard ends.count <= 2, !hours.contains(",") else {
            throw HoursMistake(
                "a text has one beginning and one end; write two texts, such as \"12:00-14:00\" and \"18:00-22:00\"",
                at: hours)
        }
        guard ends.count == 2 else {
            throw HoursMistake("\"\(hours)\" needs a beginning and an end, as in 09:00-17:00", at: hours)
        }
        (start, end) = (try WeeklyHours.minutes(reading: ends[0]), try WeeklyHours.minutes(reading: ends[1]))
        if start == 1440 { throw HoursMistake("24:00 is only an end; a day begins at 00:00", at: ends[0]) }
        if end == 0 { throw HoursMistake("00:00 is only a beginning; a day ends at 24:00", at: ends[1]) }
        if start == end {
            throw HoursMistake("the hours end when they begin; a whole day is 00:00-24:00", at: ends[0])
        }
    }

    /// Whether `minute` (0 to 1439) of `day` (0 is Sunday) lies in these hours.
    package func contains(day: Int, minute: Int) -> Bool {
        let begun = days.contains(day) && minute >= start
        guard start >= end else { return begun && minute < end }
        return begun || days.contains((day + 6) % 7) && minute < end
    }

    /// The minutes of a day at which these hours may begin or end.
    package var edges: [Int] { [start, end % 1440] }

    private static func days(_ text: Substring) throws(HoursMistake) -> Set<Int> {
        var days: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            var numbers: [Int] = []
            for name in part.ends { numbers.append(try day(name)) }
            guard numbers.count <= 2, let first = numbers.first, let last = numbers.last else {
                throw HoursMistake("days go from one to another, as in mon-fri, or are divided by commas", at: part)
            }
            for step in 0...((last - first + 7) % 7) { days.insert((first + step) % 7) }
        }
        return days
    }

    private static func day(_ name: Substring) throws(HoursMistake) -> Int {
        if let day = names.firstIndex(of: String(name)) { return day }
        let small = name.lowercased()
        let near = small.count < 2 ? nil : names.first { $0.hasPrefix(small) || small.hasPrefix($0) }
        throw HoursMistake(
            "\"\(name)\" is no day; " + (near.map { "write \($0)" } ?? "the days are \(Spelling.list(names, "and"))"),
            at: name)
    }

    /// The minutes since midnight of `text`, such as `07:30` or `7:30`. Throws what is wrong with any other text.
    static func minutes(reading text: Substring) throws(HoursMistake) -> Int {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (48...57).contains($0) } && part.utf8.count <= 2 ? Int(part) : nil
        }
        guard parts.count == 2, numbers.count == 2, parts[1].utf8.count == 2 else {
            throw HoursMistake(
                "\"\(text)\" is no time of day; write hours, a colon and minutes, as in \(likely(text) ?? "17:00")",
                at: text)
        }
        if numbers[1] > 59 {
            throw HoursMistake("\"\(text)\" is no time of day: an hour ends with minute 59", at: text)
        }
        let minutes = numbers[0] * 60 + numbers[1]
        if minutes > 1440 { throw HoursMistake("\"\(text)\" is no time of day: a day ends at 24:00", at: text) }
        return minutes
    }

    /// The time that `text`, such as `9.30`, `17h` or `5 pm`, probably means; nil when that is not clear.
    private static func likely(_ text: Substring) -> String? {
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard var hour = numbers.first, numbers.count <= 2 else { return nil }
        if hour < 12, text.lowercased().contains("p") { hour += 12 }
        return CivilTime(year: 2000, month: 1, day: 1, hour: hour, minute: numbers.count > 1 ? numbers[1] : 0)
            .map { String($0.description.suffix(5)) }
    }
}
