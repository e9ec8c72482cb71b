// The rules by which a scroll view takes a finger or leaves it to others.

import Geometry
public import Gestures

extension ScrollView: RecognizerDelegate {
    /// The time after its last movement for which a scroll view at its start prevents a pop. A visitor who flicks
    /// through a strip repeatedly does not mean to leave on reaching its start.
    static let calm = Instant.Span.milliseconds(400)

    /// Lets `stop` take touches only while the content moves by itself, not along with a keyboard. During a scroll, refuses a further finger at the side of
    /// the panel: it is taken to belong to another person, who wants to leave the page.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        if recognizer === stop { return tracks.contains { $0.motion?.goesAlong == false } }
        guard let stage else { return true }
        let (x, widths) = (touch.startLocation.x, stage.gestures.edgeWidths)
        let isAtSide = x <= widths[.left] || stage.panel.millimetres.width - x <= widths[.right]
        return !pan.state.isActive || !isAtSide
    }

    /// Refuses a drag with nothing to scroll in its direction, and one that belongs to a region, the sheet or an outer
    /// scroll view.
    public func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer === pan else { return .yes }
        if let why = pan.exclusion { return .no(why) }
        let locked = axes(of: pan.displacement)
        guard locked.contains(where: { track($0)?.hasRoom == true }) else { return .no("all of it is in view") }
        guard yieldsAtEnds else { return .yes }
        if locked == [.vertical], !wasStopped(by: pan),
            let why = screen?.navigator?.sheet?.fingers.claim(on: self, travel: pan.displacement.y)
        {
            return .no(why)
        }
        if locked.contains(where: { track($0)?.canMove(pan.displacement[$0]) == true }) { return .yes }
        let axis = locked.count == 1 ? locked[0] : pan.displacement.mainAxis
        let travel = pan.displacement[axis]
        let place = travel > 0 ? (axis == .vertical ? "at its top" : "at its start") : "at its end"
        if enclosingScrollViews.contains(where: { $0.takes(travel, along: axis) }) {
            return .no("\(place); a surrounding view can scroll")
        }
        return .yes
    }

    /// At an end, and after `calm`, the content waits for a pop. If no pop begins, the content bands.
    public func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool {
        guard recognizer === pan, yieldsAtEnds, other.role == .edgePop || other.role == .fullScreenPop,
            axes(of: pan.displacement) == [.horizontal],
            let track = track(.horizontal)
        else { return false }
        return !track.canMove(pan.displacement.x) && track.hasRested(for: Self.calm, before: pan.startTime)
    }

    /// Whether the content can follow a finger that moves by `travel` along `axis` (positive: right or down).
    final func canMove(_ travel: Double) -> Bool { track(axis)?.canMove(travel) == true }

    /// Whether the content is at its start.
    final var isAtStart: Bool { !canMove(1) }

    /// Whether this view would take a finger that moves by `travel` along `axis`.
    private func takes(_ travel: Double, along axis: Axis) -> Bool {
        track(axis).map { $0.canMove(travel) || !yieldsAtEnds && $0.hasRoom } ?? false
    }
}

extension View {
    /// The scroll views around this view, innermost first.
    final var enclosingScrollViews: [ScrollView] {
        var views: [ScrollView] = []
        var view = superview
        while let here = view {
            if let scroll = here as? ScrollView { views.append(scroll) }
            view = here.superview
        }
        return views
    }

    /// This view, if it scrolls, and the scroll views around it, innermost first.
    final var scrollViewsHere: [ScrollView] {
        ((self as? ScrollView).map { [$0] } ?? []) + enclosingScrollViews
    }

    /// The stage that contains the view; nil before its screen is pushed and after the screen is popped.
    final var stage: Stage? { screen?.navigator?.stage }
}

extension Vector {
    /// The axis along which the vector is longer; vertical if both are equal.
    var mainAxis: Axis { abs(x) > abs(y) ? .horizontal : .vertical }
}
