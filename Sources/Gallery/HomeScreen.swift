// The list of the gallery's screens.

import Bezel

final class HomeScreen: Screen {
    init() { super.init(name: "gallery", title: "Gallery") }

    override func loadContent(into content: View) {
        guard let theme = navigator?.stage.theme else { return }
        let scroll = ScrollView(axis: .vertical)
        scroll.frame = Rect(origin: .zero, size: content.bounds.size)
        content.addSubview(scroll)
        let width = min(content.bounds.width - 4 * theme.em, 44 * theme.em).rounded()
        let left = ((content.bounds.width - width) / 2).rounded()
        var y = (2 * theme.em).rounded()
        func add(_ view: View, height: Double) {
            view.frame = Rect(left, y, width, height.rounded(.up))
            scroll.addSubview(view)
            y = view.frame.maxY
        }
        let heading = Label(AttributedText("What fingers can do", theme.style(2.1, weight: .semibold)))
        add(heading, height: heading.height(forWidth: width))
        y += (0.4 * theme.em).rounded()
        let hint = Label(
            AttributedText("Touch a row. Swipe in from the left edge to come back.", theme.style()))
        add(hint, height: hint.height(forWidth: width))
        y += (1.6 * theme.em).rounded()
        for (index, make) in Sample.all.enumerated() {
            let row = SampleRow(make(), theme: theme, isFirst: index == 0) { [unowned self] in
                navigator?.push(make())
            }
            add(row, height: row.height(forWidth: width))
        }
        scroll.contentSize = Size(content.bounds.width, y + 2 * theme.em)
    }
}
