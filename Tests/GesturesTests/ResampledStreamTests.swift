// Random fingers on random panels, seen in every frame of random displays: what holds for each shown position.

import Geometry
import Gestures
import TestRandomness
import Testing

@Suite struct ResampledStreamTests {
    /// What a finger does, piece by piece, along a line; in mm and seconds.
    struct Way {
        enum Piece {
            case rest
            /// At an even speed, with no run-up.
            case steady(Double)
            /// From one speed to another, evenly.
            case accelerated(from: Double, to: Double)
            /// From rest to rest by a distance, as hands do it.
            case minimumJerk(Double)
        }
        private(set) var pieces: [(start: Double, duration: Double, from: Double, piece: Piece)] = []
        private(set) var end = 0.0
        private var place = 0.0

        init(_ dice: inout SplitMix) {
            add(.rest, for: .random(in: 0...0.3, using: &dice))
            for _ in 0..<6 {
                let (duration, speed) = (
                    Double.random(in: 0.1...0.6, using: &dice), Double.random(in: 50...900, using: &dice)
                )
                let sign = dice.chance(2) ? 1.0 : -1
                switch dice.below(6) {
                case 0: add(.steady(sign * speed), for: duration)
                case 1: add(.steady(sign * .random(in: 1...20, using: &dice)), for: duration)
                case 2: add(.accelerated(from: 0, to: sign * speed), for: duration)
                case 3:
                    // There and, at once, back.
                    add(.accelerated(from: sign * speed, to: -sign * speed), for: duration)
                case 4: add(.accelerated(from: sign * speed, to: 0), for: duration)
                default: add(.minimumJerk(sign * speed * duration / 1.875), for: duration)
                }
                if dice.chance(2) { add(.rest, for: .random(in: 0.02...2.5, using: &dice)) }
            }
        }

        private mutating func add(_ piece: Piece, for duration: Double) {
            pieces.append((end, duration, place, piece))
            end += duration
            place = state(at: end).place
        }

        func state(at time: Double) -> (place: Double, speed: Double) {
            guard let last = pieces.last(where: { $0.start <= time }) else { return (0, 0) }
            let (duration, t) = (last.duration, min(time - last.start, last.duration))
            switch last.piece {
            case .rest: return (last.from, 0)
            case .steady(let speed): return (last.from + speed * t, t < duration ? speed : 0)
            case .accelerated(let from, let to):
                let speed = from + (to - from) * t / duration
                return (last.from + (from + speed) / 2 * t, t < duration ? speed : 0)
            case .minimumJerk(let distance):
                let u = t / duration
                return (
                    last.from + distance * u * u * u * (10 + u * (6 * u - 15)),
                    distance / duration * 30 * u * u * (1 - u) * (1 - u)
                )
            }
        }

        /// The highest speed between two times.
        func fastest(from start: Double, to end: Double) -> Double {
            stride(from: start, through: end, by: 0.001).map { abs(state(at: $0).speed) }.max()
                ?? abs(state(at: end).speed)
        }
    }

    struct Sample {
        let time: Instant
        let position: Point
        /// When it was scanned, and when the program receives it, in seconds.
        let scanned: Double
        let arrival: Double
    }

    /// What is wrong with a panel.
    enum Fault: CaseIterable { case none, noise, jitter, holes, stalls, all }

