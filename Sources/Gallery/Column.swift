// Views below each other in the middle of a page that scrolls.

import Bezel

/// Something in a column, which knows how high it is.
protocol ColumnView: View {
    /// The height (px) that it needs when it is `width` (px) wide.
    func height(forWidth width: Double) -> Double
}

extension Label: ColumnView {}

/// A column in the middle of a page, no wider than some 90 characters. It grows as views are added.
final class Column {
    /// What scrolls it; it fills the content that the column was made for.
    let scroll = ScrollView(axis: .vertical)
    /// How wide the column is, in pixels.
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

    /// Adds `view`, as high as it wants to be, with `gap` em above it.
    func add(_ view: some ColumnView, gap: Double = 0) { add(view, height: view.height(forWidth: width), gap: gap) }

    /// Adds what the page is about, and a sentence on what to try.
    func addHeading(_ heading: String, _ hint: String) {
        add(Label(AttributedText(heading, theme.style(2.1, weight: .semibold))))
        add(Label(AttributedText(hint, theme.style())), gap: 0.4)
    }

    /// Adds a row for each link, below each other.
    func addRows(_ links: [Link], direction: LayoutDirection = .leftToRight) {
        for (index, link) in links.enumerated() {
            add(
                LinkRow(link, theme: theme, isFirst: index == 0, direction: direction),
                gap: index == 0 ? 1.6 : 0)
        }
    }
}
