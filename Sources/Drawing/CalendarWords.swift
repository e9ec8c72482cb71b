// The way in which a language writes dates, times and lengths of time.

package import Geometry

/// The formats and words of one language.
package struct CalendarWords: Hashable, Sendable {
    /// The tag of the language, such as `de`.
    package let tag: String
    /// The formats of a time and of a date, in the letters of CLDR (UTS 35): `y`, `MMMM`, `M`, `d`, `HH`, `H`, `h`, `mm`, `a`.
    var time: String
    private let date: String
    /// The words for the hours before and after noon.
    package let halves: [String]
    /// The formats of a number of days, hours and minutes, with `#` for the number. `|` divides the forms that depend on the number.
    private let units: [String]
    let months: [String]
    let weekdays: [String]

    /// The words of `language` (BCP 47), or else of the same language in another country or script, or else English. Times of day are
    /// written as `clock` says; nil for the way of the language.
    package init(_ language: String, clock: ClockStyle? = nil) {
        self = LanguageTable.row(of: language, in: CalendarWords.all, tag: \.tag)
        if let clock, clock != self.clock { time = format(clock) }
    }

    /// How the language writes times of day.
    package var clock: ClockStyle { time.contains("a") ? .twelve : .twentyFour }

    /// The format of times that the language does not usually write as `clock` says (CLDR, `availableFormats` hm and Hm).
    private func format(_ clock: ClockStyle) -> String {
        switch (clock, tag) {
        case (.twentyFour, _): "HH:mm"
        case (.twelve, "zh"), (.twelve, "ja"): "ah:mm"
        case (.twelve, "tr"), (.twelve, "hu"): "a h:mm"
        case (.twelve, "da"), (.twelve, "fi"): "h.mm a"
        case (.twelve, _): "h:mm\u{202F}a"
        }
    }

    private init(_ lines: ArraySlice<Substring>) {
        let lines = Array(lines)
        let parts = lines[0].components("; ").map { $0.replacing("_", with: "\u{202F}") }
        (tag, time, date, halves, units) = (parts[0], parts[1], parts[2], [parts[3], parts[4]], Array(parts[5...]))
        (months, weekdays) = (lines[1].components(", "), lines[2].components(", "))
    }

    package static let all: [CalendarWords] = {
        let lines = table.split(separator: "\n")
        return stride(from: 0, to: lines.count, by: 3).map { CalendarWords(lines[$0..<$0 + 3]) }
    }()

    /// The time of day, such as `18:00`.
    package func time(_ moment: CivilTime) -> String { text(of: time, moment) }

    /// The date, such as `24 December 2026`.
    package func date(_ moment: CivilTime) -> String { text(of: date, moment) }

    /// The name of the day.
    package func weekday(_ moment: CivilTime) -> String { weekdays[moment.weekday] }

    /// From how many minutes on only the days are told. Nobody counts the hours of a week.
    package static let daysAlone = 7 * 1440

    /// `minutes`, of which at most the two largest units are told: days, days and hours, hours and minutes, or minutes.
    package func span(minutes: Int) -> String {
        let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
        let counts =
            minutes >= Self.daysAlone
            ? [(days, 0)] : days > 0 ? [(days, 0), (hours, 1)] : hours > 0 ? [(hours, 1), (rest, 2)] : [(rest, 2)]
        return counts.filter { $0.0 > 0 || counts.count == 1 }.map { count, unit in
            let forms = units[unit].components("|")
            return forms[min(form(of: count), forms.count - 1)].replacing("#", with: "\(count)")
        }.joined(separator: hasSpaces ? " " : "")
    }

    /// Which form of a word the number `count`, from 1 on, has: the plural rules of CLDR for whole numbers. The forms are counted from
    /// 0, in CLDR's order (one, two, few, many, other) without those that the language does not have.
    private func form(of count: Int) -> Int {
        let (tens, hundreds) = (count % 10, count % 100)
        let isFew = (2...4).contains(tens) && !(12...14).contains(hundreds)
        switch tag {
        case "ru", "uk": return tens == 1 && hundreds != 11 ? 0 : isFew ? 1 : 2
        case "cs": return count == 1 ? 0 : count < 5 ? 1 : 2
        case "ro": return count == 1 ? 0 : (1...19).contains(hundreds) ? 1 : 2
        case "he": return min(count, 3) - 1
        case "ar": return count < 3 ? count - 1 : (3...10).contains(hundreds) ? 2 : hundreds > 10 ? 3 : 4
        // Here only two has a form of its own.
        case "cy": return count == 2 ? 1 : 0
        default: return count == 1 ? 0 : 1
        }
    }

    /// Whether the language has spaces between words.
    private var hasSpaces: Bool { !["ja", "zh"].contains(tag) }

    /// `moment` in `format`.
    private func text(of format: String, _ moment: CivilTime) -> String {
        let (year, month, day) = moment.date
        var (text, rest, isQuoted) = ("", format[...], false)
        while let letter = rest.first {
            let run = rest.prefix { $0 == letter }
            rest = rest.dropFirst(letter == "'" ? 1 : run.count)
            guard letter != "'" else {
                isQuoted.toggle()
                continue
            }
            switch isQuoted ? " " : letter {
            case "y": text += "\(year)"
            case "M": text += run.count > 3 ? months[month - 1] : "\(month)"
            // French counts the first of a month, and no other day, with an ordinal number.
            case "d": text += day == 1 && tag == "fr" ? "1er" : "\(day)"
            case "H": text += (run.count > 1 && moment.hour < 10 ? "0" : "") + "\(moment.hour)"
            case "h": text += "\((moment.hour + 11) % 12 + 1)"
            case "m": text += (moment.minute < 10 ? "0" : "") + "\(moment.minute)"
            case "a": text += halves[moment.hour / 12]
            default: text += run
            }
        }
        return text
    }
}

/// How many hours a clock face has.
package enum ClockStyle: String, CaseIterable, Sendable {
    /// `9:00 pm`.
    case twelve = "12 h"
    /// `21:00`.
    case twentyFour = "24 h"
}

/// Tables with a row for each language.
package enum LanguageTable {
    /// The row of `rows` for `language` (BCP 47): that of its tag without the last parts, as far as needed, or else the first row.
    package static func row<Row>(of language: String, in rows: [Row], tag: (Row) -> String) -> Row {
        var parts = language.lowercased().split(separator: "-")
        // Two ways to write the same.
        if parts.first == "no" || parts.first == "nn" { parts[0] = "nb" }
        if parts.first == "zh", parts.contains(where: { ["tw", "hk", "mo"].contains($0) }) { parts = ["zh", "hant"] }
        while !parts.isEmpty {
            let wanted = parts.joined(separator: "-")
            if let row = rows.first(where: { tag($0).lowercased() == wanted }) { return row }
            parts.removeLast()
        }
        return rows[0]
    }
}

extension StringProtocol {
    /// The parts between `separator`.
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
    }
}
