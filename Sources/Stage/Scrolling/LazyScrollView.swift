// A scroll view whose content is made when it comes near the visible part.

import Geometry
import Gestures

/// Makes the content of a `LazyScrollView`.
@MainActor
package protocol LazyContent: AnyObject {
    /// Makes what may come into view, before the content moves.
    func prepare()
    /// The offsets (px) for which everything is made.
    var prepared: ClosedRange<Double> { get }
    /// Where `offset` (px) would be if everything had its estimated length. It means the same content whatever has been made.
    func estimated(_ offset: Double) -> Double
    /// The offset (px) of what is at `place` of content in which everything has its estimated length.
    func offset(atEstimated place: Double) -> Double
    /// The estimated length (px) of the content.
    var estimatedLength: Double { get }
}

/// Scrolls content along one axis that is made when it comes near. The scroll indicator, and the offset that a recording or a restart
/// keeps, are by the estimates: they never jump because something was measured.
package final class LazyScrollView: ScrollView {
    /// What makes the content.
    package weak var content: (any LazyContent)?

    /// The distance (px) from the visible part within which content has to be there: half a view. A picture of a fling shows a later
    /// position of the content, so it is at least that of two refreshes at 60 Hz and 8000 px/s.
    package var near: Double { max(bounds.size[axis] / 2, 8000 / 30) }

    /// Reports that more of the content is made, or less.
    package func contentChanged() { updateDeparture() }

    /// Shows the end of the content, which has moved away from where the content rests.
    package func stayAtEnd() { setOffset(ends.upperBound, along: axis) }

    override func prepare() { content?.prepare() }
    override var prepared: ClosedRange<Double>? { content?.prepared }

    override func indication(at offset: Double, along axis: Axis) -> Indication? {
        guard let content else { return nil }
        let (first, last) = (content.estimated(offset), content.estimated(offset + bounds.size[axis]))
        return Indication(
            before: first - ends.lowerBound, seen: bounds.size[axis], after: content.estimatedLength - last,
            whole: content.estimatedLength)
    }

    override func savedOffset(along axis: Axis) -> Double {
        content?.estimated(offset) ?? super.savedOffset(along: axis)
    }

    override func restore(saved place: Double, along axis: Axis) {
        super.restore(saved: content?.offset(atEstimated: place) ?? place, along: axis)
    }
}

extension View {
    /// Whether the view has state that it would lose if it were made anew: a finger is on it or in it, it has the focus, or content in it
    /// is scrolled.
    package final var isInUse: Bool {
        if let stage = screen?.navigator?.stage {
            if stage.focus?.isWithin(self) == true { return true }
            if stage.dispatcher.touchesDown.contains(where: { $0.view?.isWithin(self) == true }) { return true }
        }
        return isScrolled
    }

    /// Whether content in the view is not at its start.
    private var isScrolled: Bool {
        if let scroll = self as? ScrollView, scroll.axes.contains(where: { scroll.isAway(along: $0) }) { return true }
        return subviews.contains(where: \.isScrolled)
    }
}

extension ScrollView {
    /// Whether the content along `axis` moves, or is not at its start. What has stops, as a wheel, rests where its app says.
    fileprivate final func isAway(along axis: Axis) -> Bool {
        isUnderWay(along: axis) || stopDistance == nil && contentOffset[axis] != ends(along: axis).lowerBound
    }
}
