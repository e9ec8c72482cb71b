// A key of the keyboard on the glass.

package import Geometry
import Keyboards
package import Stage

/// What a key does.
nonisolated package enum KeyAction: Hashable {
    /// Types `text`, or one of `variants`, which a long press shows.
    case type(String, variants: [String])
    case space
    case backspace
    case enter
    case shift
    /// Shows other keys.
    case plane(KeyPlane)
    /// Shows the next keyboard layout.
    case layout
    case hide
    case undo, redo, cut, copy, paste
    /// Types what letters may mean: the text at `index` of a composition.
    case candidate(String, index: Int)
    /// Types the letters of a composition as they are.
    case letters(String)
    /// Shows further candidates.
    case more

    /// Whether the key types `text`, where nothing waits to become Chinese.
    package func types(_ text: String) -> Bool {
        switch self {
        case .type(let own, _), .candidate(let own, _): own == text
        case .space: text == " "
        case .enter: text == "\n"
        default: false
        }
    }

    /// Whether the key offers `text` to a finger that rests on it.
    package func offers(_ text: String) -> Bool {
        if case .type(_, let variants) = self { variants.contains(text) } else { false }
    }

    /// Whether the key types when the finger lifts, so that the finger can still go to another one.
    var typesAtLift: Bool {
        switch self {
        case .type, .space, .enter, .layout, .hide, .undo, .redo, .cut, .copy, .paste, .candidate, .letters, .more: true
        case .backspace, .shift, .plane: false
        }
    }

    /// Whether the key is drawn in the colour of letters, not in that of functions.
    var isLetter: Bool {
        switch self {
        case .type, .space, .candidate: true
        default: false
        }
    }

    /// Whether the key shows what it types above the finger that covers it.
    var isShownEnlarged: Bool { if case .type = self { true } else { false } }
}

/// The sets of keys between which a visitor changes.
nonisolated package enum KeyPlane: Hashable {
    case letters, digits, signs
}

/// What a key on the glass sends to the text.
nonisolated package enum KeyStroke: Hashable {
    case text(String)
    /// Letters wait to become another text, as those of Pinyin do; none any more if they are empty.
    case compose(String)
    case deleteBackward, deleteForward
    case enter
    case hide
    case undo, redo, cut, copy, paste
}

/// A key and its place on the keyboard (px). Keys touch each other: what is drawn of them is a little smaller.
nonisolated struct Key: Hashable {
    let action: KeyAction
    var frame: Rect
}

extension Stage {
    /// The key on the glass that can be pressed and does what `matches` asks for; nil for none. Its name depends on the visitor's language.
    package func key(where matches: (KeyAction) -> Bool) -> View? {
        guard let keyboard = dock?.view as? KeyboardView else { return nil }
        return (keyboard.tools + keyboard.keys).first { $0.isEnabled && matches($0.key.action) }
    }

    /// The place (mm) of `text` among what a key offers to the finger that rests on it; nil if it is not there.
    package func place(ofOffered text: String) -> Point? {
        guard let keyboard = dock?.view as? KeyboardView,
            let callout = keyboard.subviews.lazy.compactMap({ $0 as? KeyCallout }).last,
            let index = callout.texts.firstIndex(of: text)
        else { return nil }
        let center = callout.panelOrigin + (callout.cells[index].center - .zero)
        return Point(center.x / panel.density(.horizontal), center.y / panel.density(.vertical))
    }
}
