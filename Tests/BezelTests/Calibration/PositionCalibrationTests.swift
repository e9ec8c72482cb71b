// Nine touches show how a panel lies on its screen, whatever its orientation.

import Geometry
import Testing

@testable import Bezel
@testable import Calibration
@testable import Machine

struct PositionCalibrationTests {
    private let size = Size(527, 296)

    /// Nine touches on a panel that lies as `placement` says, each off by `off` of its number (mm on the glass).
    private func calibration(_ placement: AffineTransform, off: (Int) -> Vector = { _ in .zero }) throws
        -> PositionCalibration
    {
        var calibration = PositionCalibration(size: size)
        let inverse = try #require(placement.inverse)
        for (index, mark) in calibration.marks.enumerated() {
            let off = off(index)
            calibration.add(
                inverse.apply(to: mark.target + Vector(off.x / size.width, off.y / size.height)), to: index)
        }
        return calibration
    }

    @Test(arguments: PanelOrientation.allCases)
    func `each of the eight orientations is found, with the matrix`(_ orientation: PanelOrientation) throws {
        let placement = orientation.matrix.then(AffineTransform(1.02, 0.001, -0.01, -0.002, 0.98, 0.012))
        let fit = try #require(calibration(placement).fit)
        #expect(fit.orientation == orientation)
        #expect(fit.problem == nil)
        #expect(fit.rootMeanSquare < 1e-9)
        for (found, meant) in zip(numbers(fit.matrix), numbers(placement)) { #expect(abs(found - meant) < 1e-9) }
    }

    @Test func `one touch that went wrong is left out and named`() throws {
        let fit = try #require(
            calibration(.identity) { $0 == 4 ? Vector(20, -14) : Vector(0.3, $0 % 2 == 0 ? 0.2 : -0.2) }.fit)
        #expect(fit.outliers == [4])
        #expect(fit.targets == 8)
        #expect(fit.problem == nil)
        #expect(abs(fit.residuals[4]!.length - Vector(20, -14).length) < 1)
    }

    @Test func `touches that are all off are refused, with the allowed error`() throws {
        let fit = try #require(calibration(.identity) { Vector($0 % 2 == 0 ? 2 : -2, $0 % 3 == 0 ? 2 : -1) }.fit)
        #expect(fit.rootMeanSquare > 1)
        #expect(fit.problem?.contains("more than 1.0 mm") == true)
    }

    @Test func `a panel of another screen is refused`() throws {
        let fit = try #require(calibration(AffineTransform(0.4, 0, 0.2, 0, 0.4, 0.2)).fit)
        #expect(fit.problem?.contains("is it this screen's panel?") == true)
    }

    @Test func `two touches give no fit, nor do three in a line`() {
        var calibration = PositionCalibration(size: size)
        calibration.add(Point(0.1, 0.1), to: 0)
        calibration.add(Point(0.9, 0.9), to: 1)
        #expect(calibration.fit == nil)
        calibration.add(Point(0.5, 0.5), to: 4)
        #expect(calibration.fit == nil)
        calibration.add(Point(0.9, 0.1), to: 2)
        #expect(calibration.fit?.problem?.contains("five are needed") == true)
    }

    private func numbers(_ matrix: AffineTransform) -> [Double] {
        [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
    }
}
