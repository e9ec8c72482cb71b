// The keyboard on the glass over a program's windows, also where the program does not run.

import Geometry
package import Interface
package import Stage

extension Stage {
    /// Has the keyboard come for the fields of programs. What is typed goes to those that run, and in a replay nowhere.
    package func typeIntoGuests() {
        guestCalls.typing = { place, before, request in place.typedChanged(from: before, request) }
    }
}

extension GuestPlace: KeyInput {
    package var kind: TextKind { typed.map { TextKind($0.kind) } ?? .text }
    package var isPrivate: Bool { takesSecret }

    package var typing: TypingState {
        let traits = typed?.traits ?? []
        // Behind a letter none is a capital.
        return TypingState(
            before: traits.contains(.capital) ? "" : "a", hasSelection: traits.contains(.selection),
            canPaste: traits.contains(.paste), isSecure: traits.contains(.secure))
    }

    var environment: Environment? {
        guard let screen, let stage = screen.navigator?.stage else { return nil }
        var environment = Environment(of: screen, on: stage)
        if environment.language == nil { environment.language = language }
        return environment
    }

    /// The field was `before`, and the program asks for `request`.
    fileprivate func typedChanged(from before: TypedField?, _ request: TypedField.Request) {
        guard let typed else {
            if isTyping { FieldKeyboard.hide(for: self) }
            return
        }
        switch request {
        case .hide: return FieldKeyboard.hide(for: self)
        case .show where !isTyping: return beginEditing()
        case .show, .nothing: break
        }
        guard isTyping, let environment else { return }
        if !typed.hasKeys(of: before) { FieldKeyboard.lookChanged(of: self, environment) }
        FieldKeyboard.textChanged(in: self)
        showCaret()
    }

    package func beginEditing() {
        guard typed != nil, !isTyping, let environment else { return }
        screen?.navigator?.stage.focus = self
        FieldKeyboard.show(for: self, environment)
        showCaret()
    }

    /// The guest keeps its field, as on phones: the next tap on it brings the keyboard back.
    package func editingEnded() {
        dock = nil
        secrecyChanged()
        showCaret()
    }

    package func take(_ stroke: KeyStroke) {
        if stroke != .hide { typesKey() }
        (guest as? GuestView)?.take(stroke)
        if stroke == .hide { return FieldKeyboard.hide(for: self) }
        FieldKeyboard.textChanged(in: self)
    }

    /// Only the guest knows all of its text.
    package func keys(replacing range: Range<Int>, by new: String) -> [[Int]]? { nil }

    package func needed(in room: Double) -> ClosedRange<Double> {
        guard let typed else { return 0...0 }
        // The windows have scrolled as far as they can.
        let end = max(0, bounds.height - 2 * (panel?.density(.vertical) ?? 1))
        let top = min(max(0, Double(typed.top) - offset), end)
        return top...max(top, min(Double(typed.bottom) - offset, end))
    }
}

extension TextKind {
    /// The kind of a field of a guest.
    init(_ kind: TypedField.Kind) {
        self =
            switch kind {
            case .text: .text
            case .name: .name
            case .number: .number
            case .phone: .phone
            case .mail: .mail
            case .webAddress: .webAddress
            case .pin: .pin
            }
    }
}

extension TypedField.Kind {
    /// The kind of a field as it is recorded.
    init(_ kind: TextKind) {
        self =
            switch kind {
            case .text: .text
            case .name: .name
            case .number: .number
            case .phone: .phone
            case .mail: .mail
            case .webAddress: .webAddress
            case .pin: .pin
            }
    }
}
