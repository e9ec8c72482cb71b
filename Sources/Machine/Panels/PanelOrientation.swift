// The eight orientations of a panel on its screen.

package import Geometry

/// One of the eight orientations of a panel on its screen.
package enum PanelOrientation: String, CaseIterable {
    case upright = "as the screen"
    case quarter = "turned by 90°"
    case half = "turned by 180°"
    case threeQuarters = "turned by 270°"
    case mirroredSideways = "mirrored left to right"
    case mirroredUpright = "mirrored top to bottom"
    case swapped = "axes swapped"
    case swappedMirrored = "axes swapped and mirrored"

    /// The transform from the panel's axes to the glass, both 0…1. A panel that is turned clockwise by 90° has its top
    /// left at the glass's top right.
    package var matrix: AffineTransform {
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
    package var isSideways: Bool { matrix.a == 0 }

    /// The orientation whose axes are most similar to those of `matrix`.
    package init(nearest matrix: AffineTransform) {
        func likeness(_ other: AffineTransform) -> Double {
            matrix.a * other.a + matrix.b * other.b + matrix.d * other.d + matrix.e * other.e
        }
        self = Self.allCases.max { likeness($0.matrix) < likeness($1.matrix) } ?? .upright
    }
}

/// `value` rounded to one decimal.
package func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
