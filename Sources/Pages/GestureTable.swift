// The tables [gestures] and [sheet] of the machine's file and of a kiosk's.

package import Geometry
package import Settings
package import Stage

/// The table `[gestures]`. Nil stands for a key that is absent.
package struct GestureTable: Hashable, Sendable {
    /// The width of the edge in which a pop begins.
    package enum EdgeWidth: Hashable, Sendable {
        /// The width that the calibration of the panel measured.
        case calibrated
        case length(Length)
    }

    /// How a swipe goes back.
    package var pop: PopStyle?
    /// The width of the edge in which a pop begins.
    package var edgeWidth: EdgeWidth?
    /// Whether a swipe counts when the panel first sees it beyond the edge width.
    package var swipesFromBeyond: Bool?
    /// The effect of a swipe from the trailing edge.
    package var trailing: TrailingStyle?
    /// Whether touches are extrapolated to the time when the frame is shown.
    package var resampling: Bool?
    /// The distance that a finger moves before it counts as moving.
    package var slop: Length?
    /// The share of the screen after which a pop finishes, from 0 to 1.
    package var finishShare: Double?
    /// The greatest distance that a pop needs to finish.
    package var finishLimit: Length?
    /// The time by which the finger's velocity is extrapolated.
    package var velocityWeight: Instant.Span?

    /// A table without keys.
    package init() {}

    /// The table in `settings`. Empty when `settings` is nil.
    package init(reading settings: Settings?) {
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

    /// This table, with absent keys taken from `others`.
    package func completed(by others: GestureTable) -> GestureTable {
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

/// The table `[sheet]`. Nil stands for a key that is absent.
package struct SheetTable: Hashable, Sendable {
    /// How pulling the sheet and scrolling its content share a finger.
    package var pull: PullStyle?
    /// The share of the sheet's height after which a pull dismisses it, from 0 to 1.
    package var finishShare: Double?
    /// The greatest distance that a pull needs to dismiss the sheet.
    package var finishLimit: Length?

    /// A table without keys.
    package init() {}

    /// The table in `settings`. Empty when `settings` is nil.
    package init(reading settings: Settings?) {
        guard let settings else { return }
        pull = settings.choice("pull", PullStyle.self)
        finishShare = settings.number("finish-share", in: 0...1)
        finishLimit = settings.length("finish-limit")
    }

    /// This table, with absent keys taken from `others`.
    package func completed(by others: SheetTable) -> SheetTable {
        var all = self
        all.pull = pull ?? others.pull
        all.finishShare = finishShare ?? others.finishShare
        all.finishLimit = finishLimit ?? others.finishLimit
        return all
    }
}
