// The edge widths of a panel, within which a finger counts as coming from the edge.

public import Geometry

/// The width of each edge, in mm, and whether it was measured on this panel.
public struct EdgeWidths: Hashable, Sendable {
    /// The edges whose width was measured with swipes on this panel. At these every finger within the width counts. At
    /// the others a fast finger in the last quarter of the width must come from beyond the glass.
    public private(set) var measured: Edges = []
    private var left, right, top, bottom: Double

    /// Sets all edges to `width` mm, not measured.
    public init(_ width: Double) { (left, right, top, bottom) = (width, width, width, width) }

    /// The width of `edge`, in mm. `edge` must be a single edge.
    public subscript(edge: Edges) -> Double {
        switch edge {
        case .left: left
        case .right: right
        case .top: top
        default: bottom
        }
    }

    /// Sets the width of `edge` to `width` mm, as measured on this panel. `edge` must be a single edge.
    public mutating func measure(_ edge: Edges, _ width: Double) {
        measured.insert(edge)
        switch edge {
        case .left: left = width
        case .right: right = width
        case .top: top = width
        default: bottom = width
        }
    }
}
