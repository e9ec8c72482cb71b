// How a panel lies on its screen: the affine transform from reported positions to true positions.

import Geometry
import Machine

/// Targets, the touches that were aimed at them, and the transform between both.
///
/// Targets are in parts of the glass's width and height, touches in parts of the panel's (both 0…1). The touches are as
/// the panel reports them, without any calibration, so the transform is a LIBINPUT_CALIBRATION_MATRIX.
package struct PositionCalibration {
    /// A target and the reported touches on it.
    struct Mark: Hashable {
        /// The place of the target, in parts of the glass.
        let target: Point
        /// The reported places of the touches, in parts of the panel's axes.
        var touches: [Point] = []

        /// The mean of the touches. Nil without a touch.
        var touch: Point? {
            if touches.isEmpty { return nil }
            let sum = touches.reduce(Vector.zero) { $0 + ($1 - .zero) }
            return .zero + sum / Double(touches.count)
        }
    }

    /// The size of the glass in mm.
    var size: Size
    /// The targets, in the order in which the calibration asks for them.
    private(set) var marks: [Mark]

    /// The greatest root mean square of the residuals, in mm. This is Microsoft's limit for the error of a panel.
    static let acceptance = 1.0
    /// The distance of the outer targets from the edges, in mm. It is beyond the widest dead borders, and a fingertip
    /// fits in. At most a fifth of the glass.
    static let inset = 16.0
    /// The greatest number of targets that may be left out as outliers. With fewer than seven targets left, one wrong
    /// touch bends the fit.
    static let mostOutliers = 2
    /// A target is an outlier when its residual is greater than this, in mm, and greater than three times the root mean
    /// square of the other residuals.
    static let farOff = 3.0

    /// A calibration without touches, on a glass of `size` (mm).
    init(size: Size) {
        self.size = size
        let (x, y) = (min(0.2, Self.inset / size.width), min(0.2, Self.inset / size.height))
        // The order leads from corner to corner across the glass, so that the first three targets already show the
        // orientation.
        marks = [
            Point(x, y), Point(1 - x, 1 - y), Point(1 - x, y), Point(x, 1 - y), Point(0.5, 0.5), Point(0.5, y),
            Point(1 - x, 0.5), Point(0.5, 1 - y), Point(x, 0.5),
        ].map { Mark(target: $0) }
    }

    /// Adds a reported touch on the target `index`.
    mutating func add(_ touch: Point, to index: Int) { marks[index].touches.append(touch) }

    /// Removes the last touch on the target `index`.
    mutating func removeLast(of index: Int) { _ = marks[index].touches.popLast() }

    /// The distance between two touches on the glass, in mm.
    func distance(from one: Point, to other: Point) -> Double {
        let matrix = fit?.matrix ?? .identity
        let way = matrix.apply(to: other) - matrix.apply(to: one)
        return Vector(way.x * size.width, way.y * size.height).length
    }

    /// The fit. Nil when fewer than three targets are touched, or when the touches lie in one line.
    var fit: PositionFit? {
        let touched = marks.indices.filter { marks[$0].touch != nil }
        guard var matrix = matrix(of: touched) else { return nil }
        var kept = touched
        var outliers: [Int] = []
        while outliers.count < Self.mostOutliers, kept.count > 6 {
            // Each candidate is fitted without its target, because that target would pull the fit towards itself.
            let candidates = kept.compactMap { index -> (index: Int, matrix: AffineTransform, off: Double)? in
                self.matrix(of: kept.filter { $0 != index }).map { (index, $0, residual($0, index).length) }
            }
            guard let worst = candidates.max(by: { $0.off < $1.off }) else { break }
            let others = kept.filter { $0 != worst.index }.map { residual(worst.matrix, $0).length }
            guard worst.off > max(Self.farOff, 3 * rootMeanSquare(others)) else { break }
            outliers.append(worst.index)
            kept = kept.filter { $0 != worst.index }
            matrix = worst.matrix
        }
        let residuals = marks.indices.map { marks[$0].touch == nil ? nil : residual(matrix, $0) }
        return PositionFit(
            matrix: matrix, residuals: residuals, outliers: outliers.sorted(),
            rootMeanSquare: rootMeanSquare(kept.map { residual(matrix, $0).length }), targets: kept.count)
    }

    /// The residual of the target `index` under `matrix`, in mm.
    private func residual(_ matrix: AffineTransform, _ index: Int) -> Vector {
        guard let touch = marks[index].touch else { return .zero }
        let off = matrix.apply(to: touch) - marks[index].target
        return Vector(off.x * size.width, off.y * size.height)
    }

    /// The least-squares transform of the targets `indices`, each weighted once. Nil when the touches do not span the
    /// plane.
    private func matrix(of indices: [Int]) -> AffineTransform? {
        let pairs = indices.compactMap { index in marks[index].touch.map { (touch: $0, target: marks[index].target) } }
        guard pairs.count >= 3 else { return nil }
        let count = Double(pairs.count)
        let middle = pairs.reduce(Vector.zero) { $0 + ($1.touch - .zero) } / count
        let aim = pairs.reduce(Vector.zero) { $0 + ($1.target - .zero) } / count
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        var (ax, ay, bx, by) = (0.0, 0.0, 0.0, 0.0)
        for (touch, target) in pairs {
            let (p, q) = (touch - .zero - middle, target - .zero - aim)
            (xx, xy, yy) = (xx + p.x * p.x, xy + p.x * p.y, yy + p.y * p.y)
            (ax, ay, bx, by) = (ax + p.x * q.x, ay + p.y * q.x, bx + p.x * q.y, by + p.y * q.y)
        }
        let determinant = xx * yy - xy * xy
        // Touches in one line leave the transform undetermined across that line.
        guard determinant > 1e-6 * (xx + yy) * (xx + yy), determinant > 0 else { return nil }
        let (a, b) = ((ax * yy - ay * xy) / determinant, (ay * xx - ax * xy) / determinant)
        let (d, e) = ((bx * yy - by * xy) / determinant, (by * xx - bx * xy) / determinant)
        return AffineTransform(
            a, b, aim.x - a * middle.x - b * middle.y, d, e, aim.y - d * middle.x - e * middle.y)
    }
}

