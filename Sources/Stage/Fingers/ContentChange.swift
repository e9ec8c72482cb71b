// Changes of the content under fingers that no finger has made, such as new rows in a table.

import Geometry
import Gestures

extension Stage {
    /// Calls `change`, which lays out the content of `scroll` anew. Taps on what lies elsewhere afterwards are ignored for a moment:
    /// nobody can have meant it.
    package func changeContent(of scroll: ScrollView, _ change: () -> Void) {
        let before = pieces(of: scroll)
        change()
        // What a sheet covers cannot be tapped, and what moves takes no taps.
        guard let screen = scroll.screen, frontNavigator.top === screen, let place = scroll.superview else { return }
        dispatcher.moved = MovedContent(
            before: before, after: pieces(of: scroll), in: onPanel(scroll.frame, in: place), at: now)
    }

    /// Everything that can be tapped was replaced. Taps are ignored for a moment.
    package func contentIsNew() {
        let glass = Rect(origin: .zero, size: panel.millimetres)
        dispatcher.moved = MovedContent(before: nil, after: [glass], in: glass, at: now)
    }

    /// Where the parts of the content of `scroll` lie (panel space, mm).
    private func pieces(of scroll: ScrollView) -> [Rect] { scroll.subviews.map { onPanel($0.frame, in: scroll) } }

    /// The place on the panel (mm) of `rect`, which is in the space of `view`.
    private func onPanel(_ rect: Rect, in view: View) -> Rect {
        let (x, y) = (panel.density(.horizontal), panel.density(.vertical))
        let start = view.convert(fromPanel: .zero)
        return Rect((rect.minX - start.x) / x, (rect.minY - start.y) / y, rect.width / x, rect.height / y)
    }
}
