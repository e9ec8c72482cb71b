// What the tables [gestures], [sheet] and [idle] say, in the machine's file and in a kiosk's.

public import Geometry
public import Stage

/// The table `[gestures]`. What is nil was not said.
public struct GestureTable: Hashable, Sendable {
    /// How wide the edge is from which a pop begins.
    public enum EdgeWidth: Hashable, Sendable {
        /// What the calibration of the panel measured.
        case calibrated
        case length(Length)
    }

    /// How a finger leads back.
    public var pop: PopStyle?
    /// How wide the edge is from which a pop begins.
    public var edgeWidth: EdgeWidth?
    /// Whether swipes count that the panel sees first beyond the edge width.
    public var swipesFromBeyond: Bool?
    /// What a finger from the trailing edge does.
    public var trailing: TrailingStyle?
    /// Whether what a finger moves is shown where the finger will be when the frame is seen.
    public var resampling: Bool?
    /// How far a finger moves before it counts as moving.
    public var slop: Length?
    /// The share of the screen after which a pop finishes, from 0 to 1.
    public var finishShare: Double?
    /// The most that a pop asks for before it finishes.
    public var finishLimit: Length?
    /// How far ahead the finger's velocity is counted.
    public var velocityWeight: Instant.Span?

    /// Nothing said.
    public init() {}

    /// What `settings` say; nothing when they are nil.
    public init(reading settings: Settings?) {
        guard let settings else { return }
        pop = settings.choice("pop", PopStyle.self)
        edgeWidth = settings.length("edge-width", or: "calibrated").map { .length($0) }
        if settings.isText("edge-width", "calibrated") { edgeWidth = .calibrated }
        swipesFromBeyond = settings.bool("swipes-from-beyond")
        trailing = settings.choice("trailing", TrailingStyle.self)
        resampling = settings.bool("resampling")
        slop = settings.length("slop")
        finishShare = settings.number("finish-share", in: 0...1)
        finishLimit = settings.length("finish-limit")
        velocityWeight = settings.span("velocity-weight")
    }

    /// These, with what they leave open taken from `others`.
    public func completed(by others: GestureTable) -> GestureTable {
        var all = self
        all.pop = pop ?? others.pop
        all.edgeWidth = edgeWidth ?? others.edgeWidth
        all.swipesFromBeyond = swipesFromBeyond ?? others.swipesFromBeyond
        all.trailing = trailing ?? others.trailing
        all.resampling = resampling ?? others.resampling
        all.slop = slop ?? others.slop
        all.finishShare = finishShare ?? others.finishShare
        all.finishLimit = finishLimit ?? others.finishLimit
        all.velocityWeight = velocityWeight ?? others.velocityWeight
        return all
    }
}

/// The table `[sheet]`. What is nil was not said.
public struct SheetTable: Hashable, Sendable {
    /// How a pull and scrolling share a finger.
    public var pull: PullStyle?
    /// The share of the sheet's height after which a pull dismisses, from 0 to 1.
    public var finishShare: Double?
    /// The most that a pull asks for before it dismisses.
    public var finishLimit: Length?

    /// Nothing said.
    public init() {}

    /// What `settings` say; nothing when they are nil.
    public init(reading settings: Settings?) {
        guard let settings else { return }
        pull = settings.choice("pull", PullStyle.self)
        finishShare = settings.number("finish-share", in: 0...1)
        finishLimit = settings.length("finish-limit")
    }

    /// These, with what they leave open taken from `others`.
    public func completed(by others: SheetTable) -> SheetTable {
        var all = self
        all.pull = pull ?? others.pull
        all.finishShare = finishShare ?? others.finishShare
        all.finishLimit = finishLimit ?? others.finishLimit
        return all
    }
}
