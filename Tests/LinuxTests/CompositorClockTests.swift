// When a frame is visible, by what the compositor said of earlier frames.

import Geometry
import Testing

@testable import Linux

@Suite struct CompositorClockTests {
    private let refresh = Instant.Span(nanoseconds: 16_666_667)

    private func instant(_ milliseconds: Double) -> Instant { .zero + .seconds(milliseconds / 1000) }

    @Test func `with a compositor that says nothing, a frame is visible when it is taken`() {
        let clock = CompositorClock(refresh: refresh)
        #expect(clock.lead == .zero)
        #expect(clock.taken(at: instant(5)) == instant(5))
    }

    @Test func `once it reports frames, they are visible at its refreshes, as long after being taken as before`() {
        var clock = CompositorClock(refresh: refresh)
        clock.seen(at: instant(107), taken: instant(100))
        #expect(clock.lead == .milliseconds(7))
        // The compositor takes the frame 2 ms late: the refresh stays where it is.
        let seen = clock.taken(at: instant(100) + refresh * 3 + .milliseconds(2))
        #expect(seen == instant(107) + refresh * 3)
    }

    @Test func `no frame is seen before it is taken`() {
        var clock = CompositorClock(refresh: refresh)
        clock.seen(at: instant(101), taken: instant(100))
        #expect(clock.taken(at: instant(106)) == instant(106))
    }

    @Test func `the longest of the last delays counts, and one of many refreshes does not`() {
        var clock = CompositorClock(refresh: refresh)
        for delay in [7.0, 9, 6, 500, -3] { clock.seen(at: instant(100 + delay), taken: instant(100)) }
        #expect(clock.lead == .milliseconds(9))
        for _ in 0..<CompositorClock.memory { clock.seen(at: instant(105), taken: instant(100)) }
        #expect(clock.lead == .milliseconds(5))
    }
}
