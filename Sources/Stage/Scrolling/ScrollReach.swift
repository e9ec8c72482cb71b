// How content is scrolled from elsewhere as a finger scrolls it: how far, and to where.

package import Geometry
import Gestures
import Layers

extension ScrollView {
    /// Whether there is more content after what can be seen of it along the main axis, or before it.
    package final func hasMore(forward: Bool) -> Bool { abs(step(forward: forward)) >= 1 }

    /// How far (px) a finger scrolls the content along the main axis to read on, or back: by most of what can be seen, and not past an end.
    package final func step(forward: Bool) -> Double {
        // Where lines begin at the right, what scrolls sideways goes on to the left.
        let isMirrored = axis == .horizontal && screen?.textDirection == .rightToLeft
        let step = (isPaging ? 1 : Self.most) * bounds.size[axis]
        return possible(forward != isMirrored ? step : -step, along: axis)
    }

    /// How far (mm) a finger moves before it scrolls.
    package final var slop: Double { pan.slop }

    /// The share of what can be seen by which one finger scrolls.
    package static var most: Double { 0.8 }

    /// As much of `distance` (px) as the content can be scrolled along `axis`.
    private func possible(_ distance: Double, along axis: Axis) -> Double {
        let (ends, offset) = (ends(along: axis), contentOffset[axis])
        return min(max(offset + distance, ends.lowerBound), ends.upperBound) - offset
    }

    /// How far (px) the content has to be scrolled along `axis` so that `rect` (px on the panel) can be seen in it, if `seen` is where its
    /// content can be seen.
    fileprivate func distance(to rect: Rect, in seen: Rect, along axis: Axis) -> Double {
        let (start, end) = (rect.origin[axis], rect.origin[axis] + rect.size[axis])
        let (first, last) = (seen.origin[axis], seen.origin[axis] + seen.size[axis])
        // Some of what is beside it is seen too, where there is room.
        let beside = min(seen.size[axis] / 10, max(0, (seen.size[axis] - rect.size[axis]) / 2))
        // Of what is larger than its place the beginning is shown.
        if start < first || rect.size[axis] > seen.size[axis] { return possible(start - beside - first, along: axis) }
        return end > last ? possible(end + beside - last, along: axis) : 0
    }

    /// A step on the way on which fingers bring a view into sight.
    package struct Step {
        package let scroll: ScrollView
        package let axis: Axis
        /// How far (px) the content of `scroll` is to be scrolled along `axis`.
        package let distance: Double
        /// How far (px) all content around the view is to be scrolled.
        package let whole: Double
    }
}

extension View {
    /// What a finger scrolls next so that the view can be seen, or more of it; nil where nothing has to, or can, be scrolled.
    package final var nextScroll: ScrollView.Step? {
        var around: [ScrollView] = []
        var outer = superview
        while let view = outer {
            if let scroll = view as? ScrollView, scroll.isScrollable { around.insert(scroll, at: 0) }
            outer = view.superview
        }
        var (first, whole) = (nil as (scroll: ScrollView, axis: Axis, distance: Double)?, 0.0)
        for scroll in around {
            let seen = scroll.seenRect
            for axis in scroll.axes where seen.size[axis] > 0 {
                let distance = scroll.distance(to: panelRect, in: seen, along: axis)
                whole += abs(distance)
                if first == nil, abs(distance) >= 1 { first = (scroll, axis, distance) }
            }
        }
        return first.map { ScrollView.Step(scroll: $0.scroll, axis: $0.axis, distance: $0.distance, whole: whole) }
    }

    /// The view on the panel (px).
    private var panelRect: Rect { Rect(origin: panelOrigin, size: layer.presentation.bounds.size) }

    /// The part of the view on the panel (px) that the views around it leave to be seen.
    package final var seenRect: Rect {
        var (rect, outer) = (panelRect, superview)
        while let view = outer {
            if view.layer.masksToBounds { rect = rect.intersection(view.panelRect) }
            outer = view.superview
        }
        return rect
    }
}
