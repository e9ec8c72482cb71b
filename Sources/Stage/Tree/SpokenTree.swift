// What is on the glass, in words.

public import Geometry
import Layers

/// A view on the glass in words, with its place.
public struct SpokenView {
    /// The view.
    public let view: View
    /// The view in words.
    public let spoken: Spoken
    /// The part of the view's frame that can be seen, in mm on the panel. Of a view that can only be scrolled to, the whole frame.
    public let frame: Rect
    /// Whether something of the view can be seen.
    package let isSeen: Bool
}

extension Stage {
    /// The views of the front screen that say something about themselves, with its bar, the keyboard for it, the banner over it and what covers them, in reading
    /// order: from back to front, those that cannot be seen left out.
    public var spokenViews: [SpokenView] { spokenViews(andBeyondGlass: false) }

    /// The same, with the views that are made already and can be scrolled to, if `isBeyondTold`.
    package func spokenViews(andBeyondGlass isBeyondTold: Bool) -> [SpokenView] {
        var places: [SpokenPlace] = []
        let front = frontNavigator.top.view
        let dock = dock.flatMap { $0.screen === frontNavigator.top ? $0.view : nil }
        // The cover is the question whether anybody is still there.
        for view in [front, dock, rootView.banner, cover].compactMap({ $0 as View? }) {
            view.appendSpoken(
                to: &places,
                SpokenReach(seen: rootView.frame, scrolled: rootView.frame, scrolls: isBeyondTold, hasAreas: true),
                origin: view.panelOrigin)
        }
        let (across, down) = (panel.density(.horizontal), panel.density(.vertical))
        return places.compactMap { place in
            // What an app has not named says nothing by itself. What scrolls is told even where all of it fits, as it does until the keyboard comes:
            // clients would not hear that what is in it belongs to something else.
            let isSilent = place.view is SpokenBox || place.view is ScrollView
            if isSilent, place.spoken == Spoken(place.spoken.role, "") {
                guard isBeyondTold, (place.view as? ScrollView)?.isArea == true else { return nil }
            }
            let isSeen = !place.seen.isEmpty
            guard isSeen || place.isInReach else { return nil }
            let rect = isSeen ? place.seen : place.whole
            let frame = Rect(rect.minX / across, rect.minY / down, rect.width / across, rect.height / down)
            return SpokenView(view: place.view, spoken: place.spoken, frame: frame, isSeen: isSeen)
        }
    }

    /// The view that a finger touches at `place` (mm); nil for none.
    package func view(at place: Point) -> View? { rootView.hitTest(panel.pixels(place)) }

    /// What is on the glass as text, a line for each view: its role, its name, its value, what there is to know about it besides, and its frame in mm. For messages of tests.
    public var spokenText: String {
        spokenViews.map { one in
            let frame = one.frame
            let place = [frame.minX, frame.minY, frame.width, frame.height].map { "\(Int($0.rounded()))" }
            // Quoted, so that each view has one line.
            return "\(one.spoken.role.rawValue) \(one.spoken.label.debugDescription)"
                + (one.spoken.value.map { " = \($0.debugDescription)" } ?? "")
                + (one.spoken.hint.map { ", hint \($0.debugDescription)" } ?? "")
                + (one.spoken.isOn == true && one.spoken.value == nil ? ", chosen" : "")
                + (one.spoken.isEnabled ? "" : ", disabled")
                + " at \(place.joined(separator: " "))"
        }.joined(separator: "\n")
    }
}

/// A view in words, with its place on the panel (px).
struct SpokenPlace {
    let view: View
    var spoken: Spoken
    /// The whole view.
    let whole: Rect
    /// The part of it that can be seen; empty for none.
    let seen: Rect
    /// Whether the view is seen, or can be scrolled to.
    let isInReach: Bool
}

/// What of a part of a screen is told.
struct SpokenReach {
    /// Where views can be seen (px on the panel).
    var seen: Rect
    /// From where views can be scrolled to where they are seen.
    var scrolled: Rect
    /// Whether what can be scrolled to is told.
    let scrolls: Bool
    /// Whether views that scroll are told, which may have a name.
    let hasAreas: Bool
    /// Whether everything is wanted, so that others decide what of it is told.
    var isWhole = false

    /// What of the content of `view` is told, which is at `place`.
    @MainActor func inside(_ view: View, at place: Rect) -> SpokenReach {
        var inner = self
        guard view.layer.masksToBounds else { return inner }
        inner.seen = seen.intersection(place)
        inner.scrolled = scrolled.intersection(place)
        guard scrolls, let scroll = view as? ScrollView, !inner.scrolled.isEmpty else { return inner }
        for axis in scroll.axes {
            // Farther than any content is long.
            inner.scrolled.origin[axis] -= 1e9
            inner.scrolled.size[axis] += 2e9
        }
        return inner
    }
}

extension ScrollView {
    /// Whether the view is a part of a screen that scrolls. One with stops is the inside of a wheel.
    package final var isArea: Bool { stopDistance == nil }

    /// Whether there is more in the view than can be seen at once.
    package final var isScrollable: Bool { isArea && tracks.contains(where: \.hasRoom) }
}

extension View {
    /// Where the view's own space begins on the panel (px), as it is on the glass.
    package var panelOrigin: Point {
        guard let superview else { return .zero }
        let shown = layer.presentation
        let outer = superview.panelOrigin
        return outer + (shown.position - superview.layer.presentation.bounds.origin)
    }

    /// The words and descriptions in the view, except for those of controls: what a control around them is called.
    package final var wordsInside: [String] {
        var places: [SpokenPlace] = []
        let reach = SpokenReach(seen: .zero, scrolled: .zero, scrolls: false, hasAreas: false, isWhole: true)
        for view in subviews { view.appendSpoken(to: &places, reach, origin: .zero) }
        return places.outermost.words
    }

    /// Appends the view, whose own space begins at `origin` (px) on the panel, and those in it, as far as they are in `reach`.
    fileprivate final func appendSpoken(to places: inout [SpokenPlace], _ reach: SpokenReach, origin: Point) {
        let shown = layer.presentation
        guard !isLeaving, !shown.isHidden, reach.isWhole || shown.opacity > 0 else { return }
        var reach = reach
        if shown.opacity == 0 { (reach.seen, reach.scrolled) = (.zero, .zero) }
        let whole = Rect(origin: origin, size: shown.bounds.size)
        func place(_ spoken: Spoken) -> SpokenPlace {
            SpokenPlace(
                view: self, spoken: spoken, whole: whole, seen: whole.intersection(reach.seen),
                isInReach: !whole.intersection(reach.scrolled).isEmpty)
        }
        if let box = self as? SpokenBox {
            var content: [SpokenPlace] = []
            var inner = reach
            inner.isWhole = true
            appendSubviews(to: &content, inner, origin: origin)
            places += box.change.applied(to: content, in: place(box.unchanged(around: content)))
            return
        }
        let area = reach.hasAreas && (self as? ScrollView)?.isArea == true ? Spoken(.group, "") : nil
        if let spoken = spoken ?? area {
            let place = place(spoken)
            if place.isInReach || reach.isWhole { places.append(place) }
        }
        let inner = reach.inside(self, at: whole)
        if inner.scrolled.isEmpty, !reach.isWhole { return }
        appendSubviews(to: &places, inner, origin: origin)
    }

    private func appendSubviews(to places: inout [SpokenPlace], _ reach: SpokenReach, origin: Point) {
        let start = layer.presentation.bounds.origin
        for view in subviews {
            view.appendSpoken(to: &places, reach, origin: origin + (view.layer.presentation.position - start))
        }
    }
}
