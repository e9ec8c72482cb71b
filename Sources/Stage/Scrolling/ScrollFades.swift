// The edges of what scrolls sideways, where it goes on.

import Geometry
package import Layers

/// Fades over the left and the right edge of a scroll view. The one beyond which there is more is seen.
@MainActor
package final class ScrollFades {
    private unowned let scroll: ScrollView
    private let strips = [EdgeFade(at: .left, of: .clear), EdgeFade(at: .right, of: .clear)]
    /// The width (px) of a fade.
    private var width = 0.0

    /// Fades over `scroll`, as subviews of `view`, in which it lies.
    package init(over scroll: ScrollView, in view: View) {
        self.scroll = scroll
        for strip in strips { view.addSubview(strip) }
        scroll.onScroll = { [weak self] in self?.show() }
    }

    /// Gives the fades the colour of the ground, and a width (px).
    package func dress(_ ground: Color, width: Double) {
        for strip in strips { strip.color = ground }
        self.width = width
        place()
    }

    /// Places the fades at the edges of the scroll view.
    package func place() {
        let frame = scroll.frame
        for (strip, x) in zip(strips, [frame.minX, frame.maxX - width]) {
            strip.frame = Rect(x, frame.minY, width, frame.height)
        }
        show()
    }

    /// Shows at which sides the content goes on.
    package func show() {
        let ends = scroll.ends
        for (strip, rest) in zip(strips, [scroll.offset - ends.lowerBound, ends.upperBound - scroll.offset]) {
            strip.layer.opacity = width > 0 ? min(1, max(0, 2 * rest / width)) : 0
            strip.layer.isHidden = strip.layer.opacity == 0
        }
    }
}
