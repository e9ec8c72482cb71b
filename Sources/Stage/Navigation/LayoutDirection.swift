// The direction of text, which also decides the ways into a screen and out of it.

import Drawing
public import Geometry

/// The direction of text. A page is popped from the leading edge, where lines begin.
public enum LayoutDirection: String, CaseIterable, Sendable {
    case leftToRight = "left-to-right"
    case rightToLeft = "right-to-left"

    /// The way out along x: 1 is right, −1 is left.
    public var outwards: Double { self == .leftToRight ? 1 : -1 }
    /// The edge where lines begin.
    public var leading: Edges { self == .leftToRight ? .left : .right }
    /// The edge where lines end.
    public var trailing: Edges { self == .leftToRight ? .right : .left }

    /// The direction of `language` (BCP 47).
    public init(language: String) {
        self = AttributedText.isRightToLeft(language: language) ? .rightToLeft : .leftToRight
    }
}
