// The list of the gallery's screens.

import Bezel

final class HomeScreen: Screen {
    init() { super.init(name: "gallery", title: "Gallery") }

    override func layout(_ content: View) { content.rebuild { build(in: content) } }

    private func build(in content: View) {
        guard let stage = navigator?.stage else { return }
        let column = Column(in: content, theme: stage.theme)
        column.addHeading("What fingers can do", "Touch a row. Swipe to the right to come back.")
        column.addRows(
            Sample.all.map { make in
                let sample = make()
                return Link(title: sample.title, summary: sample.summary) { [unowned self] in
                    navigator?.push(make())
                }
            })
    }
}
