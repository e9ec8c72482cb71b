// Finger strokes with a known true path, and what a panel would report of them.

import Geometry

/// A pseudorandom generator that yields the same numbers each time: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (seed ^ (seed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A uniformly distributed number in `range`.
    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / Double(1 << 53)
    }

    /// A normally distributed number: the sum of twelve uniform ones, which needs no function that differs by machine.
    mutating func normal(_ deviation: Double) -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += uniform(0...1) }
        return sum * deviation
    }
}

/// The path of a finger along a straight line, in mm and seconds. Hands move in minimum-jerk pieces. A stroke is a sum of them,
/// cut off where the finger lifts.
struct BenchmarkStroke {
    /// One movement from rest to rest.
    struct Piece {
        let start: Double
        let duration: Double
        let distance: Double

        /// The share of `distance` that is done at `time`.
        func share(at time: Double) -> Double {
            let u = min(1, max(0, (time - start) / duration))
            return u * u * u * (10 + u * (6 * u - 15))
        }
    }

    /// The kinds of strokes.
    enum Kind: String, CaseIterable {
        /// From rest to rest, lifted on arrival.
        case minimumJerk = "minimum jerk"
        /// Lifted while the finger is fast.
        case flick
        /// Lifted while the finger slows down.
        case slowDown = "slow-down"
        /// Lifted after a rest.
        case hold
        /// There, and part of the way back.
        case reversal
    }

    let kind: Kind
    let start: Point
    let direction: Vector
    let pieces: [Piece]
    /// When the finger lifts. It comes down at 0.
    let lift: Double

    /// A random stroke of `kind`: 20 to 200 mm in 0.15 to 0.6 s, at most at 1.5 m/s.
    init(_ kind: Kind, _ random: inout SeededGenerator) {
        self.kind = kind
        var along = Vector.zero
        repeat {
            along = Vector(random.uniform(-1...1), random.uniform(-1...1))
        } while !(0.1...1).contains(along.length)
        direction = along / along.length
        start = Point(random.uniform(100...300), random.uniform(100...300))
        let duration = random.uniform(0.15...0.6)
        // A minimum-jerk movement is 1.875 times as fast at its middle as on average.
        let distance = min(random.uniform(20...200), 1500 * duration / 1.875)
        let pause = random.uniform(0...0.05)
        var pieces = [Piece(start: pause, duration: duration, distance: distance)]
        switch kind {
        case .minimumJerk: lift = pause + duration
        case .flick: lift = pause + duration * random.uniform(0.35...0.65)
        case .slowDown: lift = pause + duration * random.uniform(0.7...0.95)
        case .hold: lift = pause + duration + random.uniform(0.05...0.4)
        case .reversal:
            let turn = pause + duration * random.uniform(0.5...0.9)
            let back = random.uniform(0.15...0.5)
            pieces.append(
                Piece(start: turn, duration: back, distance: -min(distance * random.uniform(0.3...1), 800 * back)))
            lift = turn + back * random.uniform(0.4...1)
        }
        self.pieces = pieces
    }

    /// How far along the stroke the finger is at `time`, in mm.
    func travel(at time: Double) -> Double {
        pieces.reduce(0) { $0 + $1.distance * $1.share(at: time) }
    }

    /// Where the finger is at `time`.
    func position(at time: Double) -> Point { start + direction * travel(at: time) }

    /// The speed along `direction` at `time`, in mm/s.
    func speed(at time: Double) -> Double {
        pieces.reduce(0) { sum, piece in
            let u = min(1, max(0, (time - piece.start) / piece.duration))
            return sum + piece.distance / piece.duration * 30 * u * u * (1 - u) * (1 - u)
        }
    }
}

/// A simulated touch panel with the flaws of a real one: it scans at a rate, adds noise, rounds to steps, misses scans and
/// stamps late.
struct BenchmarkPanel {
    /// Scans per second.
    var rate: Double
    /// The standard deviation of a position, in mm.
    var noise = 0.0
    /// The step to which positions are rounded, in mm; 0 for none.
    var step = 0.0
    /// The probability that a hole of two or three scan periods begins at a scan.
    var holes = 0.0
    /// The largest delay of a sample's stamp after the scan, in seconds.
    var stampJitter = 0.0
    /// The time from the stamp of a sample to its arrival, in seconds.
    var delay = 0.0
    /// The probability that a stall of 30 to 300 ms begins at a scan. What is scanned during a stall arrives when it is over,
    /// in a burst that is stamped on arrival.
    var stalls = 0.0

    /// The time between two reports of a burst, in seconds: one transfer of a slow bus.
    private static let burstPeriod = 0.0001

    /// One report.
    struct Sample {
        let time: Instant
        let position: Point
        /// When the program receives the report.
        let arrival: Instant
    }

    /// What the panel reports of `stroke`, from touch-down to lift. As with evdev, an unchanged position is not reported.
    func samples(of stroke: BenchmarkStroke, _ random: inout SeededGenerator) -> [Sample] {
        samples(from: random.uniform(0...1) / rate, to: stroke.lift, &random, stroke.position(at:))
    }

    /// What the panel reports between two times of a finger that moves along `path`, with the first scan at `start`.
    func samples(
        from start: Double, to end: Double, _ random: inout SeededGenerator, _ path: (Double) -> Point
    ) -> [Sample] {
        var samples: [Sample] = []
        var (time, stallEnd, held) = (start, start, 0.0)
        while time <= end {
            if stalls > 0, time >= stallEnd {
                held = 0
                if random.uniform(0...1) < stalls { stallEnd = time + random.uniform(0.03...0.3) }
            }
            let place = path(time) + Vector(random.normal(noise), random.normal(noise))
            let seen = Point(counted(place.x), counted(place.y))
            if samples.last?.position != seen {
                var stamp = Instant.zero + .seconds(time + random.uniform(0...stampJitter))
                if time < stallEnd {
                    stamp = .zero + .seconds(stallEnd + Self.burstPeriod * held)
                    held += 1
                }
                // A long burst takes longer than a scan. Stamps do not run back.
                if stalls > 0, let last = samples.last { stamp = max(stamp, last.time + .seconds(Self.burstPeriod)) }
                samples.append(Sample(time: stamp, position: seen, arrival: stamp + .seconds(delay)))
            }
            let isHole = random.uniform(0...1) < holes
            let periods = isHole ? random.uniform(0...1) < 0.5 ? 2.0 : 3.0 : 1.0
            time += periods / rate
        }
        return samples
    }

    private func counted(_ value: Double) -> Double { step > 0 ? (value / step).rounded() * step : value }
}
