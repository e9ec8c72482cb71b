// A simulated panel after its calibration: what the calibrator made of its touches.

import Geometry
import Gestures

@testable import Benchmark
@testable import Bezel
@testable import Calibration
@testable import Machine

/// Goes through the steps as a person would.
struct CalibratedPanel {
    let panel: SimulatedPanel
    let fit: PositionFit
    let period: Double
    let noise: NoiseResult
    let edge = Edges.left
    private(set) var calibration = EdgeCalibration()

    /// Nil when the position is not accepted.
    init?(_ panel: SimulatedPanel, _ random: inout SeededGenerator) {
        self.panel = panel
        var position = PositionCalibration(size: panel.size)
        // When the touches are too far off, they are made again.
        for _ in 0..<3 where position.fit?.problem != nil || position.fit == nil {
            for (index, mark) in position.marks.enumerated() {
                let target = Point(mark.target.x * panel.size.width, mark.target.y * panel.size.height)
                let samples = panel.touch(target, for: 0.4, &random)
                guard !samples.isEmpty else { return nil }
                let sum = samples.reduce(Vector.zero) { $0 + ($1.place - .zero) }
                position.add(.zero + sum / Double(samples.count), to: index)
            }
        }
        guard let fit = position.fit, fit.problem == nil else { return nil }
        self.fit = fit
        var noise = NoiseCalibration()
        let middle = Point(panel.size.width / 2, panel.size.height / 2)
        let rest = panel.touch(middle, for: 3, &random)
        noise.add(
            .init(samples: Self.mapped(rest, fit, panel.size), lift: Self.instant(rest.last!.time + 1 / panel.rate)))
        noise.record(contacts: 1)
        guard let result = noise.result, let period = noise.scanPeriod else { return nil }
        self.noise = result
        self.period = period
        var number = 0
        while let wanted = calibration.wanted, calibration.counted.count < wanted {
            let isClumsy = random.uniform(0...1) < panel.clumsy
            number += 1
            guard let stroke = stroke(number, isClumsy: isClumsy, &random) else { continue }
            calibration.add(swipe: stroke)
        }
    }

    /// A fresh swipe as the calibrated panel sees it; nil when it sees nothing.
    func stroke(_ index: Int, isClumsy: Bool = false, _ random: inout SeededGenerator) -> EdgeStroke? {
        let samples = panel.swipe(over: edge, index: index, isClumsy: isClumsy, &random)
        return EdgeStroke(
            Self.mapped(samples, fit, panel.size), from: edge, of: panel.size, scanPeriod: period)
    }

    private static func mapped(
        _ samples: [(time: Double, place: Point)], _ fit: PositionFit, _ size: Size
    ) -> [EdgeStroke.Sample] {
        samples.map { time, place in
            let glass = fit.matrix.apply(to: place)
            return .init(time: instant(time), position: Point(glass.x * size.width, glass.y * size.height))
        }
    }

    private static func instant(_ seconds: Double) -> Instant { .zero + .seconds(10 + seconds) }
}
