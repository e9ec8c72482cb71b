// How a panel lies on its screen: the affine transform that leads from where it says a finger is to where it is.

import Geometry

/// Targets and the touches that were aimed at them, and the transform between them.
///
/// Both are in parts of the panel's and the glass's width and height (0…1), the touches as the panel reports them without
/// any calibration, so the transform is a LIBINPUT_CALIBRATION_MATRIX.
struct PositionCalibration {
    /// A target and where the panel saw the fingers that were put on it.
    struct Mark: Hashable {
        /// In parts of the glass.
        let target: Point
        /// In parts of the panel's axes.
        var touches: [Point] = []

        /// The middle of the touches; nil without any.
        var touch: Point? {
            if touches.isEmpty { return nil }
            let sum = touches.reduce(Vector.zero) { $0 + ($1 - .zero) }
            return .zero + sum / Double(touches.count)
        }
    }

    /// The glass in mm.
    var size: Size
    /// The targets, in the order in which they are asked for.
    private(set) var marks: [Mark]

    /// The most that the residuals may be, in mm, root mean square: Microsoft's limit for a panel's error.
    static let acceptance = 1.0
    /// How far a target is from the edges, in mm: past the widest dead borders, and a fingertip fits in.
    static let inset = 16.0
    /// How many targets may be left out as outliers: with fewer than seven left, one wrong touch bends the fit.
    static let mostOutliers = 2
    /// Further off than this, in mm, and thrice as far as the others, is an outlier.
    static let farOff = 3.0

    /// Nothing touched yet, on a glass of `size` (mm).
    init(size: Size) {
        self.size = size
        let (x, y) = (min(0.2, Self.inset / size.width), min(0.2, Self.inset / size.height))
        // Corner to corner across the glass, so that the first three already say how the panel lies.
        marks = [
            Point(x, y), Point(1 - x, 1 - y), Point(1 - x, y), Point(x, 1 - y), Point(0.5, 0.5), Point(0.5, y),
            Point(1 - x, 0.5), Point(0.5, 1 - y), Point(x, 0.5),
        ].map { Mark(target: $0) }
    }

    /// A finger was put on the target `index`; the panel saw it at `touch`.
    mutating func add(_ touch: Point, to index: Int) { marks[index].touches.append(touch) }

    /// Takes back the last touch of the target `index`.
    mutating func removeLast(of index: Int) { _ = marks[index].touches.popLast() }

    /// How far apart two touches are on the glass, in mm.
    func distance(from one: Point, to other: Point) -> Double {
        let matrix = fit?.matrix ?? .identity
        let way = matrix.apply(to: other) - matrix.apply(to: one)
        return Vector(way.x * size.width, way.y * size.height).length
    }

    /// The fit; nil with fewer than three targets touched, or with touches in one line.
    var fit: PositionFit? {
        let touched = marks.indices.filter { marks[$0].touch != nil }
        guard var matrix = matrix(of: touched) else { return nil }
        var kept = touched
        var outliers: [Int] = []
        while outliers.count < Self.mostOutliers, kept.count > 6 {
            // Without the target in question, or it pulls the others towards itself.
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

    /// How far off the target `index` is, in mm, by `matrix`.
    private func residual(_ matrix: AffineTransform, _ index: Int) -> Vector {
        guard let touch = marks[index].touch else { return .zero }
        let off = matrix.apply(to: touch) - marks[index].target
        return Vector(off.x * size.width, off.y * size.height)
    }

    /// The least squares of the targets `indices`, each counted once; nil where they do not span the plane.
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
        // Three places in one line leave the transform open across it.
        guard determinant > 1e-6 * (xx + yy) * (xx + yy), determinant > 0 else { return nil }
        let (a, b) = ((ax * yy - ay * xy) / determinant, (ay * xx - ax * xy) / determinant)
        let (d, e) = ((bx * yy - by * xy) / determinant, (by * xx - bx * xy) / determinant)
        return AffineTransform(
            a, b, aim.x - a * middle.x - b * middle.y, d, e, aim.y - d * middle.x - e * middle.y)
    }
}

/// How a panel lies on its screen, and how sure that is.
struct PositionFit: Hashable {
    /// From the panel's axes to the glass, both 0…1.
    let matrix: AffineTransform
    /// For each target how far off it is, in mm; nil for one that was not touched.
    let residuals: [Vector?]
    /// The targets that were left out.
    let outliers: [Int]
    /// Of the residuals of the others, in mm.
    let rootMeanSquare: Double
    /// How many targets it goes by.
    let targets: Int

    /// Which of the eight ways to lay a panel on a screen it is.
    var orientation: PanelOrientation { PanelOrientation(nearest: matrix) }

    /// Why it cannot be taken; nil when it can.
    var problem: String? {
        if targets < 5 { return "only \(targets) targets can be used; five are needed" }
        if rootMeanSquare > PositionCalibration.acceptance {
            return "the touches are \(tenths(rootMeanSquare)) mm off (root mean square), more than "
                + "\(tenths(PositionCalibration.acceptance)) mm"
        }
        // What is left of the panel after its orientation: a panel never is twice as large as its screen.
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

/// One of the eight ways in which a panel can lie on its screen.
enum PanelOrientation: String, CaseIterable {
    case upright = "as the screen"
    case quarter = "turned by 90°"
    case half = "turned by 180°"
    case threeQuarters = "turned by 270°"
    case mirroredSideways = "mirrored left to right"
    case mirroredUpright = "mirrored top to bottom"
    case swapped = "axes swapped"
    case swappedMirrored = "axes swapped and mirrored"

    /// From the panel's axes to the glass, both 0…1. A panel that is turned clockwise by 90° has its top left at the
    /// glass's top right.
    var matrix: AffineTransform {
        switch self {
        case .upright: .identity
        case .quarter: AffineTransform(0, -1, 1, 1, 0, 0)
        case .half: AffineTransform(-1, 0, 1, 0, -1, 1)
        case .threeQuarters: AffineTransform(0, 1, 0, -1, 0, 1)
        case .mirroredSideways: AffineTransform(-1, 0, 1, 0, 1, 0)
        case .mirroredUpright: AffineTransform(1, 0, 0, 0, -1, 1)
        case .swapped: AffineTransform(0, 1, 0, 1, 0, 0)
        case .swappedMirrored: AffineTransform(0, -1, 1, -1, 0, 1)
        }
    }

    /// Whether the panel's width lies along the glass's height.
    var isSideways: Bool { matrix.a == 0 }

    /// The one that leads each axis as `matrix` does.
    init(nearest matrix: AffineTransform) {
        func likeness(_ other: AffineTransform) -> Double {
            matrix.a * other.a + matrix.b * other.b + matrix.d * other.d + matrix.e * other.e
        }
        self = Self.allCases.max { likeness($0.matrix) < likeness($1.matrix) } ?? .upright
    }
}

/// The square root of the mean of the squares; 0 of none.
func rootMeanSquare(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}

/// With one decimal.
func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
