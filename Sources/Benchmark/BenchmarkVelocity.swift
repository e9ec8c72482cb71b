// `bezel benchmark velocity`: compares estimators of a finger's velocity on strokes with a known velocity.

import Geometry
import Gestures

/// Strokes of five kinds on panels of five rates, with noise, steps, holes and late stamps. Each estimator is asked for the
/// velocity at the newest sample before the lift.
struct BenchmarkVelocity {
    private static let rates = [60.0, 100, 125, 180, 240]
    /// The true speed, in mm/s, above which an estimate with the opposite sign counts as a sign error.
    private static let signThreshold = 75.0

    /// The errors of an estimator.
    private struct Errors {
        var squares = 0.0
        var overshoot = 0.0
        var wrongSigns = 0
        var count = 0

        var rms: Double { (squares / Double(max(1, count))).squareRoot() }
        var bias: Double { overshoot / Double(max(1, count)) }

        mutating func add(_ estimate: Double, truth: Double) {
            squares += (estimate - truth) * (estimate - truth)
            overshoot += truth < 0 ? truth - estimate : estimate - truth
            if abs(truth) > BenchmarkVelocity.signThreshold, estimate * truth < 0 { wrongSigns += 1 }
            count += 1
        }
    }

    private struct Estimator: Sendable {
        let name: String
        /// The velocity along the stroke at the newest of `samples`, which are (seconds, mm), oldest first.
        let velocity: @Sendable ([(time: Double, travel: Double)]) -> Double
    }

    private static let estimators = [
        Estimator(name: "filter", velocity: { tracker($0).filteredVelocity.x }),
        Estimator(name: "least-squares parabola", velocity: { tracker($0).velocity.x }),
        Estimator(name: "straight line over 40 ms", velocity: line),
        Estimator(name: "impulse", velocity: impulse),
    ]

    /// The rows of the table: the RMS error of each estimator over all strokes, for each kind of stroke and for each rate.
    static func rows(strokesOfAKind: Int = 400, seed: UInt64 = 7) -> [BenchmarkCommand.Row] {
        var random = SeededGenerator(seed: seed)
        let groups = ["all"] + BenchmarkStroke.Kind.allCases.map(\.rawValue) + rates.map { "\(Int($0)) Hz" }
        var errors = groups.reduce(into: [String: [Errors]]()) {
            $0[$1] = Array(repeating: Errors(), count: estimators.count)
        }
        for rate in rates {
            for kind in BenchmarkStroke.Kind.allCases {
                for _ in 0..<strokesOfAKind {
                    let stroke = BenchmarkStroke(kind, &random)
                    let panel = BenchmarkPanel(
                        rate: rate, noise: random.uniform(0.05...0.5), step: random.uniform(0.05...0.3), holes: 0.05,
                        stampJitter: random.uniform(0...0.002))
                    guard let samples = judged(panel.samples(of: stroke, &random), of: stroke) else { continue }
                    let truth = stroke.speed(at: samples[samples.count - 1].time)
                    for (index, estimator) in estimators.enumerated() {
                        let estimate = estimator.velocity(samples)
                        for group in ["all", kind.rawValue, "\(Int(rate)) Hz"] {
                            errors[group]?[index].add(estimate, truth: truth)
                        }
                    }
                }
            }
        }
        return groups.flatMap { group in rows(of: group, errors[group] ?? []) }
    }

    private static func rows(of group: String, _ errors: [Errors]) -> [BenchmarkCommand.Row] {
        zip(estimators, errors).enumerated().map { index, pair in
            let (estimator, its) = pair
            var row = BenchmarkCommand.Row(
                name: "velocity at lift, \(group): \(estimator.name)", value: its.rms, unit: "mm/s RMS")
            row.details = [("bias", its.bias), ("wrong signs", Double(its.wrongSigns)), ("strokes", Double(its.count))]
            if index != 1 {
                row.reference = estimators[1].name
                row.ratio = its.rms / errors[1].rms
            }
            if index == 0, group == "all" { row.goal = errors[1].rms / 2 }
            return row
        }
    }

    /// The samples of the last 100 ms along the stroke; nil if they show no movement. Then the finger is at rest, which
    /// overrules every estimator.
    private static func judged(
        _ samples: [BenchmarkPanel.Sample], of stroke: BenchmarkStroke
    ) -> [(time: Double, travel: Double)]? {
        guard let last = samples.last, stroke.lift - (last.time - .zero).seconds <= Slop.stopped.seconds else {
            return nil
        }
        let recent = samples.filter { last.time - $0.time <= Slop.velocityHorizon }
        guard recent.contains(where: { a in recent.contains { ($0.position - a.position).length > Slop.distance } })
        else { return nil }
        return recent.map { sample in
            let way = sample.position - stroke.start
            return ((sample.time - .zero).seconds, way.x * stroke.direction.x + way.y * stroke.direction.y)
        }
    }

    private static func tracker(_ samples: [(time: Double, travel: Double)]) -> VelocityTracker {
        var tracker = VelocityTracker()
        for sample in samples { tracker.add(Vector(sample.travel, 0), at: .zero + .seconds(sample.time)) }
        return tracker
    }

    /// The least-squares line through the samples of the last 40 ms, at least three.
    private static func line(_ samples: [(time: Double, travel: Double)]) -> Double {
        let end = samples[samples.count - 1].time
        let first = min(samples.firstIndex { end - $0.time <= 0.04 } ?? 0, max(0, samples.count - 3))
        let last = samples[first...]
        let count = Double(last.count)
        let meanTime = last.reduce(0) { $0 + $1.time } / count
        let mean = last.reduce(0) { $0 + $1.travel } / count
        let squares = last.reduce(0) { $0 + ($1.time - meanTime) * ($1.time - meanTime) }
        let products = last.reduce(0) { $0 + ($1.time - meanTime) * ($1.travel - mean) }
        return squares > 0 ? products / squares : 0
    }

    /// Android's impulse: the speed of a free body that the finger has pushed along its samples.
    private static func impulse(_ samples: [(time: Double, travel: Double)]) -> Double {
        var energy = 0.0
        for index in samples.indices.dropFirst() {
            let (before, now) = (samples[index - 1], samples[index])
            let speed = (now.travel - before.travel) / (now.time - before.time)
            if samples.count == 2 { return speed }
            energy += (speed - speedOfBody(energy)) * abs(speed)
            if index == 1 { energy /= 2 }
        }
        return speedOfBody(energy)
    }

    private static func speedOfBody(_ energy: Double) -> Double {
        let speed = (2 * abs(energy)).squareRoot()
        return energy < 0 ? -speed : speed
    }
}
