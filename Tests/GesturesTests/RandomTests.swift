// Random fingers and buttons on random views with random delegates: whatever happens, the invariants hold.
//
// Without a seed the day sets it. BEZEL_FIRST=n begins with sequence n, to repeat one that failed. The long run, with a seed:
// BEZEL_SEQUENCES=1000000 BEZEL_SEED=7 swift test -c release -Xswiftc -enable-testing --filter GesturesTests.RandomTests

import Geometry
import Gestures
import Glibc
import Testing

@Suite struct RandomTests {
    static func number(_ name: String, else value: Int) -> Int {
        getenv(name).flatMap { Int(String(cString: $0)) } ?? value
    }

    @Test func `the invariants hold after each step of random sequences`() {
        let sequences = Self.number("BEZEL_SEQUENCES", else: 1000)
        let seed = UInt64(Self.number("BEZEL_SEED", else: time(nil) / 86_400))
        let first = Self.number("BEZEL_FIRST", else: 0)
        for index in first..<(first + sequences) {
            let ground = Playground(seed: seed &* 1_000_003 &+ UInt64(index))
            for _ in 0..<(5 + index % 40) {
                ground.step()
                if !ground.faults.isEmpty { break }
            }
            if ground.faults.isEmpty { ground.finish() }
            if !ground.faults.isEmpty {
                Issue.record("sequence \(index) of seed \(seed): \(ground.faults)")
                return
            }
        }
    }
}
