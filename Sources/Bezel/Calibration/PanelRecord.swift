// What is kept of a panel's calibration: how it lies on its screen, how large it is, how wide its edges are, how it trembles.

import Geometry
import Pages
import Stage

/// The measurements of one panel. What was not measured is nil.
struct PanelRecord: Hashable {
    /// The panel's name as it gives it.
    var name = ""
    /// The day of the last measurement, such as `2026-11-21`.
    var date = ""
    /// How it lies on its screen.
    var position: Position?
    /// The picture in mm.
    var size: Size?
    /// What was measured at each edge.
    var edges: [EdgeName: EdgeProposal] = [:]
    /// How it trembles.
    var noise: NoiseResult?

    /// How a panel lies on its screen.
    struct Position: Hashable {
        /// From its axes to the glass, both 0…1.
        var matrix: AffineTransform
        /// Of the residuals, in mm, root mean square, and the greatest.
        var residual: Double
        var worst: Double
        /// How many targets it goes by, and how many were left out.
        var targets: Int
        var leftOut: Int
    }

    /// An edge as files name it.
    enum EdgeName: String, CaseIterable {
        case left, right, top, bottom

        var edge: Edges {
            switch self {
            case .left: .left
            case .right: .right
            case .top: .top
            case .bottom: .bottom
            }
        }
    }

    /// This, with what was not measured taken from `older`.
    func completed(by older: PanelRecord?) -> PanelRecord {
        guard let older else { return self }
        var all = self
        all.name = name.isEmpty ? older.name : name
        all.position = position ?? older.position
        all.size = size ?? older.size
        all.edges = older.edges.merging(edges) { $1 }
        all.noise = noise ?? older.noise
        return all
    }

    /// The size (mm) of the glass on which the panel that says it is `reported` lies: what was measured, else what it
    /// says, lengthways as it lies; nil when neither is known.
    func glass(reported: Size?) -> Size? {
        if let size { return size }
        guard let reported else { return nil }
        return position.map { PanelOrientation(nearest: $0.matrix).isSideways } == true
            ? Size(reported.height, reported.width) : reported
    }
}

extension PanelRecord {
    /// What it says, in a line for people.
    var summary: String {
        var parts = date.isEmpty ? [] : [date]
        if let position {
            parts.append("\(PanelOrientation(nearest: position.matrix).rawValue), \(tenths(position.residual)) mm off")
        }
        if let size { parts.append("\(tenths(size.width)) × \(tenths(size.height)) mm") }
        parts += EdgeName.allCases.compactMap { name in
            edges[name].map { "\(name.rawValue) edge \(tenths($0.width)) mm" }
        }
        if let noise { parts.append("trembles by \(tenths(noise.jitter)) mm") }
        return parts.joined(separator: "; ")
    }
}

extension PanelRecord.Position {
    init(_ fit: PositionFit) {
        let lengths = fit.residuals.enumerated().compactMap { index, residual in
            fit.outliers.contains(index) ? nil : residual?.length
        }
        self.init(
            matrix: fit.matrix, residual: fit.rootMeanSquare, worst: lengths.max() ?? 0, targets: fit.targets,
            leftOut: fit.outliers.count)
    }
}
