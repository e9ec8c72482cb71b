// A field in which a text is typed: its text, its caret, and what is selected.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// Shows a text that is edited. A tap puts the caret under the finger, a double tap selects a word, a long press moves the caret under a
/// loupe, and handles change what is selected.
final class FieldView: View {
    private(set) var look = Look()
    /// The text.
    private(set) var text = EditedText()
    /// Called with each new text.
    var onChange: (String) -> Void = { _ in }
    /// Called when the visitor has ended the text with the enter key.
    var onSubmit: (() -> Void)?
    /// Called with whether the text is typed in, when that has changed.
    var onFocus: ((Bool) -> Void)?
    /// Whether the text is to be typed in, as soon as the field is on a screen; nil for no request.
    var wanted: Bool?

    private(set) var environment: Environment
    private let box = View()
    private let words = FieldWords()
    private let caret = View()
    private var selection: [View] = []
    let handles = [SelectionHandle(.start), SelectionHandle(.end)]
    /// The laid-out text, until it changes.
    private var known: TextLayout?
    /// The width of the field for which its text was measured last, and the height of the text.
    private var measured: Size?
    /// How far the text is scrolled along its line (px).
    private var scroll = 0.0
    private var blinking: StageTimer?
    private var fingers: FieldFingers!

    /// The time for which the caret is shown and hidden.
    private static let blink = Instant.Span.milliseconds(530)

    init(in environment: Environment) {
        self.environment = environment
        super.init(drawsContents: true)
        box.layer.masksToBounds = true
        for view in [box, caret, words] as [View] { view.isUserInteractionEnabled = false }
        box.addSubview(words)
        box.addSubview(caret)
        addSubview(box)
        caret.layer.isHidden = true
        for handle in handles {
            handle.layer.isHidden = true
            addSubview(handle)
        }
        fingers = FieldFingers(of: self)
    }

    // MARK: From the element

    /// Shows `look`, and `string` unless that is what was typed last.
    func show(_ look: Look, _ string: String, limit: Int, _ environment: Environment) {
        let isOther = look != self.look || !environment.isSame(as: self.environment)
        let isOtherKeyboard =
            look.kind != self.look.kind || look.isSecure != self.look.isSecure
            || !environment.isSame(as: self.environment)
        (self.look, self.environment) = (look, environment)
        isUserInteractionEnabled = look.isEnabled
        if !look.isEnabled { endEditing() }
        if isOther { box.frame = room }
        if text.limit != EditedText.bounded(limit) { text = EditedText(string, limit: limit) }
        if isOtherKeyboard, isEditing { FieldKeyboard.lookChanged(of: self, environment) }
        if string != text.string {
            let place = text.selection.upperBound
            text.set(string)
            if isEditing { text.moveCaret(to: min(place, text.count)) }
            changed()
        } else if isOther {
            changed()
        }
    }

    // MARK: The text on the glass

    var theme: Theme { environment.theme }
    private var isSecure: Bool { look.isSecure || look.kind.isSecure }
    /// What stands in the field. Of a secret only the number of its characters.
    var shown: String { isSecure ? String(repeating: "•", count: text.count) : text.string }

    private var layoutOfText: TextLayout {
        if let known { return known }
        let isPrompt = text.string.isEmpty
        let style = theme.style(color: isPrompt ? theme.secondaryText : theme.text)
        let words = AttributedText(isPrompt ? look.prompt : shown, style, language: environment.language ?? "en")
        let begins = isPrompt && words.isRightToLeft != isRightToLeft ? TextAlignment.end : .start
        var layout = TextLayout(words, width: look.isMultiline ? room.width : nil, alignment: begins)
        if isPrompt, !look.isMultiline, layout.size.width > room.width, room.width > 0 {
            layout = TextLayout(words, width: room.width, lineLimit: 1)
        }
        known = layout
        return layout
    }

    /// Where the text may stand.
    private var room: Rect {
        let isMirrored = environment.direction == .rightToLeft
        // Between two pixels letters would be blurred.
        func pixels(_ length: Double) -> Double { (length * theme.em).rounded() }
        return bounds.inset(
            by: Insets(
                left: pixels(0.7 + (isMirrored ? look.trailing : look.leading)), top: pixels(0.45),
                right: pixels(0.7 + (isMirrored ? look.leading : look.trailing)), bottom: pixels(0.45)))
    }

    /// The size that the field needs in `width` (px).
    func size(in width: Double) -> Size {
        let line = (1.5 * theme.em).rounded(.up)
        let padding = 0.9 * theme.em
        var height = max(line * Double(look.lines) + padding, theme.fingertip)
        if look.isMultiline { height = max(height, textHeight(in: width) + padding) }
        return Size(width, height.rounded(.up))
    }

    /// The height (px) of the text in a field that is `width` wide.
    private func textHeight(in width: Double) -> Double {
        if width == bounds.width { return layoutOfText.size.height }
        if let measured, measured.width == width { return measured.height }
        let style = theme.style(color: theme.text)
        let words = AttributedText(shown, style, language: environment.language ?? "en")
        let height = TextLayout(words, width: width - bounds.width + room.width).size.height
        measured = Size(width, height)
        return height
    }

