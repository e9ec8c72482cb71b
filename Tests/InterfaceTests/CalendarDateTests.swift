// Days that are reckoned with and written in words, and the words of controls in each language.

import Drawing
import Geometry
import Observation
import Stage
import TestRandomness
import Testing

@testable import Interface

@Suite struct CalendarDateTests {
    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    @Test(arguments: [
        ("2026-12-31", 1, "2027-01-01"), ("2027-01-01", -1, "2026-12-31"), ("2024-02-28", 1, "2024-02-29"),
        ("9999-12-31", 5, "9999-12-31"), ("0001-01-01", -5, "0001-01-01"), ("2026-06-01", Int.max, "9999-12-31"),
    ])
    func `days are added`(_ start: String, _ days: Int, _ end: String) throws {
        #expect(try day(start).adding(days: days) == day(end))
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-03-31", -1, "2026-02-28"),
        ("2026-12-15", 1, "2027-01-15"), ("2026-01-15", -13, "2024-12-15"), ("9999-12-31", 5, "9999-12-31"),
        ("0001-01-31", Int.min, "0001-01-31"),
    ])
    func `months are added, to the last day of a shorter one`(_ start: String, _ months: Int, _ end: String) throws {
        #expect(try day(start).adding(months: months) == day(end))
    }

    @Test func `whatever is added can be taken away again`() throws {
        var random = SplitMix(3)
        let start = try day("2026-06-17")
        for _ in 0..<500 {
            let days = Int(random.below(400_000)) - 200_000
            let other = start.adding(days: days)
            #expect(other.adding(days: -days) == start && start.days(to: other) == days)
            let months = Int(random.below(4000)) - 2000
            #expect(start.adding(months: months).adding(months: -months) == start)
        }
    }

    @Test func `dates and times are written as languages do`() throws {
        let date = try day("2026-12-24")
        #expect(date.words(in: nil) == "24 December 2026" && date.words(in: "de-CH") == "24. Dezember 2026")
        #expect(date.words(in: "en-US") == "December 24, 2026" && date.weekday(in: "fr") == "jeudi")
        let time = try #require(TimeOfDay(hour: 18, minute: 5))
        #expect(time.words(in: "de") == "18:05" && time.words(in: "en-US") == "6:05\u{202F}PM")
    }

    @Test func `the stage knows the day and the time of the wall clock, and none without one`() throws {
        let screen = BodyScreen { Text("") }
        let panel = ElementGlass.panel
        let clock = WallClock(
            nanoseconds: 1_798_156_800_000_000_000, at: .zero,
            zone: WallClock.Zone(offsets: [.init(since: 0, seconds: 3600)]))
        let stage = Stage(
            panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: screen,
            values: StageValues(clock: clock))
        #expect(stage.today == CalendarDate("2026-12-25") && stage.timeOfDay == TimeOfDay(hour: 1, minute: 0))
        stage.advance(to: .zero + .seconds(23 * 3600))
        #expect(stage.today == CalendarDate("2026-12-26") && stage.timeOfDay == TimeOfDay(hour: 0, minute: 0))
        #expect(ElementGlass { Text("") }.stage.today == nil)
    }

    @Test(arguments: CalendarWords.all.map(\.tag))
    func `controls say their words in every language that has words of a calendar`(_ tag: String) throws {
        let words = ControlWords(tag)
        #expect(words != ControlWords("en") || tag.hasPrefix("en"))
        let all = [
            words.previousMonth, words.nextMonth, words.hours, words.minutes, words.halfOfDay, words.on, words.off,
            words.clear, words.more, words.less,
        ]
        #expect(
            all.allSatisfy { !$0.isEmpty }
                && Set([words.previousMonth, words.nextMonth, words.on, words.off]).count == 4)
        let glass = ElementGlass {
            Column {
                DateChoice(nil, today: CalendarDate(20000)) { _ in }
                TimeChoice(TimeOfDay(600)) { _ in }
            }
            .environment(\.language, tag)
        }
        let names = glass.stage.spokenViews.filter { $0.spoken.role == .button || $0.spoken.role == .spinButton }.map(
            \.spoken.label)
        #expect(names.contains(words.nextMonth) && names.contains(words.previousMonth))
        #expect(glass.all(WheelView.self).compactMap(\.spoken?.label).contains(words.minutes))
    }
}
