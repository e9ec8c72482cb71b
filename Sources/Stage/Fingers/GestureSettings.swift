// The settings of a kiosk's gestures, with their defaults.

import Gestures

/// The places where a pop can start.
public enum PopStyle: String, CaseIterable, Sendable {
    /// The leading edge.
    case edge
    /// Anywhere in the screen, including the edge.
    case fullScreen = "full-screen"
    /// Nowhere.
    case off
}

/// The effects of a finger from the trailing edge.
public enum TrailingStyle: String, CaseIterable, Sendable {
    /// No effect.
    case off
    /// The finger pops, as from the leading edge; the screen leaves in the finger's direction.
    case pop
    /// The finger brings back the screen that was popped last.
    case forward
}

/// The ways in which a sheet and the scroll views in it share a finger.
public enum PullStyle: String, CaseIterable, Sendable {
    case continuous, separate, decline
}

/// The settings of a kiosk's gestures. Lengths are in mm.
public struct GestureSettings: Hashable, Sendable {
    /// Where a pop can start. A screen can override it.
    public var pop = PopStyle.edge
    /// The effect of a finger from the trailing edge.
    public var trailing = TrailingStyle.off
    /// Whether things that follow a finger are drawn at its predicted position for the time when the frame is seen,
    /// instead of at its last reported position.
    public var isResampling = true
    /// The distance from each edge within which a finger counts as coming from it.
    public var edgeWidths = EdgeWidths(Slop.edgeWidth)
    /// Whether an edge pop takes swipes that the panel first reports farther in than the edge width.
    public var takesSwipesFromBeyond = true
    /// The distance that a finger has to move before it counts as moving.
    public var slop = Slop.distance
    /// The rule by which a pop finishes. docs/finish.md shows how many swipes these values miss and take by mistake.
    public var popFinish = FinishRule(share: 1.0 / 3, limit: 60, velocityWeight: 0.3, slop: Slop.distance)
    /// The rule by which a pull dismisses a sheet.
    public var sheetFinish = FinishRule(share: 1.0 / 3, limit: 80, velocityWeight: 0.3, slop: Slop.distance)
    /// How a sheet and the scroll views in it share a finger.
    public var pull = PullStyle.continuous

    /// The default settings.
    public init() {}

    /// Sets the slop everywhere. A drag of less than three times the slop finishes nothing.
    public mutating func setSlop(_ millimetres: Double) {
        slop = millimetres
        popFinish.slop = millimetres
        sheetFinish.slop = millimetres
    }

    /// The distance to the far side of the panel below which a full-screen pop does not begin, because the finger has
    /// too little room to move.
    public static let leastRoom = 12.0
    /// The height of a sheet, as a share of the panel's height.
    public static let sheetHeight = 0.92
}
