// Elements that can be tapped.

import Geometry
import Gestures
import Layers
import Stage

extension Element {
    /// The element, which does `action` when it is tapped. It is dimmed while a finger rests on it, and after a tap.
    public func onTap(_ action: @escaping () -> Void) -> some Element {
        Tappable(content: Elements(slots: [.one(self)]), spoken: nil, action: action)
    }

    /// The same for a control that is `spoken` in words.
    func onTap(as spoken: Spoken, _ action: @escaping () -> Void) -> some Element {
        Tappable(content: Elements(slots: [.one(self)]), spoken: spoken, action: action)
    }
}

/// An element in a view that takes taps. In a list, the view fills a whole row.
struct Tappable: HoldingElement {
    let layout = OverlayLayout(alignment: .start)
    let content: Elements
    let spoken: Spoken?
    let action: () -> Void

    func makeView(in environment: Environment) -> TapView { TapView() }

    func update(_ view: TapView, in environment: Environment) {
        (view.onTap, view.words) = (action, spoken)
        view.words?.isEnabled = environment.isEnabled
        view.isUserInteractionEnabled = environment.isEnabled
        view.pressed = environment.theme.pressed
    }

    var fillsRow: Bool { true }
    func hasPlaced(_ contentSize: Size, in view: TapView, _ node: ItemNode) { view.isRow = node.row != nil }

    /// Takes taps on the views in it, except for those that take their own.
    final class TapView: View {
        var onTap: () -> Void = {}
        var words: Spoken?
        /// Whether the view is a row of a list, which has another ground under a finger. Others are dimmed.
        var isRow = false
        /// The ground of a row under a finger.
        var pressed = Color.clear
        override var spoken: Spoken? { words }
        private lazy var highlight = Highlight(of: self) { [unowned self] isOn in
            layer.dim = isOn && !isRow ? 0.12 : 0
            layer.backgroundColor = isOn && isRow ? pressed : nil
        }

        init() {
            super.init()
            let tap = TapRecognizer()
            highlight.follow(tap)
            // What was disabled under the finger is not done.
            tap.onAction { [unowned self] _ in if isUserInteractionEnabled { onTap() } }
            addRecognizer(tap)
        }

        override func touchesBegan(_ touches: [Touch]) { highlight.touchDown() }
        override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
        override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
    }
}
