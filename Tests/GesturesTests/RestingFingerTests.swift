// A finger that rests on the glass and goes on: what it moves stays with it, at any rate of the panel.

import Geometry
import Gestures
import TestRandomness
import Testing

@Suite struct RestingFingerTests {
    nonisolated static let rates = [10.0, 40, 60, 100, 144, 200, 240, 1000]
    nonisolated static let rests = [0.15, 0.25, 0.4, 0.6, 1.0, 1.5, 2.0, 2.5]

    /// A finger that goes to the right by 80 mm at `speed` (mm/s), as a panel of `rate` Hz sees it; stamps are late by up
    /// to `jitter` scan periods. Returns when it was seen last, too.
    static func dragged(rate: Double, speed: Double, jitter: Double = 0) -> (TouchResampler, end: Double) {
        var dice = SplitMix(UInt64(rate * speed))
        var resampler = TouchResampler(.zero, at: .zero)
        let count = max(2, Int(80 / speed * rate))
        var end = 0.0
        for index in 1...count {
            end = (Double(index) + Double.random(in: 0...1, using: &dice) * jitter) / rate
            resampler.add(Point(80 * Double(index) / Double(count), 0), at: .zero + .seconds(end))
        }
        return (resampler, end)
    }

    @Test(arguments: rates, rests)
    func `a resting finger that moves by a twentieth of a millimetre throws nothing`(rate: Double, rest: Double) {
        // What the slowest panel takes for a hole cannot be told from a rest.
        guard rest > 5 / rate else { return }
        for (speed, jitter) in [(100.0, 0.0), (200, 0.3), (400, 0), (400, 0.3)] {
            var (resampler, end) = Self.dragged(rate: rate, speed: speed, jitter: jitter)
            var (x, worst) = (80.0, 0.0)
            for move in 0..<8 {
                // It moves now and then first, then in each scan.
                end += move < 2 ? rest : 1 / rate
                x += move % 3 == 2 ? -0.05 : 0.05
                resampler.add(Point(x, 0), at: .zero + .seconds(end))
                let next = move < 1 ? rest : 1 / rate
                for step in 0..<40 {
                    let shown = resampler.position(at: .zero + .seconds(end + next * Double(step) / 40))
                    worst = max(worst, (shown - Point(x, 0)).length)
                }
            }
            #expect(worst < 0.15, "\(worst) mm at \(speed) mm/s")
        }
    }

    @Test(arguments: rates)
    func `a resting finger is shown where it was last seen, long before it moves again`(rate: Double) {
        let (resampler, end) = Self.dragged(rate: rate, speed: 400)
        let back = 4.5 / rate + 0.012
        #expect(resampler.restTime <= .zero + .seconds(end + back + 1e-6))
        for later in [back + 1e-6, back + 0.1, 2, 60] {
            #expect(resampler.position(at: .zero + .seconds(end + later)) == Point(80, 0))
        }
    }

    @Test(arguments: rates)
    func `after a rest a finger moves like one that has just come down`(rate: Double) {
        var (rested, end) = Self.dragged(rate: rate, speed: 300)
        end += 10 / rate
        var fresh = TouchResampler(Point(80, 5), at: .zero + .seconds(end))
        rested.add(Point(80, 5), at: .zero + .seconds(end))
        // A fresh one does not know the rate before it has seen four samples.
        for index in 1...8 {
            let (place, time) = (Point(80 - 3 * Double(index), 5), Instant.zero + .seconds(end + Double(index) / rate))
            rested.add(place, at: time)
            fresh.add(place, at: time)
        }
        for ahead in [0, 0.3, 0.7, 1, 2] {
            let shown = Instant.zero + .seconds(end + (8 + ahead) / rate)
            #expect((rested.position(at: shown) - fresh.position(at: shown)).length < 1e-6)
        }
    }

    @Test(arguments: [40.0, 60, 100, 144, 240])
    func `three dropped reports of a moving finger are no rest`(rate: Double) {
        var resampler = TouchResampler(.zero, at: .zero)
        let step = 300 / rate
        for index in 1...20 where !(13...15).contains(index) {
            resampler.add(Point(step * Double(index), 0), at: .zero + .seconds(Double(index) / rate))
            guard index >= 12 else { continue }
            // In the hole it waits ahead of the last sample; the first sample after it carries on at once.
            for ahead in [1.2, 2, 3, 3.4] where index == 12 || ahead < 2 {
                let shown = resampler.position(at: .zero + .seconds((Double(index) + ahead) / rate + 0.005))
                #expect(abs(shown.x - step * Double(index + 1)) < 0.05 * step)
            }
        }
    }

    @Test func `samples that come in a burst after a stall are not a speed`() {
        for count in 1...4 {
            var resampler = TouchResampler(.zero, at: .zero)
            for index in 1...20 { resampler.add(Point(5 * Double(index), 0), at: .zero + .milliseconds(10 * index)) }
            // The stall takes as many scans as come in the burst, a tenth of a millisecond apart.
            for index in 21...(20 + count) {
                let time = 10 * Double(20 + count) + 0.1 * Double(index - 21)
                resampler.add(Point(5 * Double(index), 0), at: .zero + .seconds(time / 1000))
            }
            let newest = 5 * Double(20 + count)
            for ahead in 0...100 {
                let shown = resampler.position(at: .zero + .milliseconds(10 * (20 + count) + ahead)).x
                #expect(shown > newest - 0.3 && shown < newest + 5.3)
            }
        }
    }

    @Test func `a finger that is seen to stop is not carried on`() {
        for rate in Self.rates {
            var (resampler, end) = Self.dragged(rate: rate, speed: 400)
            // The panel reports fingers that do not move, too.
            end += 1 / rate
            resampler.add(Point(80, 0), at: .zero + .seconds(end))
            for ahead in [0, 0.5, 1, 2] {
                #expect(resampler.position(at: .zero + .seconds(end + ahead / rate)) == Point(80, 0))
            }
        }
    }
}