    /// A panel's reports of a finger on `way`, and how large its noise is at most in mm.
    static func samples(
        of way: Way, rate: Double, _ fault: Fault, reportsRest: Bool, _ dice: inout SplitMix
    ) -> (samples: [Sample], noise: Double) {
        let period = 1 / rate
        let noise = fault == .noise || fault == .all ? Double.random(in: 0...0.3, using: &dice) : 0
        let jitter = fault == .jitter || fault == .all ? min(0.002, 0.4 * period) : 0
        let delay = Double.random(in: 0.002...0.006, using: &dice)
        var samples: [Sample] = []
        var (time, stalledUntil, burst) = (Double.random(in: 0...period, using: &dice), 0.0, 0)
        while time <= way.end {
            let x = way.state(at: time).place + (noise > 0 ? Double.random(in: -noise...noise, using: &dice) : 0)
            let seen = Point((x / 0.05).rounded() * 0.05, 7)
            if reportsRest || samples.last?.position != seen {
                if fault == .stalls || fault == .all, time > stalledUntil, dice.chance(60) {
                    stalledUntil = time + .random(in: 0.03...0.3, using: &dice)
                }
                burst = time < stalledUntil ? burst + 1 : 0
                let late = jitter > 0 ? Double.random(in: 0...jitter, using: &dice) : 0
                let stamp = max(time + late, stalledUntil + (time < stalledUntil ? 0.0001 * Double(burst) : 0))
                let after = max(stamp, (samples.last.map { ($0.time - .zero).seconds + 0.00002 } ?? 0))
                samples.append(
                    Sample(time: .zero + .seconds(after), position: seen, scanned: time, arrival: after + delay))
            }
            let drops = (fault == .holes || fault == .all) && dice.chance(30) ? 1 + dice.below(3) : 0
            time += period * Double(1 + drops)
        }
        return (samples, noise)
    }

    /// The steps between `samples` that ended within 40 ms before the newest: their longest in mm, and the longest way in
    /// one scan period of `period` seconds.
    static func steps(_ samples: ArraySlice<Sample>, period: Double) -> (longest: Double, inPeriod: Double) {
        var (longest, inPeriod) = (0.0, 0.0)
        guard let newest = samples.last else { return (0, 0) }
        for (a, b) in zip(samples, samples.dropFirst()) where newest.time - b.time <= .milliseconds(40) {
            let length = (b.position - a.position).length
            longest = max(longest, length)
            inPeriod = max(inPeriod, length * min(1, period / max((b.time - a.time).seconds, 1e-9)))
        }
        return (longest, inPeriod)
    }

    @Test(arguments: [10.0, 40, 60, 75, 120, 240, 1000], Fault.allCases)
    func `in every frame the finger is near its newest sample, and where it is when it is slow`(
        rate: Double, fault: Fault
    ) throws {
        var dice = SplitMix(UInt64(rate) * 100 + UInt64(Fault.allCases.firstIndex(of: fault) ?? 0))
        let period = 1 / rate
        for number in 0..<8 {
            let way = Way(&dice)
            let (samples, noise) = Self.samples(
                of: way, rate: rate, fault, reportsRest: number >= 4, &dice)
            let refresh = 1 / [60.0, 50, 30, 144][number % 4]
            var resampler = TouchResampler(try #require(samples.first).position, at: samples[0].time)
            var arrived = 1
            var frame = samples[0].arrival + Double.random(in: 0...refresh, using: &dice)
            while frame < way.end + 0.3 {
                while arrived < samples.count, samples[arrived].arrival <= frame - 0.006 {
                    resampler.add(samples[arrived].position, at: samples[arrived].time)
                    arrived += 1
                }
                let newest = samples[arrived - 1]
                let shown = resampler.position(at: .zero + .seconds(frame))
                let lead = (shown - newest.position).length
                let what = "\(rate) Hz, \(fault), stream \(number), frame at \(frame) s"
                let steps = Self.steps(samples[..<arrived].suffix(60), period: period)
                #expect(lead <= steps.longest + 1e-6, "\(what)")
                // A panel that reports every scan shows its period.
                if number >= 4 { #expect(lead <= 1.05 * steps.inPeriod + 0.03, "\(what): in a scan period") }
                let age = frame - (newest.time - .zero).seconds
                if age > 5 * period + 0.012 { #expect(lead <= 0.1, "\(what): at rest") }
                // The panel's samples are at most 20 mm/s × 40 ms behind; the timestamps of a stall say nothing. Positions
                // are in steps of 0.05 mm, and noise comes on top.
                if arrived > 1, rate >= 40, age < 0.04, fault != .stalls, fault != .all {
                    let before = samples[arrived - 2].scanned
                    if way.fastest(from: before, to: frame) <= 20 {
                        let error = abs(shown.x - way.state(at: frame).place)
                        #expect(error <= 1.05 + noise, "\(what): the finger is slow")
                    }
                }
                frame += refresh
            }
        }
    }
}
