// The edge width that the calibration proposes keeps its promise on panels that the calibration knows nothing about.

import Geometry
import Glibc
import Machine
import Testing

@testable import Benchmark
@testable import Bezel
@testable import Calibration

struct EdgeCalibrationTests {
    /// A stroke that is first seen `distance` mm inside the edge.
    private func stroke(_ distance: Double, reach: Double = 50) -> EdgeStroke {
        EdgeStroke(distance: distance, speed: 300, scanPeriod: 0.01, reach: reach)
    }

    @Test func `the greatest of 59 swipes promises at most 5 % at 95 % confidence`() {
        #expect(BinomialBound.most(0, of: 59, confidence: 0.95) < 0.05)
        #expect(BinomialBound.most(0, of: 58, confidence: 0.95) > 0.05)
        // Published: with 20 swipes and none missed, 13.9 %.
        #expect(abs(BinomialBound.most(0, of: 20, confidence: 0.95) - 0.139) < 0.0005)
        #expect(BinomialBound.allowed(of: 93, share: 0.05, confidence: 0.95) == 1)
        #expect(BinomialBound.allowed(of: 92, share: 0.05, confidence: 0.95) == 0)
        #expect(BinomialBound.allowed(of: 124, share: 0.05, confidence: 0.95) == 2)
    }

    @Test func `a narrow distribution needs 59 swipes, and fewer give a weaker promise`() throws {
        var calibration = EdgeCalibration()
        for index in 0..<58 { calibration.add(swipe: stroke(4 + Double(index % 10) / 20)) }
        #expect(calibration.wanted == 59)
        let early = try #require(calibration.proposal)
        #expect(!early.holds)
        #expect(early.missBound > 0.05 && early.missBound < 0.06)
        calibration.add(swipe: stroke(4.2))
        #expect(calibration.wanted == nil)
        let proposal = try #require(calibration.proposal)
        #expect(proposal.holds)
        #expect(proposal.width == 4.5)
    }

    @Test func `a long tail needs more swipes`() throws {
        var calibration = EdgeCalibration()
        for index in 0..<59 { calibration.add(swipe: stroke(index % 5 == 0 ? 9 : 4)) }
        #expect(calibration.wanted == nil, "twelve of 59 lie far out: that is where the width belongs")
        calibration.removeAll()
        for index in 0..<59 { calibration.add(swipe: stroke(index == 30 ? 9 : 4)) }
        #expect(calibration.wanted == 110)
        for _ in 59..<110 { calibration.add(swipe: stroke(4)) }
        #expect(calibration.wanted == nil)
        #expect(try #require(calibration.proposal).width == 4)
    }

    @Test func `a stroke that came down in the page or hardly moved is no swipe`() {
        var calibration = EdgeCalibration()
        for _ in 0..<20 { calibration.add(swipe: stroke(3)) }
        calibration.add(swipe: EdgeStroke(distance: 25, speed: 40, scanPeriod: 0.01, reach: 50))
        calibration.add(swipe: stroke(2, reach: 4))
        #expect(calibration.counted.count == 20)
        #expect(calibration.leftOut == 2)
    }

    @Test func `a dead border is found`() {
        var calibration = EdgeCalibration()
        for index in 0..<59 { calibration.add(swipe: stroke(6.1 + Double(index % 7) / 3)) }
        #expect(abs(calibration.deadBorder - 6.1) < 0.01)
        var whole = EdgeCalibration()
        for index in 0..<59 { whole.add(swipe: stroke(0.4 + Double(index % 7) / 3)) }
        #expect(whole.deadBorder == 0)
    }

    @Test func `when a width cannot keep both promises, a narrower one is offered`() throws {
        var calibration = EdgeCalibration()
        for index in 0..<59 { calibration.add(swipe: stroke(4 + Double(index % 5))) }
        for index in 0..<20 { calibration.add(drag: stroke(6 + Double(index))) }
        let proposal = try #require(calibration.proposal)
        #expect(proposal.width == 8)
        #expect(proposal.taken == 3)
        let narrower = try #require(calibration.narrower)
        #expect(narrower.taken <= 1)
        #expect(narrower.missed > 0)
        #expect(narrower.width == 6.9)
        var free = calibration
        free.removeAll()
        #expect(free.narrower == nil)
    }

    /// The promise: at most 5 % missed, in 95 % of all calibrations. `BEZEL_RUNS=2000` runs the full proof.
    @Test func `the promise holds on panels of all kinds`() throws {
        let environment = getenv("BEZEL_RUNS").flatMap { Int(String(cString: $0)) }
        let runs = environment ?? 40
        let fresh = environment == nil ? 300 : 3000
        var random = SeededGenerator(seed: getenv("BEZEL_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20)
        var (broken, refused, swipes) = (0, 0, 0)
        var ratios: [Double] = []
        var atFirstLook = 0
        for _ in 0..<runs {
            var truth = SimulatedPanel(&random)
            truth.aim = 0.5
            guard let calibrated = CalibratedPanel(truth, &random) else {
                refused += 1
                continue
            }
            let width = try #require(calibrated.calibration.proposal).width
            // Some swipes are never seen: a panel that waits for a second scan can miss a fast one entirely.
            let distances = (0..<fresh).compactMap { calibrated.stroke($0, &random)?.distance }.sorted()
            let needed = max(
                EdgeCalibration.leastWidth, distances[Int((0.95 * Double(distances.count)).rounded(.up)) - 1])
            if Double(distances.count { $0 > width }) > 0.05 * Double(distances.count) { broken += 1 }
            ratios.append(width / needed)
            swipes += calibrated.calibration.swipes.count
            if calibrated.calibration.counted.count == 59 { atFirstLook += 1 }
        }
        ratios.sort()
        let count = runs - refused
        if environment != nil {
            print(
                "\(count) calibrations: the promise broken in \(broken), width / least that holds: median "
                    + "\(ratios[count / 2]), 99 % \(ratios[count * 99 / 100]), most \(ratios[count - 1]), over 1.5: "
                    + "\(ratios.count { $0 > 1.5 }); \(swipes / count) swipes each, 59 enough in \(atFirstLook), refused \(refused)"
            )
        }
        #expect(refused <= runs / 50)
        #expect(
            Double(broken) <= 0.06 * Double(count) + 2 * (0.05 * Double(count)).squareRoot()
                * (environment == nil ? 1 : 0))
        #expect(ratios[count - 1] <= 1.5)
    }
}
