// When it is night: by the clock, and by the sun at places whose sunrise and sunset are known.

import Linux
import Pages
import TestRandomness
import Testing

@testable import Machine

@Suite struct NightfallTests {
    @Test func `the hours of the night go over midnight, and follow the clock when it is put forward`() throws {
        let night = Nightfall(.hours(try #require(WeeklyHours("20:00-07:00"))), local: ScheduleTests.berlin)
        let monday = ScheduleTests.monday
        #expect(night.isNight(at: monday) && night.isNight(at: monday + 7 * 3600 - 1))
        #expect(!night.isNight(at: monday + 7 * 3600) && night.isNight(at: monday + 20 * 3600))
        #expect(night.change(after: monday) == monday + 7 * 3600)
        #expect(night.change(after: monday + 7 * 3600) == monday + 20 * 3600)
        // Clocks are put forward at 01:00 UTC on 29 March 2026.
        #expect(ScheduleTests.said(night.change(after: 1_774_746_000 - 60)) == "sun 07:00:00")
    }

    /// Seconds since 1970 at the beginning of a day in UTC.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Days from civil dates, by Howard Hinnant's algorithm.
        let y = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (y / 400, y % 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return (era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468) * 86400
    }

    /// Sunrise and sunset in UTC, as almanacs have them.
    @Test(arguments: [
        ("Berlin", 52.52, 13.405, (2026, 6, 21), "02:43", "19:33"),
        ("London", 51.507, -0.128, (2024, 12, 21), "08:04", "15:53"),
        ("Sydney", -33.868, 151.209, (2026, 1, 1), "18:47", "09:09"),
    ])
    func `the sun rises and sets when almanacs say so`(
        _ name: String, _ latitude: Double, _ longitude: Double, _ date: (Int, Int, Int), _ rise: String, _ set: String
    ) throws {
        let noon = Self.day(date.0, date.1, date.2) + 43200 - Int(longitude * 240)
        let sun = try #require(Sun.rising(around: noon, latitude: latitude, longitude: longitude))
        func minutes(_ text: String) -> Int { Int(text.prefix(2))! * 60 + Int(text.suffix(2))! }
        for (found, known) in [(sun.rise, rise), (sun.set, set)] {
            let distance = (found / 60 - minutes(known)) % 1440
            #expect(min(abs(distance), 1440 - abs(distance)) <= 2, "\(name): \(found % 86400 / 60) for \(known)")
        }
    }

    @Test func `on the equator days last twelve hours and seven minutes, and poles have days of months`() throws {
        for month in 1...12 {
            let sun = try #require(Sun.rising(around: Self.day(2026, month, 15) + 43200, latitude: 0, longitude: 0))
            #expect(abs((sun.set - sun.rise) / 60 - 727) <= 2)
        }
        let north = NightTable.Time.sun(latitude: 78, longitude: 15)
        let (summer, winter) = (Self.day(2026, 6, 21), Self.day(2026, 12, 21))
        for hour in 0..<24 {
            #expect(!Nightfall(north).isNight(at: summer + hour * 3600))
            #expect(Nightfall(north).isNight(at: winter + hour * 3600))
        }
    }

    @Test func `at each change night begins or ends, and at no other time`() throws {
        var random = SplitMix(7)
        for _ in 0..<40 {
            let latitude = Double(random.below(1300)) / 10 - 65
            let longitude = Double(random.below(3600)) / 10 - 180
            let night = Nightfall(.sun(latitude: latitude, longitude: longitude))
            var moment = Self.day(2026, 1, 1) + Int(random.below(365 * 86400))
            for _ in 0..<6 {
                let next = try #require(night.change(after: moment))
                #expect(next > moment && next - moment < 86400)
                let now = night.isNight(at: moment)
                for _ in 0..<20 {
                    #expect(night.isNight(at: moment + Int(random.below(next - moment))) == now)
                }
                #expect(night.isNight(at: next) != now, "\(latitude) \(longitude) \(next)")
                moment = next
            }
        }
    }
}
