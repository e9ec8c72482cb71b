// How wide each edge of the panel is, from which fingers come.

public import Geometry

/// The width of each edge, in mm, and whether it was measured on this panel.
public struct EdgeWidths: Hashable, Sendable {
    /// The edges whose width was measured with swipes on this panel: there each finger within it counts. Elsewhere fast
    /// ones in its last quarter have to come from beyond the glass.
    public private(set) var measured: Edges = []
    private var left, right, top, bottom: Double

    /// All edges are `width` mm wide; nobody measured it.
    public init(_ width: Double) { (left, right, top, bottom) = (width, width, width, width) }

    /// The width of `edge`, which is one edge, in mm.
    public subscript(edge: Edges) -> Double {
        switch edge {
        case .left: left
        case .right: right
        case .top: top
        default: bottom
        }
    }

    /// `edge`, which is one edge, was measured to need `width` mm.
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
