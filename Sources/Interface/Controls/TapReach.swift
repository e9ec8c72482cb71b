// Small elements that are tapped: a fingertip is larger than a word or an icon.

import Geometry
import Layers
import Stage

extension Tappable.TapView {
    /// How far (px on the panel, squared) `point` is from the view; nil beyond the fingertip that the view has at least around its middle.
    fileprivate func distance(to point: Point, _ fingertip: Size) -> Double? {
        let frame = Rect(origin: panelOrigin, size: bounds.size)
        let (across, down) = (max(frame.width, fingertip.width) / 2, max(frame.height, fingertip.height) / 2)
        guard abs(point.x - frame.center.x) <= across, abs(point.y - frame.center.y) <= down else { return nil }
        let x = max(frame.minX - point.x, point.x - frame.maxX, 0)
        let y = max(frame.minY - point.y, point.y - frame.maxY, 0)
        return x * x + y * y
    }
}

extension View {
    /// Whether a finger on the view does something, other than to scroll.
    private var isControl: Bool {
        switch spoken?.role {
        case .button, .link, .switching, .radio, .tab, .gridCell, .slider, .spinButton, .textbox: true
        default: false
        }
    }

    /// What a fingertip at `point` (px on the panel) means, which lies on this view: the view, if it is a control, or else the nearest small
    /// element in it that can be tapped. What covers others is no part of it, so nothing behind another view is meant.
    func meant(at point: Point, _ fingertip: Size) -> View {
        if isControl { return self }
        var nearest: (view: View, distance: Double)?
        var isOnDisabled = false
        func search(_ view: View) {
            for inner in view.subviews {
                func contains() -> Bool { Rect(origin: inner.panelOrigin, size: inner.bounds.size).contains(point) }
                guard inner.mayBeHit else {
                    // A finger on a disabled control does not mean the one beside it.
                    if !inner.isUserInteractionEnabled, inner.isControl || inner is Tappable.TapView, contains() {
                        isOnDisabled = true
                    }
                    continue
                }
                if inner.layer.masksToBounds, !contains() { continue }
                if let tap = inner as? Tappable.TapView, !tap.isRow, let distance = tap.distance(to: point, fingertip),
                    distance < nearest?.distance ?? .infinity
                {
                    nearest = (tap, distance)
                }
                search(inner)
            }
        }
        search(self)
        return isOnDisabled ? self : nearest?.view ?? self
    }
}
