// The calendar, and local time where clocks are changed, against slow calculations.

import Geometry
import TestRandomness
import Testing

@Suite struct CivilTimeTests {
    /// Central Europe in 2026 and 2027.
    static let berlin = WallClock.Zone(offsets: [
        .init(since: 1_761_440_400, seconds: 3600), .init(since: 1_774_746_000, seconds: 7200),
        .init(since: 1_792_890_000, seconds: 3600), .init(since: 1_806_195_600, seconds: 7200),
    ])

    @Test func `each day follows the one before it`() throws {
        var (year, month, date) = (1899, 12, 31)
        var day = try #require(CivilTime(year: year, month: month, day: date)).day
        for _ in 0..<80_000 {
            let civil = CivilTime(day: day, second: 0)
            #expect(civil.date == (year, month, date))
            #expect(
                CivilTime(civil.description) == civil
                    && (civil.weekday + 1) % 7 == CivilTime(day: day + 1, second: 0).weekday)
            (day, date) = (day + 1, date + 1)
            let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            if date > lengths[month - 1] { (month, date) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(CivilTime(day: 0, second: 0).weekday == 4, "1 January 1970 was a Thursday")
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-12-24 24:00", "2026-12-24T18:00", "24.12.2026", "", "2026-12", "-1-2-3",
    ])
    func `what is no date is none`(text: String) { #expect(CivilTime(text) == nil) }

    @Test func `a local time has its moment where clocks change too`() {
        for change in [1_774_746_000, 1_792_890_000] {
            for minute in -300..<300 {
                let seconds = change + minute * 60
                let time = Self.berlin.local(at: seconds)
                // The same local time comes again after an hour at the most.
                let first = stride(from: seconds - 7200, through: seconds, by: 60).first {
                    Self.berlin.local(at: $0) == time
                }
                #expect(Self.berlin.moment(of: time) == first, "\(time)")
            }
        }
        // 02:30 is left out on 29 March: it comes with the change.
        let skipped = CivilTime(year: 2026, month: 3, day: 29, hour: 2, minute: 30)!
        #expect(
            Self.berlin.moment(of: skipped) == 1_774_746_000
                && Self.berlin.moment(of: skipped, isLast: true) == 1_774_746_000)
    }

    @Test func `a zone is written and read`() {
        #expect(WallClock.Zone(Self.berlin.description) == Self.berlin)
        for wrong in ["", "x", "3600 5", "3600 a+b", "999999999"] { #expect(WallClock.Zone(wrong) == nil, "\(wrong)") }
    }

    @Test(arguments: [Int.min, -70_000_000_000, 10_000_000_000, 253_402_300_799, .max])
    func `a moment that no clock can show counts as the end of what it can`(seconds: Int) {
        let end = seconds < 0 ? WallClock.range.lowerBound : WallClock.range.upperBound
        let clock = WallClock(
            nanoseconds: WallClock.nanoseconds(ofSeconds: seconds), at: .zero + .seconds(5), zone: .init(offsets: []))
        #expect(clock.seconds(at: .zero + .seconds(5)) == end)
        #expect(clock.instant(of: seconds) == .zero + .seconds(5))
        #expect(WallClock.standard(at: .zero).instant(of: seconds) == WallClock.standard(at: .zero).instant(of: end))
    }
}