    override func layout() {
        box.frame = room
        known = nil
        showText()
        meetRequest()
    }

    /// The place of the text in the field (px).
    private var origin: Point {
        let layout = layoutOfText
        let y = look.isMultiline ? room.minY : room.minY + ((room.height - layout.size.height) / 2).rounded()
        guard !look.isMultiline else { return Point(room.minX, y) }
        return Point((isRightToLeft ? room.maxX - layout.size.width : room.minX) - scroll, y)
    }

    /// The byte of what is shown before the character `offset`.
    private func byte(_ offset: Int) -> Int { isSecure ? 3 * offset : text.byte(of: offset) }

    /// The caret before the character `offset`, in the field's space (px).
    func caret(at offset: Int) -> Rect {
        let layout = layoutOfText
        var rect = layout.caret(atByte: text.string.isEmpty ? 0 : byte(offset))
        // Before a prompt, where the typed text begins.
        if text.string.isEmpty { rect.origin.x = isRightToLeft ? layout.size.width - rect.width : 0 }
        return rect.offset(by: origin - .zero)
    }

    /// The place of the caret that is nearest to `point` (px).
    func offset(nearest point: Point) -> Int {
        guard !text.string.isEmpty else { return 0 }
        let byte = layoutOfText.byte(nearest: Point.zero + (point - origin))
        return isSecure ? byte / 3 : text.offset(ofByte: byte)
    }

    private func showText() {
        guard !bounds.isEmpty else { return }
        followCaret()
        let place = origin
        words.layer.opacity = 1
        words.show(layoutOfText, at: Rect(origin: Point.zero + (place - box.frame.origin), size: layoutOfText.size))
        let width = max(2, (0.09 * theme.em).rounded())
        let caretRect = caret(at: text.selection.upperBound)
        caret.layer.backgroundColor = theme.accent
        caret.frame = Rect(
            (caretRect.minX - width / 2 - box.frame.minX).rounded(), (caretRect.minY - box.frame.minY).rounded(), width,
            caretRect.height.rounded())
        showSelection()
        setNeedsDisplay()
    }

    /// Scrolls a line that is longer than the field so far that the caret is seen.
    private func followCaret() {
        guard !look.isMultiline else { return scroll = 0 }
        let layout = layoutOfText
        guard isEditing, layout.size.width > room.width else { return scroll = 0 }
        let margin = 0.2 * theme.em
        let x = caret(at: text.selection.upperBound).minX
        if x < room.minX + margin { scroll -= room.minX + margin - x }
        if x > room.maxX - margin { scroll += x - (room.maxX - margin) }
        let most = layout.size.width - room.width + 2 * margin
        scroll = isRightToLeft ? min(max(scroll, -most), 0) : min(max(scroll, 0), most)
        scroll = scroll.rounded()
    }

    private func showSelection() {
        for view in selection { view.removeFromSuperview() }
        selection = []
        let range = text.selection
        let isShown = isEditing && !range.isEmpty
        caret.layer.isHidden = !isEditing || isShown
        for handle in handles { handle.layer.isHidden = !isShown }
        guard isShown else { return }
        var color = theme.accent
        color.alpha = 70
        for rect in layoutOfText.bounds(ofBytes: byte(range.lowerBound)..<byte(range.upperBound)) {
            let view = View()
            view.isUserInteractionEnabled = false
            view.layer.backgroundColor = color
            view.frame = rect.offset(by: origin - box.frame.origin)
            box.insertSubview(view, at: 0)
            selection.append(view)
        }
        for handle in handles {
            let place = handle.end == .start ? range.lowerBound : range.upperBound
            handle.place(at: caret(at: place), theme, panel, in: bounds)
        }
    }

    override func draw(on canvas: Canvas) {
        let width = isEditing ? max(2, (0.12 * theme.em).rounded()) : max(1, (0.06 * theme.em).rounded())
        let radius = theme.radius(0.4)
        let color = look.hasProblem ? theme.error : isEditing ? theme.accent : theme.mark
        canvas.fill(bounds, color, cornerRadius: radius)
        let inner = bounds.inset(by: Insets(left: width, top: width, right: width, bottom: width))
        canvas.fill(inner, theme.background, cornerRadius: max(0, radius - width))
    }

    override var spoken: Spoken? {
        let editing = Spoken.Editing(
            selection: text.selection, isSecure: isSecure, isMultiline: look.isMultiline, hasProblem: look.hasProblem)
        // A prompt alone names its field; beside a label it says what to type.
        let name = look.label.isEmpty ? look.prompt : look.label
        let hints = [look.problem ?? "", look.prompt == name ? "" : look.prompt].filter { !$0.isEmpty }
        return Spoken(
            .textbox, name, value: shown, isEnabled: look.isEnabled,
            hint: hints.isEmpty ? nil : hints.joined(separator: " "), editing: editing)
    }

