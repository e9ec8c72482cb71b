// A column of views in the middle of a scrolling page.

import Bezel

/// A view in a column, which computes its own height.
protocol ColumnView: View {
    /// The height (px) that the view needs at `width` (px).
    func height(forWidth width: Double) -> Double
}

extension LabelView: ColumnView {}

/// A column in the middle of a page, at most some 90 characters wide. It grows as views are added.
@MainActor
final class Column {
    /// The scroll view of the column, which fills the content view that was passed to `init`.
    let scroll = ScrollView(axis: .vertical)
    /// The width of the column, in pixels.
    let width: Double

    private let theme: Theme
    private let left: Double
    private var y: Double

    init(in content: View, theme: Theme) {
        self.theme = theme
        width = min(content.bounds.width - 4 * theme.em, 44 * theme.em).rounded()
        left = ((content.bounds.width - width) / 2).rounded()
        y = (2 * theme.em).rounded()
        scroll.frame = Rect(origin: .zero, size: content.bounds.size)
        content.addSubview(scroll)
    }

    /// Adds `view`, `height` pixels high, with `gap` em above it.
    func add(_ view: View, height: Double, gap: Double = 0) {
        y += (gap * theme.em).rounded()
        view.frame = Rect(left, y, width, height.rounded(.up))
        scroll.addSubview(view)
        y = view.frame.maxY
        scroll.contentSize = Size(scroll.bounds.width, y + (2 * theme.em).rounded())
    }

    /// Adds `view` in its own height, with `gap` em above it.
    func add(_ view: some ColumnView, gap: Double = 0) { add(view, height: view.height(forWidth: width), gap: gap) }

    /// Adds the heading of the page, and a sentence that says what to try.
    func addHeading(_ heading: String, _ hint: String) {
        add(LabelView(AttributedText(heading, theme.style(2.1, weight: .semibold))))
        add(LabelView(AttributedText(hint, theme.style())), gap: 0.4)
    }

    /// Adds a column of rows, one for each link.
    func addRows(_ links: [Link], direction: LayoutDirection = .leftToRight) {
        for (index, link) in links.enumerated() {
            add(
                LinkRow(link, theme: theme, isFirst: index == 0, direction: direction),
                gap: index == 0 ? 1.6 : 0)
        }
    }
}
