// The record of a panel's calibration: its position on the screen, its size, its edge widths and its noise.

package import Geometry
import Pages
import Stage

/// The measurements of one panel. Nil stands for what was not measured.
package struct PanelRecord: Hashable {
    /// The name that the panel reports.
    package var name = ""
    /// The date of the last measurement, such as `2026-11-21`.
    package var date = ""
    /// The position of the panel on its screen.
    package var position: Position?
    /// The size of the glass in mm, not rotated with the picture.
    package var size: Size?
    /// The measurements of each edge.
    package var edges: [EdgeName: EdgeProposal] = [:]
    /// The noise of the panel.
    package var noise: NoiseResult?

    /// The position of a panel on its screen.
    package struct Position: Hashable {
        /// The transform from the panel's axes to the glass, both 0…1.
        package var matrix: AffineTransform
        /// The root mean square of the residuals, and the greatest residual, in mm.
        package var residual: Double
        package var worst: Double
        /// The number of targets in the fit, and the number of targets left out.
        package var targets: Int
        package var leftOut: Int

        package init(matrix: AffineTransform, residual: Double, worst: Double, targets: Int, leftOut: Int) {
            self.matrix = matrix
            self.residual = residual
            self.worst = worst
            self.targets = targets
            self.leftOut = leftOut
        }
    }

    /// An edge by its name in files.
    package enum EdgeName: String, CaseIterable {
        case left, right, top, bottom

        package var edge: Edges {
            switch self {
            case .left: .left
            case .right: .right
            case .top: .top
            case .bottom: .bottom
            }
        }
    }

    /// This record, with the values that were not measured taken from `older`.
    package func completed(by older: PanelRecord?) -> PanelRecord {
        guard let older else { return self }
        var all = self
        all.name = name.isEmpty ? older.name : name
        all.position = position ?? older.position
        all.size = size ?? older.size
        all.edges = older.edges.merging(edges) { $1 }
        all.noise = noise ?? older.noise
        return all
    }

    /// The size (mm) of the glass under a panel that reports the size `reported`. This is the measured size, or else
    /// the reported size rotated with the panel's orientation. Nil when neither is known.
    package func glass(reported: Size?) -> Size? {
        size ?? reported.map(lying)
    }

    /// The size (mm) that the panel reports as `reported`, rotated with the panel's orientation.
    package func lying(_ reported: Size) -> Size {
        position.map { PanelOrientation(nearest: $0.matrix).isSideways } == true
            ? Size(reported.height, reported.width) : reported
    }

    package init(
        name: String = "", date: String = "", position: Position? = nil, size: Size? = nil,
        edges: [EdgeName: EdgeProposal] = [:], noise: NoiseResult? = nil
    ) {
        self.name = name
        self.date = date
        self.position = position
        self.size = size
        self.edges = edges
        self.noise = noise
    }
}

extension PanelRecord {
    /// The measurements in one line for people.
    package var summary: String {
        var parts = date.isEmpty ? [] : [date]
        if let position {
            parts.append("\(PanelOrientation(nearest: position.matrix).rawValue), \(tenths(position.residual)) mm off")
        }
        if let size { parts.append("\(tenths(size.width)) × \(tenths(size.height)) mm") }
        parts += EdgeName.allCases.compactMap { name in
            edges[name].map { "\(name.rawValue) edge \(tenths($0.width)) mm" }
        }
        if let noise { parts.append("jitter \(tenths(noise.jitter)) mm") }
        return parts.joined(separator: "; ")
    }
}