/// The orientation of a panel on its screen, and the quality of the fit.
package struct PositionFit: Hashable {
    /// The transform from the panel's axes to the glass, both 0…1.
    let matrix: AffineTransform
    /// The residual of each target in mm. Nil for a target that was not touched.
    let residuals: [Vector?]
    /// The indices of the targets that were left out.
    let outliers: [Int]
    /// The root mean square of the residuals of the other targets, in mm.
    let rootMeanSquare: Double
    /// The number of targets in the fit.
    let targets: Int

    /// The nearest of the eight orientations of a panel on a screen.
    var orientation: PanelOrientation { PanelOrientation(nearest: matrix) }

    /// Why the fit cannot be accepted. Nil when it can.
    var problem: String? {
        if targets < 5 { return "only \(targets) targets can be used; five are needed" }
        if rootMeanSquare > PositionCalibration.acceptance {
            return "the touches are \(tenths(rootMeanSquare)) mm off (root mean square), more than "
                + "\(tenths(PositionCalibration.acceptance)) mm"
        }
        // The scale that remains after the orientation. A panel is never twice as large as its screen.
        let (wide, high) = (
            (matrix.a * matrix.a + matrix.d * matrix.d).squareRoot(),
            (matrix.b * matrix.b + matrix.e * matrix.e).squareRoot()
        )
        if min(wide, high) < 0.5 || max(wide, high) > 2 {
            return "the panel would be \(tenths(100 / wide)) % × \(tenths(100 / high)) % of the screen; "
                + "is it this screen's panel?"
        }
        return nil
    }
}

/// The root mean square of `values`. 0 for an empty array.
func rootMeanSquare(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}

extension PanelRecord.Position {
    package init(_ fit: PositionFit) {
        let lengths = fit.residuals.enumerated().compactMap { index, residual in
            fit.outliers.contains(index) ? nil : residual?.length
        }
        self.init(
            matrix: fit.matrix, residual: fit.rootMeanSquare, worst: lengths.max() ?? 0, targets: fit.targets,
            leftOut: fit.outliers.count)
    }
}
