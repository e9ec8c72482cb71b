// What a resting finger shows of a panel: its jitter, its scan rate, and its lifts.

import Geometry
import Machine
import Testing

@testable import Benchmark
@testable import Bezel
@testable import Calibration

struct NoiseCalibrationTests {
    @Test(arguments: [(40.0, 0.1, true), (60, 0.3, false), (100, 0.5, false), (240, 1.0, true)])
    func `jitter and scan rate are found to a tenth`(_ rate: Double, _ noise: Double, _ isResampling: Bool) throws {
        var random = SeededGenerator(seed: 3)
        var panel = SimulatedPanel()
        (panel.rate, panel.noise) = (rate, noise)
        var calibration = NoiseCalibration()
        for _ in 0..<2 {
            let rest = panel.touch(Point(200, 150), for: 3, &random)
            calibration.add(
                .init(
                    samples: rest.map {
                        .init(
                            time: .zero + .seconds($0.time),
                            position: Point($0.place.x * panel.size.width, $0.place.y * panel.size.height))
                    }, lift: .zero + .seconds(rest.last!.time + 1 / rate + 0.03)))
        }
        let measured = calibration.result
        let result = try #require(measured)
        #expect(abs(result.jitter / noise - 1) < 0.1, "\(result.jitter)")
        #expect(abs(try #require(result.scanRate) / rate - 1) < 0.01)
        #expect(abs(try #require(result.liftDelay) - 0.03) < 0.001)
        #expect(result.slop == max(2, (4.5 * result.jitter * 10).rounded(.up) / 10))
        #expect(result.isResampling == isResampling)
    }

    @Test func `a finger that wanders off does not rest`() {
        var calibration = NoiseCalibration()
        calibration.add(
            .init(
                samples: (0..<200).map {
                    .init(time: .zero + .milliseconds(10 * $0), position: Point(Double($0), 50))
                }, lift: nil))
        #expect(calibration.result == nil)
    }

    @Test func `holes are counted, and the longest is named`() throws {
        var calibration = NoiseCalibration()
        let times = (0..<300).filter { !(100..<104).contains($0) && $0 != 200 }
        calibration.add(
            .init(
                samples: times.map { .init(time: .zero + .milliseconds(10 * $0), position: Point(50, 50)) }, lift: nil))
        let result = try #require(calibration.result)
        #expect(result.holes == 2)
        #expect(abs(result.longestHole - 0.05) < 1e-9)
    }
}
