// Elements that can be tapped.

import Geometry
import Gestures
import Layers
import Stage

extension Element {
    /// The element, which does `action` when it is tapped. It is dimmed while a finger rests on it, and after a tap. Who cannot see it hears a button
    /// called by the words and pictures in it. One without words needs an `accessibilityLabel`.
    public func onTap(_ action: @escaping () -> Void) -> some Element {
        Tappable(content: Elements(slots: [.one(self)]), spoken: nil, action: action)
    }

    /// The element, which does `action` when a finger rests on it for half a second. A tap on the element, or on a button in it, is then not
    /// done. Visitors do not find it by themselves, and a screen reader has no such gesture: offer the same in another way too.
    public func onLongPress(_ action: @escaping () -> Void) -> some Element {
        Pressable(content: Elements(slots: [.one(self)]), action: action)
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
        override var spoken: Spoken? {
            if let words { return words }
            let label = wordsInside.joined(separator: ", ")
            return label.isEmpty ? nil : Spoken(.button, label, isEnabled: isUserInteractionEnabled)
        }
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

/// An element in a view on which a finger rests.
struct Pressable: HoldingElement {
    let layout = OverlayLayout(alignment: .start)
    let content: Elements
    let action: () -> Void

    func makeView(in environment: Environment) -> PressView { PressView() }

    func update(_ view: PressView, in environment: Environment) {
        view.onPress = action
        view.isUserInteractionEnabled = environment.isEnabled
    }

    /// Takes long presses on the views in it.
    final class PressView: View {
        var onPress: () -> Void = {}

        init() {
            super.init()
            let press = LongPressRecognizer()
            press.onAction { [unowned self] press in if press.state == .began, isUserInteractionEnabled { onPress() } }
            addRecognizer(press)
        }
    }
}