    // MARK: Editing

    /// Whether the text is being typed just now.
    private(set) var isEditing = false
    /// What holds the keyboard.
    weak var dock: Dock?
    /// The keys of a hardware keyboard, from the first one that is pressed on.
    private var keys: FieldKeys?

    /// Shows the keyboard for the field, and the caret at its place.
    func beginEditing() {
        guard !isEditing, look.isEnabled, let stage = screen?.navigator?.stage else { return }
        isEditing = true
        stage.focus = self
        FieldKeyboard.show(for: self, environment)
        changed()
        onFocus?(true)
    }

    /// Lets the keyboard go.
    func endEditing() {
        guard isEditing else { return }
        FieldKeyboard.hide(for: self)
    }

    /// Called when the keyboard has gone, or types into another field.
    func editingEnded() {
        guard isEditing else { return }
        isEditing = false
        // The keyboard may go on for another field.
        dock = nil
        blinking?.cancel()
        if screen?.navigator?.stage.focus === self { screen?.navigator?.stage.focus = nil }
        text.moveCaret(to: text.selection.upperBound)
        fingers.end()
        changed()
        onFocus?(false)
    }

    /// Puts the caret or the selection elsewhere.
    func select(_ range: Range<Int>) {
        text.select(range)
        changed()
    }

    /// Selects the word around the character `offset`.
    func selectWord(at offset: Int) {
        // Of a secret nobody sees where its words end.
        select(isSecure ? 0..<text.count : text.word(at: offset))
    }

    /// Does what a key asks for.
    func take(_ stroke: KeyStroke) {
        guard isEditing else { return }
        let old = text.string
        switch stroke {
        case .text(let typed): insert(typed)
        case .deleteBackward: text.deleteBackward()
        case .deleteForward: text.deleteForward()
        case .enter: return enter()
        case .hide: return endEditing()
        // The keyboard shows them.
        case .compose: return
        case .undo: text.undo()
        case .redo: text.redo()
        case .copy, .cut:
            guard !isSecure, !text.selection.isEmpty else { return }
            screen?.navigator?.stage.clipboard = String(text.selected)
            if stroke == .cut { text.deleteBackward() }
        case .paste: insert(clipboard)
        }
        edited(from: old)
    }

    /// The keys of a hardware keyboard, in the layout that is shown.
    var hardwareKeys: FieldKeys? {
        let layout = FieldKeyboard.layoutName(for: self, environment)
        if keys?.layout != layout { keys = FieldKeys(of: self, layout: layout) }
        return keys
    }

    override func pressesBegan(_ presses: [Press]) {
        for press in presses {
            guard isEditing, case .other(let code) = press.kind else {
                super.pressesBegan([press])
                continue
            }
            (dock?.view as? KeyboardView)?.endHolds()
            hardwareKeys?.press(code)
        }
    }

    override func pressesEnded(_ presses: [Press]) { released(presses) { super.pressesEnded($0) } }
    override func pressesCancelled(_ presses: [Press]) { released(presses) { super.pressesCancelled($0) } }

    private func released(_ presses: [Press], others: ([Press]) -> Void) {
        for press in presses {
            if case .other(let code) = press.kind { keys?.release(code) } else { others([press]) }
        }
    }

    /// Deletes the whole text, which one undo brings back.
    func clear() {
        let old = text.string
        text.selectAll()
        text.deleteBackward()
        edited(from: old)
    }

    private func insert(_ typed: String) {
        let words = look.isMultiline ? typed : typed.filter { !$0.isNewline }
        let accepted = look.kind.accepted(words)
        if !accepted.isEmpty { text.insert(accepted) }
    }

    private func edited(from old: String) {
        changed()
        if text.string != old { onChange(text.string) }
    }

    /// Begins a new line, goes to the next field, or ends the text.
    private func enter() {
        if look.isMultiline {
            let old = text.string
            text.insert("\n")
            return edited(from: old)
        }
        if let next = FieldKeyboard.field(after: self) { return next.beginEditing() }
        endEditing()
        onSubmit?()
    }

    /// Shows the text and the caret as they are now.
    private func changed() {
        (known, measured) = (nil, nil)
        showText()
        guard isEditing, let screen else { return }
        FieldKeyboard.textChanged(in: self)
        blinking?.cancel()
        caret.layer.opacity = 1
        blinking = screen.after(Self.blink, repeats: true) { [weak self] in
            guard let self else { return }
            caret.layer.opacity = caret.layer.opacity > 0 ? 0 : 1
        }
    }

    /// What a visitor has copied, in this field or in another one.
    private var clipboard: String { screen?.navigator?.stage.clipboard ?? "" }

    /// What the keyboard needs to know of the text.
    var typing: TypingState {
        let start = text.string.prefix(text.selection.lowerBound).suffix(4)
        return TypingState(
            before: String(start), hasSelection: !text.selection.isEmpty, canUndo: text.canUndo, canRedo: text.canRedo,
            canPaste: !clipboard.isEmpty, isSecure: isSecure)
    }
}
