// A loop with a time of its own.

import Geometry
import Testing

@testable import Linux

@Suite struct LoopTimeTests {
    private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test func `where it would sleep it goes on to the next deadline, and is never late`() throws {
        let loop = try EventLoop(startingAt: at(1000))
        var fired: [Instant] = []
        let hourly = loop.timer {}
        let (first, second) = (loop.timer { fired.append(loop.now) }, loop.timer { fired.append(loop.now) })
        hourly.setDeadline(at(3_600_000))
        first.setDeadline(at(1030))
        second.setDeadline(at(1020))
        #expect(loop.now == at(1000))
        #expect(try loop.runOnce() && loop.now == at(1020))
        #expect(try loop.runOnce() && loop.now == at(1030))
        #expect(fired == [at(1020), at(1030)])
        #expect(try !loop.runOnce(until: at(1040)) && loop.now == at(1040))
        #expect(try loop.runOnce() && loop.now == at(3_600_000))
        // A deadline that has passed is due at once, and time never goes back.
        first.setDeadline(at(500))
        #expect(try loop.runOnce() && loop.now == at(3_600_000))
    }

    @Test func `what is ready is done before time goes on`() throws {
        let loop = try EventLoop(startingAt: at(1000))
        let wakeup = try Wakeup()
        var happened: [String] = []
        let watch = try wakeup.watch(in: loop) { happened.append("rung at \(loop.now.nanoseconds / 1_000_000)") }
        defer { watch.cancel() }
        let timer = loop.timer {
            happened.append("due at \(loop.now.nanoseconds / 1_000_000)")
            wakeup.ring()
        }
        timer.setDeadline(at(1010))
        wakeup.ring()
        for _ in 0..<3 { try loop.runOnce(until: at(2000)) }
        #expect(happened == ["rung at 1000", "due at 1010", "rung at 1010"])
    }

    @Test func `who waits in it, or takes time, moves it on`() throws {
        let loop = try EventLoop(startingAt: at(1000))
        loop.wait(until: at(1005))
        loop.wait(until: at(900))
        #expect(loop.now == at(1005))
        var fired: Instant?
        loop.timer { fired = loop.now }.setDeadline(at(1003))
        try loop.runOnce()
        #expect(fired == at(1005))
    }

    @Test func `without one it goes by the machine's clock`() throws {
        let loop = try EventLoop()
        let before = MonotonicClock.now()
        #expect(loop.now >= before && loop.now <= MonotonicClock.now())
    }
}
