// Popovers: cards beside a view.

import Geometry
import Gestures
public import Stage

extension Screen {
    /// Presents `content` in a card beside what `view` shows, with an arrow to it. It stays on the glass, and a tap beside it closes it, or `dismiss()`.
    public func popover(at view: View, title: String = "", @ElementBuilder content: @escaping () -> Elements) {
        navigator?.stage.present(PopoverScreen(over: self, at: view, title, content))
    }
}

extension Element {
    /// The element, beside which a card with `content` comes when it is tapped.
    public func popover(title: String = "", @ElementBuilder content: @escaping () -> Elements) -> some Element {
        PopoverSource(content: Elements(slots: [.one(self)]), title: title, popover: content)
    }
}

/// The screen of a popover.
private final class PopoverScreen: Screen, Declared {
    private let content: () -> Elements
    private weak var presenter: Screen?

    /// The greatest width of a popover, in em.
    private static let width = 24.0

    init(over presenter: Screen, at view: View, _ title: String, _ content: @escaping () -> Elements) {
        (self.presenter, self.content) = (presenter, content)
        super.init(name: "popover", title: title)
        isBarShown = false
        direction = view.screen?.direction
        sheetCard = SheetCard(.beside(view), spoken: Spoken(.dialog, title)) { [unowned self] room, stage in
            cardSize(in: Size(min(room.width, Self.width * stage.theme.em), room.height), on: stage)
        }
    }

    override func adjust(_ theme: inout Theme) { theme = presenter?.shownTheme(over: theme) ?? theme }

    var body: some Element {
        Column {
            if !title.isEmpty { Text(title).heading(4) }
            content()
        }
        .padding()
    }
}

/// An element that a popover belongs to.
private struct PopoverSource: HoldingElement {
    let layout = OverlayLayout(alignment: .start)
    let content: Elements
    let title: String
    let popover: () -> Elements

    func makeView(in environment: Environment) -> Tappable.TapView { Tappable.TapView() }

    func update(_ view: Tappable.TapView, in environment: Environment) {
        view.isUserInteractionEnabled = environment.isEnabled
        view.onTap = { [unowned view] in view.screen?.popover(at: view, title: title, content: popover) }
    }
}
