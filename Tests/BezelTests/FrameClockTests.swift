// When frames are started: late enough to be fresh, early enough to be in time.

import Bezel
import Geometry
import Testing

@Suite struct FrameClockTests {
    private let refresh = Instant.Span(nanoseconds: 16_666_667)

    private func instant(_ milliseconds: Double) -> Instant { .zero + .seconds(milliseconds / 1000) }

    /// A clock that has shown `count` frames that took `milliseconds` each, in time.
    private func clock(after count: Int, of milliseconds: Int) -> (FrameClock, Instant) {
        var clock = FrameClock(refresh: refresh)
        var vblank = instant(100)
        clock.presented(at: vblank)
        for _ in 0..<count {
            let next = clock.next(after: vblank)
            clock.drew(in: .milliseconds(milliseconds))
            clock.committed(for: next.vblank)
            clock.presented(at: next.vblank)
            vblank = next.vblank
        }
        return (clock, vblank)
    }

    @Test func `a frame is started as late as its drawing and the margin allow`() {
        let (clock, vblank) = clock(after: 60, of: 5)
        let next = clock.next(after: vblank)
        #expect(next.vblank == vblank + refresh)
        #expect(next.vblank - next.start == .milliseconds(5) + clock.margin)
        // Too late for this vblank: the next one.
        let late = clock.next(after: next.start + .milliseconds(1))
        #expect(late.vblank == vblank + refresh * 2)
    }

    @Test func `a display that wants frames early has them early, for the same vblank`() {
        var (clock, vblank) = clock(after: 60, of: 5)
        let direct = clock.next(after: vblank)
        clock.lead = .milliseconds(7)
        let next = clock.next(after: vblank)
        #expect(next.vblank == direct.vblank)
        #expect(next.start == direct.start - .milliseconds(7))
        // Too late to be taken for this vblank: the next one.
        #expect(clock.next(after: next.start + .milliseconds(1)).vblank == vblank + refresh * 2)
    }

    @Test func `one slow frame in twenty does not make all the others older`() {
        var (clock, _) = clock(after: 57, of: 5)
        for _ in 0..<3 { clock.drew(in: .milliseconds(12)) }
        #expect(clock.budget == .milliseconds(5) + clock.margin)
        clock.drew(in: .milliseconds(12))
        #expect(clock.budget == .milliseconds(12) + clock.margin)
    }

    @Test func `a frame that takes longer than a refresh is started at once`() {
        let (clock, vblank) = clock(after: 60, of: 40)
        #expect(clock.budget > refresh)
        #expect(clock.next(after: vblank + .milliseconds(3)).start == vblank + .milliseconds(3))
    }

    @Test func `a missed vblank is counted and backed off from, and peace narrows the margin again`() {
        var (clock, vblank) = clock(after: 10, of: 5)
        let before = clock.margin
        let next = clock.next(after: vblank)
        clock.committed(for: next.vblank)
        clock.presented(at: next.vblank + refresh)
        #expect(clock.missed == 1)
        #expect(clock.margin == before + .milliseconds(1))
        vblank = next.vblank + refresh
        for _ in 0..<20_000 {
            let next = clock.next(after: vblank)
            clock.committed(for: next.vblank)
            clock.presented(at: next.vblank)
            vblank = next.vblank
        }
        #expect(clock.missed == 1)
        #expect(clock.margin == .milliseconds(1))
        for _ in 0..<100 {
            let next = clock.next(after: vblank)
            clock.committed(for: next.vblank)
            clock.presented(at: next.vblank + refresh * 2)
            vblank = next.vblank + refresh * 2
        }
        #expect(clock.margin == Instant.Span(nanoseconds: refresh.nanoseconds / 2))
    }

    @Test func `a driver that completes flips at once is paced by the clock`() {
        var clock = FrameClock(refresh: refresh)
        var now = instant(100)
        clock.presented(at: now)
        var vblanks: [Instant] = []
        for _ in 0..<10 {
            let next = clock.next(after: now)
            clock.drew(in: .milliseconds(3))
            clock.committed(for: next.vblank)
            now = next.start + .milliseconds(3)
            clock.presented(at: now)
            vblanks.append(next.vblank)
        }
        for (one, two) in zip(vblanks, vblanks.dropFirst()) { #expect(two - one == refresh) }
        #expect(clock.missed == 0)
    }
}
