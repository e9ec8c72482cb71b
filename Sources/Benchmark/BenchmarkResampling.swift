// `bezel benchmark resampling`: measures how far a dragged picture is from the finger, and how much it trembles.

import Geometry
import Gestures

/// Strokes on panels of 60 to 240 Hz, shown on a display of 60 Hz. At each vblank, the position of the picture is compared with
/// that of the finger.
struct BenchmarkResampling {
    private static let rates = [60.0, 75, 100, 120, 144, 180, 240]
    static let refresh = 1.0 / 60
    /// The time from the start of drawing to the vblank, in seconds: 4 ms of drawing, and `FrameClock.margin`.
    static let lead = 0.006
    /// The goals as multiples of what Android's rule reaches from the vblank. `TouchResampler` shows no position farther beyond
    /// the newest sample than one scan period, which rules out the half that its filter alone would reach
    /// (docs/internals/resampling.md).
    private static let (errorGoal, jitterGoal) = (0.8, 1.1)

    /// How the position for a frame is computed from the samples that have arrived.
    private enum Rule: String, CaseIterable {
        case resampler
        /// Android's rule, with the vblank at which the frame is seen as its frame time: the best that this rule can do.
        case androidAtVblank = "Android's rule from the vblank"
        /// Android's rule as it is: its frame time is the start of drawing.
        case androidAtStart = "Android's rule from the start of drawing"
        case lastSample = "last sample"
    }

    /// Error: the distance between picture and finger at the vblank. Jitter: the second difference of that error from frame to
    /// frame, which is the second difference of the output less that of the true path. A steady lag has no jitter. A shake has
    /// four times its own size.
    private struct Errors {
        var squares = 0.0
        var count = 0
        var jitterSquares = 0.0
        var jitterCount = 0

        var rms: Double { (squares / Double(max(1, count))).squareRoot() }
        var jitter: Double { (jitterSquares / Double(max(1, jitterCount))).squareRoot() }

        mutating func add(_ errors: [Vector]) {
            for (index, error) in errors.enumerated() {
                squares += error.x * error.x + error.y * error.y
                count += 1
                guard index >= 2 else { continue }
                let bend = error - errors[index - 1] * 2 + errors[index - 2]
                jitterSquares += bend.x * bend.x + bend.y * bend.y
                jitterCount += 1
            }
        }
    }

    /// The rows of the table: error and jitter of each rule, for each rate and for all rates.
    static func rows(strokesOfAKind: Int = 100, seed: UInt64 = 11) -> [BenchmarkCommand.Row] {
        var random = SeededGenerator(seed: seed)
        var all: [Rule: Errors] = [:]
        var rows: [BenchmarkCommand.Row] = []
        for rate in rates {
            var here: [Rule: Errors] = [:]
            for kind in BenchmarkStroke.Kind.allCases {
                for number in 0..<strokesOfAKind {
                    let stroke = BenchmarkStroke(kind, &random)
                    let panel = BenchmarkPanel(
                        rate: rate * random.uniform(0.97...1.03), noise: [0, 0.05, 0.1, 0.2, 0.3][number % 5],
                        step: random.uniform(0.02...0.1), holes: 0.03, stampJitter: random.uniform(0...0.001),
                        delay: random.uniform(0.002...0.006))
                    let samples = panel.samples(of: stroke, &random)
                    let phase = random.uniform(0...refresh)
                    for (rule, errors) in errors(of: stroke, samples, firstVblank: phase) {
                        here[rule, default: Errors()].add(errors)
                        all[rule, default: Errors()].add(errors)
                    }
                }
            }
            rows += Self.rows(of: "\(Int(rate)) Hz", here)
        }
        return rows + Self.rows(of: "all", all) + BenchmarkRestlessPanel.rows(seed: seed)
    }

    private static func rows(of group: String, _ errors: [Rule: Errors]) -> [BenchmarkCommand.Row] {
        let its = Rule.allCases.map { ($0, errors[$0] ?? Errors()) }
        let android = errors[.androidAtVblank] ?? Errors()
        return its.flatMap { rule, errors in
            let name = "\(group): \(rule.rawValue)"
            var error = BenchmarkCommand.Row(name: "resampling error, \(name)", value: errors.rms, unit: "mm RMS")
            var jitter = BenchmarkCommand.Row(name: "resampling jitter, \(name)", value: errors.jitter, unit: "mm RMS")
            if rule == .resampler {
                error.reference = Rule.androidAtVblank.rawValue
                error.ratio = errors.rms / android.rms
                error.goal = android.rms * errorGoal
                jitter.reference = Rule.androidAtVblank.rawValue
                jitter.ratio = errors.jitter / android.jitter
                jitter.goal = android.jitter * jitterGoal
            }
            return [error, jitter]
        }
    }

    /// The errors of each rule at the vblanks between touch-down and lift.
    private static func errors(
        of stroke: BenchmarkStroke, _ samples: [BenchmarkPanel.Sample], firstVblank: Double
    ) -> [Rule: [Vector]] {
        var errors: [Rule: [Vector]] = [:]
        var resampler: TouchResampler?
        var arrived: [BenchmarkPanel.Sample] = []
        var vblank = firstVblank
        while vblank <= stroke.lift {
            let (start, shown) = (Instant.zero + .seconds(vblank - lead), Instant.zero + .seconds(vblank))
            for sample in samples.dropFirst(arrived.count).prefix(while: { $0.arrival <= start }) {
                arrived.append(sample)
                if resampler == nil { resampler = TouchResampler(sample.position, at: sample.time) }
                resampler?.add(sample.position, at: sample.time)
            }
            if let resampler, let last = arrived.last {
                let finger = stroke.position(at: vblank)
                errors[.resampler, default: []].append(resampler.position(at: shown) - finger)
                errors[.androidAtVblank, default: []].append(android(arrived, frame: shown) - finger)
                errors[.androidAtStart, default: []].append(android(arrived, frame: start) - finger)
                errors[.lastSample, default: []].append(last.position - finger)
            }
            vblank += refresh
        }
        return errors
    }

    /// Android's published rule: the position 5 ms before the frame. It interpolates between two samples if there is a newer
    /// one. Otherwise it extrapolates beyond the last two samples, by at most half their distance in time and 8 ms, if that
    /// distance is 2 to 20 ms.
    private static func android(_ samples: [BenchmarkPanel.Sample], frame: Instant) -> Point {
        let time = frame - .milliseconds(5)
        let newest = samples[samples.count - 1]
        if let after = samples.firstIndex(where: { $0.time > time }) {
            guard after > 0 else { return samples[0].position }
            let (a, b) = (samples[after - 1], samples[after])
            let span = (b.time - a.time).seconds
            return span < 0.002 ? b.position : a.position + (b.position - a.position) * ((time - a.time).seconds / span)
        }
        guard samples.count > 1 else { return newest.position }
        let before = samples[samples.count - 2]
        let span = (newest.time - before.time).seconds
        if span < 0.002 || span > 0.02 { return newest.position }
        let ahead = min((time - newest.time).seconds, span / 2, 0.008)
        return newest.position + (newest.position - before.position) * (ahead / span)
    }
}
