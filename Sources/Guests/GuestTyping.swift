// The kiosk's keyboards type into a guest.

import Geometry
package import Interface
import Stage

extension GuestView: KeyInput {
    /// Whether the keyboard is there for a field of the guest.
    var isTyping: Bool { dock.map { !$0.isLeaving } ?? false }

    package var kind: TextKind { field?.content.kind ?? .text }
    package var isPrivate: Bool { field.map { $0.content.isSecure || $0.content.isSensitive } ?? false }

    package var typing: TypingState {
        let surrounding = field?.surrounding ?? SurroundingText()
        // Behind a letter none is a capital.
        let before = content.capitalizes ? String(surrounding.before.suffix(4)) : "a"
        return TypingState(
            before: before, hasSelection: surrounding.hasSelection,
            canPaste: server.clipboard.hasContent && server.keyboard.isHeard, isSecure: field?.content.isSecure ?? false
        )
    }

    private var field: GuestField? { server.textInputs.field }
    private var now: Instant { screen?.navigator?.stage.now ?? .zero }

    private var environment: Environment? {
        guard let screen, let stage = screen.navigator?.stage else { return nil }
        var environment = Environment(of: screen, on: stage)
        if environment.language == nil { environment.language = (superview as? GuestPlace)?.language }
        return environment
    }

    // MARK: The keyboard on the glass

    /// The guest has begun a field, changed it or ended it.
    func textInputChanged(_ request: TextInputs.Request) {
        keepSecret(isPrivate)
        guard let field else {
            if isTyping { FieldKeyboard.hide(for: self) }
            return
        }
        if let place = tap.place { tapPlace = place }
        switch request {
        case .hide: return FieldKeyboard.hide(for: self)
        case .show where !isTyping && tap.place != nil: return beginEditing()
        case .show, .nothing: break
        }
        guard isTyping, let environment else { return }
        if field.content != content {
            content = field.content
            FieldKeyboard.lookChanged(of: self, environment)
        }
        FieldKeyboard.textChanged(in: self)
        showCursor()
    }

    /// The guest was tapped, and still has its field. A browser says nothing when its caret stays where it was, so a tap beside the caret
    /// is one on the field.
    func tapped() {
        guard let place = tap.place, let panel else { return }
        let reach = GuestView.margin * panel.density(.vertical)
        let cursor = server.textInputs.cursor
        if cursor.map({ $0.minY - reach...$0.maxY + reach ~= place.y }) ?? true { beginEditing() }
    }

    package func beginEditing() {
        guard let field, !isTyping, let environment else { return }
        content = field.content
        screen?.navigator?.stage.focus = self
        FieldKeyboard.show(for: self, environment)
        showCursor()
    }

    /// The guest keeps its field, as on phones: the next tap on it brings the keyboard back.
    package func editingEnded() {
        dock = nil
        showCursor()
    }

    package func take(_ stroke: KeyStroke) {
        let (inputs, keyboard) = (server.textInputs, server.keyboard)
        switch stroke {
        case .text(let text): inputs.type(text)
        case .compose(let letters): inputs.compose(letters)
        case .deleteBackward: inputs.deleteBackward(now)
        case .enter: inputs.enter(now)
        case .hide:
            tap.forget()
            return FieldKeyboard.hide(for: self)
        case .cut: keyboard.type(GuestKeyboard.Code.x, with: [GuestKeyboard.Code.leftControl], now)
        case .copy: keyboard.type(GuestKeyboard.Code.c, with: [GuestKeyboard.Code.leftControl], now)
        case .paste: keyboard.type(GuestKeyboard.Code.v, with: [GuestKeyboard.Code.leftControl], now)
        // A guest does not say whether it can do these, so the keyboard does not offer them.
        case .deleteForward, .undo, .redo: break
        }
        FieldKeyboard.textChanged(in: self)
    }

    /// Only the guest knows all of its text.
    package func keys(replacing range: Range<Int>, by new: String) -> [[Int]]? { nil }

    package func needed(in room: Double) -> ClosedRange<Double> {
        // The windows have scrolled as far as they can.
        let place = typedPlace
        let end = max(0, bounds.height - 2 * (panel?.density(.vertical) ?? 1))
        let top = min(max(0, place.minY - offset), end)
        return top...max(top, min(place.maxY - offset, end))
    }

    /// Around the caret (px of the windows), or where the field was tapped if the guest does not say where its caret is.
    var typedPlace: Rect { server.textInputs.cursor ?? Rect(origin: tapPlace, size: Size(0, 0)) }

    /// While something secret is typed, with whichever keyboard, nothing of it is recorded.
    func keepSecret(_ isSecret: Bool) {
        let own = isSecret ? screen : nil
        guard secretScreen !== own else { return }
        secretScreen?.isPrivate = false
        secretScreen = nil
        guard let own, !own.isPrivate else { return }
        own.isPrivate = true
        secretScreen = own
    }

    /// The program ends, and its fields with it.
    func willEnd() {
        if isTyping { FieldKeyboard.hide(for: self) }
        keepSecret(false)
    }

    // MARK: Hardware keys

    /// The key with the kernel's `code` went down at `time`. It types in the layout of the visitor's language.
    func pressed(_ code: Int, _ time: Instant) {
        guard let environment else { return }
        dock?.onInterruption()
        server.keyboard.use(layout: FieldKeyboard.layoutName(for: self, environment))
        server.keyboard.press(code, time)
    }
}
