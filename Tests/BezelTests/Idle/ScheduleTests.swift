// Hours of a week against clocks that are put forward and back.

import Linux
import Pages
import TestRandomness
import Testing

@testable import Bezel
@testable import Machine

@Suite struct ScheduleTests {
    /// Local time in Berlin around the two Sundays of 2026 on which clocks are changed: 29 March and 25 October, at 01:00 UTC.
    static func berlin(_ seconds: Int) -> LocalTime {
        local(seconds, offset: (1_774_746_000..<1_792_890_000).contains(seconds) ? 7200 : 3600)
    }

    static func local(_ seconds: Int, offset: Int) -> LocalTime {
        let here = seconds + offset
        let second = here % 86400
        // 1 January 1970 was a Thursday.
        return LocalTime(day: (here / 86400 + 4) % 7, minute: second / 60, second: second % 60, offset: offset)
    }

    static func schedule(_ texts: String...) throws -> Schedule {
        Schedule(hours: try texts.map { try #require(WeeklyHours($0)) }, local: berlin)
    }

    /// The time `seconds` in Berlin, such as `sat 21:00:00`.
    static func said(_ seconds: Int?) -> String {
        guard let seconds else { return "never" }
        let time = berlin(seconds)
        let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(names[time.day]) \(two(time.minute / 60)):\(two(time.minute % 60)):\(two(time.second))"
    }

    /// Monday, 5 January 2026, 00:00 in Berlin.
    static let monday = 1_767_567_600

    @Test func `hours are read with days, and over midnight`() throws {
        let night = try #require(WeeklyHours("fri,sat 22:00-02:30"))
        #expect(night.contains(day: 5, minute: 1439) && night.contains(day: 0, minute: 149))
        #expect(
            !night.contains(day: 0, minute: 150) && !night.contains(day: 5, minute: 100)
                && !night.contains(day: 0, minute: 1439))
        #expect(WeeklyHours("sat-mon 09:00-18:00")?.days == [6, 0, 1])
        #expect(WeeklyHours("00:00-24:00")?.end == 1440)
        #expect(WeeklyHours("mon 6:30 – 21:00") == WeeklyHours("mon 06:30-21:00"))
        for wrong in [
            "", "7-8", "7:0-8:00", "07:00", "07:00-07:00", "07:60-08:00", "24:00-07:00", "07:00-24:01", "a-b", "-",
            "mon",
            "mon-fri-sun 07:00-08:00", "mo 07:00-08:00", "mon, 07:00-08:00", "mon 07:00-08:00 x", "Mon 07:00-08:00",
        ] {
            #expect(WeeklyHours(wrong) == nil, "\(wrong)")
        }
    }

    @Test func `the schedule changes when hours begin and end, and not where one period meets another`() throws {
        let schedule = try Self.schedule("mon-fri 07:00-22:00", "sat 09:00-18:00", "mon 21:00-23:00")
        var moment = Self.monday
        var changes: [String] = []
        for _ in 0..<12 {
            moment = try #require(schedule.change(after: moment))
            changes.append(Self.said(moment))
        }
        #expect(
            changes == [
                "mon 07:00:00", "mon 23:00:00", "tue 07:00:00", "tue 22:00:00", "wed 07:00:00", "wed 22:00:00",
                "thu 07:00:00", "thu 22:00:00", "fri 07:00:00", "fri 22:00:00", "sat 09:00:00", "sat 18:00:00",
            ])
        #expect(try Self.schedule("00:00-24:00").change(after: Self.monday) == nil)
        #expect(Self.said(try Self.schedule("wed 00:00-24:00").change(after: Self.monday)) == "wed 00:00:00")
    }

    @Test func `when clocks are put forward and back, local time decides`() throws {
        let (spring, autumn) = (1_774_746_000, 1_792_890_000)
        // The last hour before, and the first after.
        #expect(Self.said(spring - 1) == "sun 01:59:59" && Self.said(spring) == "sun 03:00:00")
        #expect(Self.said(autumn - 1) == "sun 02:59:59" && Self.said(autumn) == "sun 02:00:00")
        let day = try Self.schedule("07:00-22:00")
        #expect(Self.said(day.change(after: spring - 7200)) == "sun 07:00:00")
        #expect(day.change(after: autumn - 7200) == autumn + 5 * 3600)
        // A period that would begin in the skipped hour begins with the jump.
        let early = try Self.schedule("02:30-06:00")
        #expect(early.change(after: spring - 7200) == spring)
        // The hour that comes twice counts twice.
        #expect(early.change(after: autumn - 7200) == autumn - 1800)
        #expect(early.change(after: autumn - 1800) == autumn)
        #expect(early.change(after: autumn) == autumn + 1800)
    }

    @Test(arguments: [1, 2, 3]) func `no change is missed, compared to a look at each minute of 3 weeks`(_ seed: UInt64)
        throws
    {
        var random = SplitMix(seed)
        for _ in 0..<8 {
            let hours = (0..<3).map { _ in
                var one = WeeklyHours("07:00-22:00")!
                one.days = Set((0..<7).filter { _ in random.below(2) == 0 })
                one.start = random.below(1440)
                one.end = (one.start + 1 + random.below(1400)) % 1440 + 1
                return one
            }
            let schedule = Schedule(hours: hours, local: Self.berlin)
            let start = 1_774_746_000 - 10 * 86400
            var expected: [Int] = []
            for minute in 1..<(21 * 1440)
            where schedule.isOpen(at: start + minute * 60) != schedule.isOpen(at: start + minute * 60 - 60) {
                expected.append(start + minute * 60)
            }
            var found: [Int] = []
            var moment = start
            while let next = schedule.change(after: moment), next < start + 21 * 86400 {
                found.append(next)
                moment = next
            }
            #expect(found == expected)
        }
    }

    @Test func `the machine's own local time is what its offset says`() {
        for seconds in stride(from: 0, to: 2_000_000_000, by: 7_777_777) {
            let time = LocalTime(at: seconds)
            #expect(time == Self.local(seconds, offset: time.offset))
        }
    }
}
