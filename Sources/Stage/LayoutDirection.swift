// Which way text runs, and with it the way into a screen and out of it.

public import Geometry

/// Which way text runs. The leading edge, from which a page is popped, is where lines begin.
public enum LayoutDirection: String, CaseIterable, Sendable {
    case leftToRight = "left-to-right"
    case rightToLeft = "right-to-left"

    /// Which way out is along x: 1 to the right, −1 to the left.
    public var outwards: Double { self == .leftToRight ? 1 : -1 }
    /// The edge where lines begin.
    public var leading: Edges { self == .leftToRight ? .left : .right }
    /// The edge where lines end.
    public var trailing: Edges { self == .leftToRight ? .right : .left }
}
