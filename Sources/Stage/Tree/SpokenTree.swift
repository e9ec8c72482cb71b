// What is on the glass, in words.

public import Geometry
import Layers

/// A view on the glass in words, with its place.
public struct SpokenView {
    /// The view.
    public let view: View
    /// The view in words.
    public let spoken: Spoken
    /// The part of the view's frame that can be seen, in mm on the panel.
    public let frame: Rect
}

extension Stage {
    /// The views of the front screen that say something about themselves, with its bar, the keyboard for it, the banner over it and what covers them, in reading
    /// order: from back to front, those that cannot be seen left out.
    public var spokenViews: [SpokenView] {
        var found: [SpokenView] = []
        let front = frontNavigator.top.view
        front.appendSpoken(to: &found, seen: rootView.frame, origin: front.panelOrigin)
        if let dock, dock.screen === frontNavigator.top {
            dock.view.appendSpoken(to: &found, seen: rootView.frame, origin: dock.view.panelOrigin)
        }
        if let banner = rootView.banner {
            banner.appendSpoken(to: &found, seen: rootView.frame, origin: banner.panelOrigin)
        }
        // The question whether anybody is still there.
        if let cover { cover.appendSpoken(to: &found, seen: rootView.frame, origin: cover.panelOrigin) }
        return found
    }

    /// The view that a finger touches at `place` (mm); nil for none.
    package func view(at place: Point) -> View? { rootView.hitTest(panel.pixels(place)) }

    /// What is on the glass as text, a line for each view: its role, its name, its value and its frame in mm. For messages of tests.
    public var spokenText: String {
        spokenViews.map { one in
            let frame = one.frame
            let place = [frame.minX, frame.minY, frame.width, frame.height].map { "\(Int($0.rounded()))" }
            // Quoted, so that each view has one line.
            return "\(one.spoken.role.rawValue) \(one.spoken.label.debugDescription)"
                + (one.spoken.value.map { " = \($0.debugDescription)" } ?? "")
                + (one.spoken.isOn == true && one.spoken.value == nil ? ", chosen" : "")
                + (one.spoken.isEnabled ? "" : ", disabled")
                + " at \(place.joined(separator: " "))"
        }.joined(separator: "\n")
    }
}

extension View {
    /// Where the view's own space begins on the panel (px), as it is on the glass.
    package var panelOrigin: Point {
        guard let superview else { return .zero }
        let shown = layer.presentation
        let outer = superview.panelOrigin
        return outer + (shown.position - superview.layer.presentation.bounds.origin)
    }

    /// Appends the view, whose own space begins at `origin` (px) on the panel, and those in it, as far as they lie within `seen` (px).
    fileprivate func appendSpoken(to found: inout [SpokenView], seen: Rect, origin: Point) {
        let shown = layer.presentation
        guard !isLeaving, !shown.isHidden, shown.opacity > 0 else { return }
        let whole = Rect(origin: origin, size: shown.bounds.size)
        let visible = whole.intersection(seen)
        if let spoken, !visible.isEmpty, let panel {
            let (across, down) = (panel.density(.horizontal), panel.density(.vertical))
            let frame = Rect(visible.minX / across, visible.minY / down, visible.width / across, visible.height / down)
            found.append(SpokenView(view: self, spoken: spoken, frame: frame))
        }
        let inner = layer.masksToBounds ? visible : seen
        if inner.isEmpty { return }
        for view in subviews {
            let place = view.layer.presentation.position
            let next = origin + (place - shown.bounds.origin)
            view.appendSpoken(to: &found, seen: inner, origin: next)
        }
    }
}
