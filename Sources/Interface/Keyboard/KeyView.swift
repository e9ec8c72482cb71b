// The picture of a key.

import Drawing
import Geometry
import Layers
import Stage

/// Shows a key. The keyboard around it takes the fingers.
final class KeyView: View {
    /// The key.
    let key: Key
    /// What it is called in the visitor's language.
    private let name: String
    private let theme: Theme
    private let direction: LayoutDirection
    /// Whether what the key stands for is on.
    private let isOn: Bool
    /// Whether it stays on.
    private let isLocked: Bool
    /// Whether a finger is on the key.
    var isPressed = false { didSet { if isPressed != oldValue { dress() } } }
    /// Whether the key can do something.
    var isEnabled = true {
        didSet { if isEnabled != oldValue { layer.opacity = isEnabled ? 1 : theme.disabledOpacity } }
    }

    /// Half the room between two keys, in mm.
    static let gap = 0.5

    init(
        _ key: Key, isOn: Bool, isLocked: Bool = false, theme: Theme, direction: LayoutDirection, words: KeyWords,
        density: Size
    ) {
        (self.key, self.isOn, self.isLocked, self.theme, self.direction) = (key, isOn, isLocked, theme, direction)
        name = key.action.name(in: words)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        let gap = Size((Self.gap * density.width).rounded(), (Self.gap * density.height).rounded())
        frame = key.frame.inset(by: Insets(left: gap.width, top: gap.height, right: gap.width, bottom: gap.height))
        layer.cornerRadius = theme.radius(0.35)
        dress()
    }

    private func dress() {
        let rest: Color = isOn ? theme.accent : key.action.isLetter ? theme.background : theme.pressed
        layer.backgroundColor = isPressed ? theme.text : rest
        setNeedsDisplay()
    }

    /// The colour of what stands on the key.
    var color: Color { isPressed || isOn ? theme.background : theme.text }

    override var spoken: Spoken? { Spoken(.button, name, isEnabled: isEnabled) }

    override func draw(on canvas: Canvas) {
        if let icon = key.action.icon {
            let size = Self.signSize(in: bounds.size, theme)
            let place = Point(bounds.center.x - size / 2, bounds.center.y - size / 2)
            icon.draw(
                on: canvas, in: Rect(origin: place, size: Size(size, size)), color, direction)
            if isLocked {
                let line = Rect(place.x + size / 4, place.y + size * 0.96, size / 2, (size / 10).rounded(.up))
                canvas.fill(line, theme.background)
            }
            return
        }
        KeyView.draw(key.action.caption ?? "", on: canvas, in: bounds, theme, color: color)
    }

    /// The side (px) of a sign on a key of `size`, which grows with the text as far as the key has room.
    static func signSize(in size: Size, _ theme: Theme) -> Double {
        min(size.height * 0.7, size.width * 0.64, max(1.5 * theme.em, size.height * 0.5)).rounded()
    }

    /// The size (px) of the letters of `text` on a key that is `height` px high, which grows with the text as far as the key has room.
    static func letterSize(of text: String, inHeight height: Double, _ theme: Theme) -> Double {
        text.count > 1
            ? min(max(0.34 * height, theme.em), 0.6 * height) : min(max(0.5 * height, 1.35 * theme.em), 0.68 * height)
    }

    /// Draws `text` as large as fits in the middle of `rect`.
    static func draw(_ text: String, on canvas: Canvas, in rect: Rect, _ theme: Theme, color: Color? = nil) {
        let wanted = letterSize(of: text, inHeight: rect.height, theme)
        func layout(_ size: Double) -> TextLayout {
            TextLayout(AttributedText(text, theme.style(size / theme.em, color: color ?? theme.text)))
        }
        var label = layout(wanted)
        let room = rect.width * 0.86
        if label.size.width > room { label = layout(wanted * room / label.size.width) }
        canvas.draw(
            label,
            at: Point(
                (rect.center.x - label.size.width / 2).rounded(), (rect.center.y - label.size.height / 2).rounded()))
    }
}

extension KeyAction {
    /// The letters on the key; nil for a sign.
    var caption: String? {
        switch self {
        case .type(let text, _), .candidate(let text, _), .letters(let text): text
        case .plane(.letters): "ABC"
        case .plane(.digits): "123"
        case .plane(.signs): "#+="
        case .space, .backspace, .enter, .shift, .layout, .hide, .undo, .redo, .cut, .copy, .paste, .more: nil
        }
    }

    /// What the key is called in the language of `words`: what it types, or what it does.
    func name(in words: KeyWords) -> String {
        switch self {
        case .type(let text, _), .candidate(let text, _), .letters(let text): text
        case .space: words.space
        case .backspace: words.backspace
        case .enter: words.enter
        case .shift: words.shift
        case .plane(.letters): words.letters
        case .plane(.digits): words.digits
        case .plane(.signs): words.signs
        case .layout: words.nextLayout
        case .hide: words.hide
        case .undo: words.undo
        case .redo: words.redo
        case .cut: words.cut
        case .copy: words.copy
        case .paste: words.paste
        case .more: words.more
        }
    }

    /// The sign on the key; nil for letters.
    var icon: Symbol? {
        switch self {
        case .type, .plane, .candidate, .letters: nil
        case .more: .chevronForward
        case .space: .space
        case .backspace: .backspace
        case .enter: .enter
        case .shift: .shift
        case .layout: .globe
        case .hide: .chevronDown
        case .undo: .undo
        case .redo: .redo
        case .cut: .cut
        case .copy: .copy
        case .paste: .paste
        }
    }
}
