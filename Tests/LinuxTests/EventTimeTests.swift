// A compositor's 32 bits of milliseconds, on honest and on other clocks.

import Geometry
import Testing

@testable import Linux

@Suite struct EventTimeTests {
    private func instant(_ milliseconds: Int64, micros: Int64 = 0) -> Instant {
        Instant(nanoseconds: milliseconds * 1_000_000 + micros * 1000)
    }

    @Test func `a stamp of CLOCK_MONOTONIC is the moment it names, however late the event arrives`() {
        var time = EventTime()
        #expect(time.instant(90_000, arrival: instant(90_004, micros: 300)) == instant(90_000))
        #expect(time.instant(90_008, arrival: instant(90_208)) == instant(90_008))
    }

    @Test func `the 32 bits turn over after 49 days, and time does not`() {
        let turn: Int64 = 1 << 32
        var time = EventTime()
        #expect(time.instant(.max - 1, arrival: instant(turn + 3)) == instant(turn - 2))
        #expect(time.instant(6, arrival: instant(turn + 9)) == instant(turn + 6))
        #expect(time.instant(8, arrival: instant(3 * turn + 10)) == instant(3 * turn + 8))
    }

    @Test func `no event is in the future, nor before an earlier one`() {
        var time = EventTime()
        #expect(time.instant(500, arrival: instant(501)) == instant(500))
        #expect(time.instant(490, arrival: instant(502)) == instant(500))
        #expect(time.instant(600, arrival: instant(510)) == instant(510))
    }

    @Test func `another clock is tied to the arrivals by the smallest delay`() {
        var time = EventTime()
        // The clock is 100 s behind. The first event was 4 ms under way, the second 1 ms, the third 9 ms.
        #expect(time.instant(900_000, arrival: instant(1_000_004)) == instant(1_000_004))
        #expect(time.instant(900_010, arrival: instant(1_000_011)) == instant(1_000_011))
        let third = time.instant(900_020, arrival: instant(1_000_029))
        #expect(third >= instant(1_000_021) && third <= instant(1_000_021, micros: 20))
    }

    @Test func `another clock may run slower by less than a thousandth and stays tied for a day`() {
        var time = EventTime()
        var last = Instant.zero
        // The clock is slower by 500 in a million; an event comes every second, 2 ms under way.
        for second in 0..<86_400 as Range<Int64> {
            let arrival = instant(10_000_000 + second * 1000 + 2)
            last = time.instant(UInt32(5_000_000 + second * 1000 - second / 2), arrival: arrival)
            #expect(arrival - last <= .milliseconds(4))
        }
    }

    @Test func `a device whose timestamps are all zero is timed by its arrivals`() {
        var time = EventTime()
        let arrivals = (0..<20).map { instant(700_000 + $0 * 300) }
        #expect(arrivals.map { time.instant(0, arrival: $0) } == arrivals)
    }

    @Test func `a device without timestamps does not hold back the time of another`() {
        var time = EventTime()
        #expect(time.instant(700_000, arrival: instant(700_001)) == instant(700_000))
        #expect(time.instant(0, arrival: instant(700_050)) == instant(700_050))
        #expect(time.instant(700_060, arrival: instant(700_061)) == instant(700_060))
    }
}
