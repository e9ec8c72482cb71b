// Which finger a scroll view takes, and to whom it leaves the others.

import Geometry
public import Gestures

extension ScrollView: RecognizerDelegate {
    /// How long after it has moved a scroll view at its start keeps a finger from popping: who flicks through a strip
    /// again and again does not mean to leave when it has come to its start.
    static let calm = Instant.Span.milliseconds(400)

    /// Only content that moves is stopped. A further finger at the side of the panel is somebody else's, who wants to
    /// leave the page.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        if recognizer === stop { return isMoving }
        guard let stage else { return true }
        pan.slop = stage.gestures.slop
        let (x, widths) = (touch.startLocation.x, stage.gestures.edgeWidths)
        let isAtSide = x <= widths[.left] || stage.panel.millimetres.width - x <= widths[.right]
        return !pan.state.isActive || !isAtSide
    }

    /// Why there is nothing to scroll in the direction of the finger.
    public func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer === pan else { return .yes }
        if let (kind, view) = View.gestureRegion(under: pan.touches.first), kind == .exclude {
            return .no("\(view.traceName) excludes gestures here")
        }
        let locked = axes(of: pan.displacement)
        guard locked.contains(where: { track($0)?.hasRoom == true }) else { return .no("all of it is in view") }
        guard yieldsAtEnds else { return .yes }
        if locked == [.vertical], !wasStopped(by: pan),
            let why = screen?.navigator?.sheet?.pull.refusal(of: self, travel: pan.displacement.y)
        {
            return .no(why)
        }
        if locked.contains(where: { track($0)?.canMove(pan.displacement[$0]) == true }) { return .yes }
        let axis = locked.count == 1 ? locked[0] : pan.displacement.mainAxis
        let travel = pan.displacement[axis]
        let place = travel > 0 ? (axis == .vertical ? "at its top" : "at its start") : "at its end"
        if enclosingScrollViews.contains(where: { $0.takes(travel, along: axis) }) {
            return .no("\(place); what is around it can scroll")
        }
        return .yes
    }

    /// At an end, and calm, a pop goes first; if there is none, the content bands.
    public func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool {
        guard recognizer === pan, yieldsAtEnds, other.delegate is NavigatorFingers,
            axes(of: pan.displacement) == [.horizontal],
            let track = track(.horizontal)
        else { return false }
        return !track.canMove(pan.displacement.x) && track.hasRested(for: Self.calm, before: pan.startTime)
    }

    /// Whether a finger that moves by `travel` along `axis` (positive: right or down) finds content to bring.
    final func canMove(_ travel: Double) -> Bool { track(axis)?.canMove(travel) == true }

    /// Whether the content is at its start.
    final var isAtStart: Bool { !canMove(1) }

    /// Whether a finger that goes by `travel` along `axis` is for this view.
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

    /// The stage that the view is on; nil before its screen is pushed and after it is popped.
    final var stage: Stage? { screen?.navigator?.stage }
}

extension Vector {
    /// The axis along which it is longer.
    var mainAxis: Axis { abs(x) > abs(y) ? .horizontal : .vertical }
}
