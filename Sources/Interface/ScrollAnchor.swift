// What keeps scrolled content in place on the glass while elements come and go before it.

import Geometry
import Stage

/// The views in the visible part of scrolled content, and where they were before a layout.
struct ScrollAnchor {
    /// The views from the top to the bottom.
    private let views: [(view: View, top: Double)]
    /// How far (px) the row at the top of the visible part was moved, if none of the views is visible.
    private var rowDistance: () -> Double = { 0 }

    /// An anchor for content of which only a row is known that is not made yet, which was moved by `distance` (px).
    init(_ distance: @escaping () -> Double) { (views, rowDistance) = ([], distance) }

    /// The visible ones of `views` in `scroll`; nil for content that is at its top, which stays there.
    init?(_ views: @autoclosure () -> [View], in scroll: ScrollView) {
        guard scroll.axis == .vertical, scroll.offset > scroll.ends.lowerBound else { return nil }
        let bounds = scroll.bounds
        self.views = views().filter { !$0.frame.isEmpty && $0.frame.intersects(bounds) }
            .map { ($0, $0.frame.minY) }.sorted { $0.1 < $1.1 }
    }

    /// Whether nothing is visible that could be held in place.
    var isEmpty: Bool { views.isEmpty }

    /// How far (px) the layout has moved what was seen. Views in another order were moved by the app, and hold nothing in place.
    var distance: Double {
        guard let first = views.first else { return rowDistance() }
        guard
            zip(views, views.dropFirst()).allSatisfy({ $0.top == $1.top || $0.view.frame.minY <= $1.view.frame.minY })
        else { return 0 }
        return first.view.frame.minY - first.top
    }
}
