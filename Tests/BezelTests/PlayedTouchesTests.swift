// `bezel run --play`: when the touches of a recording come.

import Geometry
import Linux
import Testing

@testable import Recordings
@testable import Run

@Suite struct PlayedTouchesTests {
    /// What a recording whose first touch has the `t` given plays in two rounds: the seconds from its beginning to each input.
    private func played(from first: Double) throws -> [Double] {
        let lines = [(0.0, "began"), (0.04, "moved"), (0.08, "ended")].map {
            #"{"t":\#(first + $0.0),"touch":1,"phase":"\#($0.1)","x":10,"y":10}"#
        }
        let text = "{\"bezel\":1}\n{\"t\":0.0,\"frame\":1,\"drawn\":0.0}\n" + lines.joined(separator: "\n") + "\n"
        let recording = try Recording(contentsOf: Array(text.utf8), named: "touches.jsonl")
        let loop = try EventLoop()
        let begin = MonotonicClock.now()
        var times: [Double] = []
        let touches = PlayedTouches(recording, loop: loop) { times.append(($0.time - begin).seconds) }
        while times.count < 4 { try loop.runOnce() }
        withExtendedLifetime(touches) {}
        return times
    }

    @Test(arguments: [0, 0.05, 0.3]) func `the first touch comes after its t, in each round`(first: Double) throws {
        let times = try played(from: first)
        for (time, expected) in zip(times, [first, first + 0.04, first + 0.08, 2 * first + 1.08]) {
            // A machine that is busy for more than a second plays the rest later, never sooner.
            #expect(time >= expected - 1e-6 && time < expected + 5, "\(times)")
        }
    }
}
