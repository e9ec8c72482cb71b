// The picture of a key, and of what is above a finger that covers one.

import Drawing
import Geometry
import Layers
import Stage

/// Shows a key. The keyboard around it takes the fingers.
final class KeyView: View {
    /// The key.
    let key: Key
    private let theme: Theme
    private let direction: LayoutDirection
    /// Whether what the key stands for is on.
    private let isOn: Bool
    /// Whether it stays on.
    private let isLocked: Bool
    /// Whether a finger is on the key.
    var isPressed = false { didSet { if isPressed != oldValue { dress() } } }
    /// Whether the key can do something.
    var isEnabled = true { didSet { if isEnabled != oldValue { layer.opacity = isEnabled ? 1 : 0.35 } } }

    /// Half the room between two keys, in mm.
    static let gap = 0.5

    init(
        _ key: Key, isOn: Bool, isLocked: Bool = false, theme: Theme, direction: LayoutDirection, density: Size
    ) {
        (self.key, self.isOn, self.isLocked, self.theme, self.direction) = (key, isOn, isLocked, theme, direction)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        let gap = Size((Self.gap * density.width).rounded(), (Self.gap * density.height).rounded())
        frame = key.frame.inset(by: Insets(left: gap.width, top: gap.height, right: gap.width, bottom: gap.height))
        layer.cornerRadius = theme.radius(0.35)
        dress()
    }

    private func dress() {
        let rest: Color = isOn ? theme.accent : key.action.isLetter ? theme.background : theme.pressed
        layer.backgroundColor = isPressed ? theme.mark : rest
    }

    override var spoken: Spoken? { Spoken(.button, key.action.label, isEnabled: isEnabled) }

    override func draw(on canvas: Canvas) {
        if let icon = key.action.icon {
            let size = min(bounds.height * 0.55, bounds.width * 0.6, 1.5 * theme.em).rounded()
            let place = Point(bounds.center.x - size / 2, bounds.center.y - size / 2)
            icon.draw(
                on: canvas, in: Rect(origin: place, size: Size(size, size)), isOn ? theme.background : theme.text,
                direction)
            if isLocked {
                let line = Rect(place.x + size / 4, place.y + size * 0.96, size / 2, (size / 10).rounded(.up))
                canvas.fill(line, theme.background)
            }
            return
        }
        KeyView.draw(key.action.label, on: canvas, in: bounds, theme)
    }

    /// Draws `text` as large as fits in the middle of `rect`.
    static func draw(_ text: String, on canvas: Canvas, in rect: Rect, _ theme: Theme, color: Color? = nil) {
        let wanted = rect.height * (text.count > 1 ? 0.34 : 0.5)
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
    /// What stands on the key, or what it is called.
    var label: String {
        switch self {
        case .type(let text, _): text
        case .space: "space"
        case .backspace: "delete"
        case .enter: "enter"
        case .shift: "shift"
        case .plane(.letters): "ABC"
        case .plane(.digits): "123"
        case .plane(.signs): "#+="
        case .layout: "next keyboard"
        case .hide: "hide keyboard"
        case .undo: "undo"
        case .redo: "redo"
        case .cut: "cut"
        case .copy: "copy"
        case .paste: "paste"
        case .candidate(let text, _), .letters(let text): text
        case .more: "more"
        }
    }

    /// The sign on the key; nil for a label.
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

/// Shows above a finger what a key types: one text enlarged, or several among which the finger chooses.
final class KeyCallout: View {
    /// The texts, from left to right.
    let texts: [String]
    /// The place in `texts` of what the finger has chosen.
    var chosen: Int { didSet { if chosen != oldValue { setNeedsDisplay() } } }
    private let theme: Theme
    /// The size of one text (px).
    private let cell: Size

    /// `texts` over the key at `key` (px) of a keyboard that is `width` wide. The texts have the size of `cell`, and the first stands over
    /// the key, if there is room.
    init(_ texts: [String], over key: Rect, cell: Size, in width: Double, theme: Theme) {
        (self.texts, self.cell, self.theme, chosen) = (texts, cell, theme, 0)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        let size = Size(cell.width * Double(texts.count), cell.height)
        let left = min(max(0, key.center.x - cell.width / 2), max(0, width - size.width))
        frame = Rect(left.rounded(), (key.minY - size.height - 0.15 * key.height).rounded(), size.width, size.height)
    }

    /// The place of the text over or under `x` (px of the keyboard).
    func place(at x: Double) -> Int {
        min(max(Int(((x - frame.minX) / cell.width).rounded(.down)), 0), texts.count - 1)
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(bounds, theme.separator, cornerRadius: theme.radius(0.5))
        canvas.fill(
            bounds.inset(by: Insets(left: 1, top: 1, right: 1, bottom: 1)), theme.background,
            cornerRadius: theme.radius(0.5))
        for (index, text) in texts.enumerated() {
            let rect = Rect(Double(index) * cell.width, 0, cell.width, cell.height)
            let isChosen = index == chosen && texts.count > 1
            if isChosen {
                canvas.fill(
                    rect.inset(by: Insets(left: 3, top: 3, right: 3, bottom: 3)), theme.accent,
                    cornerRadius: theme.radius(0.4))
            }
            KeyView.draw(text, on: canvas, in: rect, theme, color: isChosen ? theme.background : theme.text)
        }
    }
}
