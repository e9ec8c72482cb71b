// `bezel benchmark resampling`, second part: fingers that rest, and panels that drop, delay and stamp irregularly.

import Geometry
import Gestures

/// One trouble at a time, on panels of 40 to 240 Hz that report only changes: how far the shown finger is from the true one,
/// and how far from the newest sample.
struct BenchmarkRestlessPanel {
    private enum Trouble: String, CaseIterable {
        case rests = "rests of 0.15 to 2.5 s"
        case holes = "a tenth of the reports dropped"
        case jitter = "stamps up to 2 ms late"
        case stalls = "stalls of 30 to 300 ms, then a burst"
    }

    private struct Result {
        var squares = 0.0
        var lastSquares = 0.0
        var count = 0
        /// The largest distance of the shown finger from the newest sample, in longest steps of the last 40 ms.
        var farthest = 0.0
        /// The largest distance of the shown finger from a finger that had rested and moved by a hair, in mm.
        var lunge = 0.0
    }

    private static let rates = [40.0, 60, 100, 144, 240]

    static func rows(strokesOfARate: Int = 200, seed: UInt64) -> [BenchmarkCommand.Row] {
        Trouble.allCases.flatMap { trouble -> [BenchmarkCommand.Row] in
            var random = SeededGenerator(seed: seed)
            var result = Result()
            for rate in rates {
                for _ in 0..<strokesOfARate { add(trouble, rate: rate, to: &result, &random) }
            }
            let count = Double(max(1, result.count))
            let last = (result.lastSquares / count).squareRoot()
            var error = BenchmarkCommand.Row(
                name: "resampling error, \(trouble.rawValue)", value: (result.squares / count).squareRoot(),
                unit: "mm RMS", reference: "the last sample's", goal: last)
            error.ratio = error.value / last
            let farthest = BenchmarkCommand.Row(
                name: "resampling, farthest from the newest sample, \(trouble.rawValue)", value: result.farthest,
                unit: "longest steps", goal: 1 + 1e-9)
            guard trouble == .rests else { return [error, farthest] }
            let lunge = BenchmarkCommand.Row(
                name: "resampling, farthest from a finger that rested and moves by 0.05 mm", value: result.lunge,
                unit: "mm", goal: 1)
            return [error, farthest, lunge]
        }
    }

    /// Adds a finger that follows a stroke. If the trouble is a rest, it then rests and moves on by hairs, to and fro.
    private static func add(
        _ trouble: Trouble, rate: Double, to result: inout Result, _ random: inout SeededGenerator
    ) {
        let stroke = BenchmarkStroke(.reversal, &random)
        var panel = BenchmarkPanel(rate: rate, step: 0.05, delay: random.uniform(0.002...0.006))
        let rest = trouble == .rests ? random.uniform(0.15...2.5) : 0
        switch trouble {
        case .rests: break
        case .holes: panel.holes = 0.1
        case .jitter: panel.stampJitter = 0.002
        case .stalls: panel.stalls = 0.03
        }
        let (stop, hairs) = (stroke.lift, stroke.lift + rest)
        let end = hairs + (rest > 0 ? 0.3 : 0)
        let samples = panel.samples(from: 0, to: end, &random) { time in
            // A twentieth of a millimetre in each scan, to and fro.
            let hair = time >= hairs && rest > 0 ? 0.05 * Double(Int((time - hairs) * rate) % 2 + 1) : 0
            return stroke.position(at: min(time, stop)) + stroke.direction * hair
        }
        var resampler: TouchResampler?
        var arrived = 0
        var vblank = random.uniform(0...BenchmarkResampling.refresh)
        while vblank <= end {
            let start = Instant.zero + .seconds(vblank - BenchmarkResampling.lead)
            while arrived < samples.count, samples[arrived].arrival <= start {
                let sample = samples[arrived]
                if resampler == nil { resampler = TouchResampler(sample.position, at: sample.time) }
                resampler?.add(sample.position, at: sample.time)
                arrived += 1
            }
            if let resampler, arrived > 0 {
                let (newest, shown) = (samples[arrived - 1], resampler.position(at: .zero + .seconds(vblank)))
                let finger = stroke.position(at: min(vblank, stop))
                let (error, last) = ((shown - finger).length, (newest.position - finger).length)
                result.squares += error * error
                result.lastSquares += last * last
                result.count += 1
                let step = longestStep(samples[..<arrived])
                let lead = (shown - newest.position).length
                if lead > 1e-6 { result.farthest = max(result.farthest, lead / max(step, 1e-9)) }
                if rest > 0, (newest.time - .zero).seconds >= hairs { result.lunge = max(result.lunge, error) }
            }
            vblank += BenchmarkResampling.refresh
        }
    }

    /// The largest distance between two consecutive samples, in mm, of those that ended within 40 ms before the newest.
    private static func longestStep(_ samples: ArraySlice<BenchmarkPanel.Sample>) -> Double {
        guard let newest = samples.last else { return 0 }
        let late = samples.suffix(96)
        return zip(late, late.dropFirst()).filter { newest.time - $0.1.time <= .milliseconds(40) }
            .map { ($0.1.position - $0.0.position).length }.max() ?? 0
    }
}
