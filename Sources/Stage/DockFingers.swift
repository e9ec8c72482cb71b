// The fingers on what a dock holds, which belong to the screen that it serves.

import Geometry
package import Gestures

extension Dock {
    /// Strips along the edges from which the screen pops, and nothing of that elsewhere.
    func regions(on stage: Stage) -> [GestureRegion] {
        let (gestures, direction) = (stage.gestures, screen?.textDirection ?? .leftToRight)
        var regions = [
            GestureRegion(.claim),
            GestureRegion(reservingLeadingEdge: gestures.edgeWidths[direction.leading], .horizontal),
        ]
        if gestures.trailing != .off {
            regions.append(GestureRegion(reservingTrailingEdge: gestures.edgeWidths[direction.trailing], .horizontal))
        }
        return regions
    }
}

extension Screen {
    /// Whether `touch`, which is on the screen's keyboard, may still pop the screen from an edge of the glass.
    package final func mayPop(with touch: Touch) -> Bool { navigator?.mayPopFromEdge(with: touch) == true }
}

extension Stage {
    /// Whether `touch` is on what the dock holds.
    func isOnDock(_ touch: Touch) -> Bool {
        var view = touch.view as? View
        while let here = view {
            if here === dock?.view { return true }
            view = here.superview
        }
        return false
    }
}
