// What the placeholders of a page say at a moment, and when they say something else.

package import Drawing
package import Geometry
import Stage

/// The values of a page's placeholders at one moment.
package struct LiveValues {
    /// The language of the page (BCP 47).
    let language: String
    /// How times of day are written; nil for the way of the language.
    package var clock: ClockStyle?
    /// The hours of the place; nil when they are not known.
    package var hours: OpeningHours?
    /// The time zone, and the moment in seconds since 1970 (UTC); nil when there is no clock.
    package var now: (seconds: Int, zone: WallClock.Zone)?
    /// The values of files.
    var files: [String: DataFile] = [:]
    /// The sliders of the kiosk, and what the visitor has set some of them to.
    var (sliders, chosen): ([String: SliderTable], [String: Int]) = ([:], [:])

    /// The values of a page in `language`, of which none is known yet.
    package init(language: String) { self.language = language }

    /// What stands for a value that is not known.
    static let unknown = "–"

    /// The number to which the slider `name` is set; nil when there is none.
    func value(ofSlider name: String) -> Int? {
        sliders[name].map { slider in chosen[name].flatMap { slider.index(of: $0) != nil ? $0 : nil } ?? slider.start }
    }

    /// The most steps of a slider for which a text gets room, and the longest text (bytes) that does.
    private static let (mostSteps, longest) = (6, 1000)

    /// These values with each slider in `inlines` set otherwise. Of a slider with many steps, those with the longest numbers. None for a
    /// long text, which would take too long to lay out as often.
    func otherwise(for inlines: [Inline]) -> [LiveValues] {
        let names = Set(inlines.placeholders.compactMap(\.slider)).sorted()
        guard !names.isEmpty, inlines.plainText.utf8.count <= Self.longest else { return [] }
        return names.flatMap { name -> [LiveValues] in
            let steps = sliders[name]?.steps.filter { $0 != value(ofSlider: name) } ?? []
            let longest = steps.sorted { "\($0)".utf8.count > "\($1)".utf8.count }.prefix(Self.mostSteps)
            return longest.map { step in
                var other = self
                other.chosen[name] = step
                return other
            }
        }
    }

    /// The text of `placeholder`.
    package func text(of placeholder: Placeholder) -> String {
        switch placeholder {
        case .value(let file, let path): return shown(files[file]?.value(at: path))
        case .cell(let file, let row, let column):
            guard let data = files[file], data.rows.indices.contains(row),
                let index = data.columns.firstIndex(of: column)
            else { return "" }
            return data.rows[row][index]
        case .slider(let name): return value(ofSlider: name).map { "\($0)" } ?? Self.unknown
        case .time, .date, .weekday, .open, .until: break
        }
        guard let now else { return Self.unknown }
        let words = CalendarWords(language, clock: clock)
        let local = now.zone.local(at: now.seconds)
        switch placeholder {
        case .time: return words.time(local)
        case .date: return words.date(local)
        case .weekday: return words.weekday(local)
        case .until(let end):
            let left = Self.minutes(from: now.seconds, to: now.zone.moment(of: end))
            // No time is left of what is past.
            return left == 0 ? "" : words.span(minutes: left)
        case .open: return hours.map { status(of: $0, at: now.seconds, in: now.zone, words) } ?? Self.unknown
        case .value, .cell, .slider: return Self.unknown
        }
    }

    /// The text of `placeholder` before `next`. An abbreviation at the end of a sentence has one full stop, not two.
    func text(of placeholder: Placeholder, before next: Inline?) -> String {
        let value = text(of: placeholder)
        guard placeholder.followsClock, value.hasSuffix("."), case .text(let rest)? = next, rest.hasPrefix(".") else {
            return value
        }
        return String(value.dropLast())
    }

    private func shown(_ value: String?) -> String {
        guard let value, !value.isEmpty else { return Self.unknown }
        return value
    }

    /// The minutes that are left, begun ones included, and never fewer than none.
    private static func minutes(from seconds: Int, to end: Int) -> Int { max(0, (end - seconds + 59) / 60) }

    private func status(
        of hours: OpeningHours, at seconds: Int, in zone: WallClock.Zone, _ calendar: CalendarWords
    ) -> String {
        let words = OpeningWords(language)
        switch hours.status(at: seconds, in: zone) {
        case .open(nil): return words.open
        case .open(let end?):
            // After a week without a break, a time of day would be taken for one of today.
            return end - seconds >= 86400 ? words.open : words.open(until: calendar.time(zone.local(at: end)))
        case .closed(nil): return words.closed
        case .closed(let begin?):
            let (today, day) = (zone.local(at: seconds).day, zone.local(at: begin))
            let time = calendar.time(day)
            switch day.day - today {
            case 0: return words.opens(at: time)
            case 1: return words.opensTomorrow(at: time)
            case 2...6: return words.opens(onWeekday: calendar.weekday(day), at: time)
            default: return words.opens(onDate: calendar.date(day), at: time)
            }
        }
    }

    // MARK: Changes

    /// The next moment, in seconds since 1970 (UTC), at which one of `placeholders` may say something else; nil when none does as time
    /// goes on.
    package func nextChange(of placeholders: some Sequence<Placeholder>) -> Int? {
        guard let now else { return nil }
        return placeholders.compactMap { nextChange(of: $0, at: now.seconds, in: now.zone) }.min()
    }

    private func nextChange(of placeholder: Placeholder, at seconds: Int, in zone: WallClock.Zone) -> Int? {
        let local = zone.local(at: seconds)
        // Where clocks are changed, everything may be another.
        let change = zone.offsets.lazy.map(\.since).first { $0 > seconds }
        let midnight = zone.moment(of: CivilTime(day: local.day + 1, second: 0))
        switch placeholder {
        case .time: return min(seconds + 60 - local.second % 60, change ?? .max)
        case .date, .weekday: return min(midnight, change ?? .max)
        case .until(let moment):
            let end = zone.moment(of: moment)
            let left = Self.minutes(from: seconds, to: end)
            guard left > 0 else { return nil }
            // With days left, no minutes are told, and with many days no hours.
            let unit = left >= CalendarWords.daysAlone ? 1440 : left >= 1440 ? 60 : 1
            return end - 60 * (left / unit * unit - 1)
        case .open:
            switch hours?.status(at: seconds, in: zone) {
            case .open(let next?):
                // A day before the end, the time is told.
                return next - seconds >= 86400 ? next - 86399 : next
            case .closed(let next?): return min(next, max(midnight, seconds + 1))
            case .open(nil), .closed(nil): return max(midnight, seconds + 1)
            case nil: return nil
            }
        case .value, .cell, .slider: return nil
        }
    }
}
