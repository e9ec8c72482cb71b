// How a kiosk's gestures behave: what the integrator can set, with the defaults.

import Gestures

/// Where a finger can start to pop a screen.
public enum PopStyle: String, CaseIterable, Sendable {
    /// From the leading edge.
    case edge
    /// From anywhere in the screen, and from the edge.
    case fullScreen = "full-screen"
    /// Nowhere.
    case off
}

/// What a finger that comes in from the trailing edge does.
public enum TrailingStyle: String, CaseIterable, Sendable {
    /// Nothing.
    case off
    /// It pops, as from the leading edge; the screen goes the finger's way.
    case pop
    /// It brings back the screen that was popped last.
    case forward
}

/// How a sheet and the scroll views in it share a finger.
public enum PullStyle: String, CaseIterable, Sendable {
    case continuous, separate, decline
}

/// How a kiosk's gestures behave. Lengths in mm.
public struct GestureSettings: Hashable, Sendable {
    /// Where a finger can start to pop; a screen can say otherwise.
    public var pop = PopStyle.edge
    /// What a finger from the trailing edge does.
    public var trailing = TrailingStyle.off
    /// Whether what a finger moves is shown where the finger will be when the frame is seen, instead of where it was when
    /// the panel last saw it.
    public var isResampling = true
    /// How near to an edge a finger counts as coming from it.
    public var edgeWidths = EdgeWidths(Slop.edgeWidth)
    /// Whether an edge pop takes swipes that the panel sees first beyond the edge width.
    public var takesSwipesFromBeyond = true
    /// How far a finger moves before it counts as moving.
    public var slop = Slop.distance
    /// When a pop finishes. What these values miss and take by mistake: docs/finish.md.
    public var popFinish = FinishRule(share: 1.0 / 3, limit: 60, velocityWeight: 0.3, slop: Slop.distance)
    /// When a pull dismisses a sheet.
    public var sheetFinish = FinishRule(share: 1.0 / 3, limit: 80, velocityWeight: 0.3, slop: Slop.distance)
    /// How a sheet and the scroll views in it share a finger.
    public var pull = PullStyle.continuous

    /// The defaults.
    public init() {}

    /// Sets the slop everywhere: a drag that has gone less than three of it finishes nothing.
    public mutating func setSlop(_ millimetres: Double) {
        slop = millimetres
        popFinish.slop = millimetres
        sheetFinish.slop = millimetres
    }

    /// A full-screen pop does not begin with less room than this before the far side of the panel: too little to follow.
    public static let leastRoom = 12.0
    /// The share of the panel's height that a sheet takes.
    public static let sheetHeight = 0.92
}
