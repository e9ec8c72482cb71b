// What a guest tells of its fields, and the kiosk's keys that come to it.

import Geometry
import Interface
import Stage
import Web

extension GuestView {
    private var now: Instant { screen?.navigator?.stage.now ?? .zero }

    // MARK: What the place is told

    /// The guest has begun a field, changed it or ended it.
    func textInputChanged(_ request: TextInputs.Request) {
        guard server.textInputs.field != nil else { return tellTyping() }
        if let place = tap.place { tapPlace = place }
        switch request {
        case .hide: tellTyping(.hide)
        case .show where tap.place != nil: tellTyping(.show)
        case .show, .nothing: tellTyping()
        }
    }

    /// The guest was tapped, and still has its field. A browser says nothing when its caret stays where it was, so a tap beside the caret
    /// is one on the field.
    func tapped() {
        guard let place = tap.place, let panel, server.textInputs.field != nil else { return }
        let reach = GuestPlace.margin * panel.density(.vertical)
        let cursor = server.textInputs.cursor
        if cursor.map({ $0.minY - reach...$0.maxY + reach ~= place.y }) ?? true { tellTyping(.show) }
    }

    /// Tells the place of the field, if it does not know it yet, and asks for `request`.
    private func tellTyping(_ request: TypedField.Request = .nothing) {
        let field = server.textInputs.field.map(typed)
        guard field != told || request != .nothing, let place else { return }
        told = field
        var asking = field
        asking?.request = request
        place.report(typing: asking)
    }

    func tellPlaying() { place?.report(.playing(server.isPlaying)) }

    /// What the keyboard needs to know of `field`.
    private func typed(_ field: GuestField) -> TypedField {
        let content = field.content
        let capital = content.capitalizes && content.kind.beginsWithCapital(behind: field.surrounding.before)
        let traits: [TypedField.Trait: Bool] = [
            .secure: content.isSecure, .secret: content.isSecret, .capital: capital,
            .selection: field.surrounding.hasSelection,
            .paste: server.clipboard.hasContent && server.keyboard.isHeard,
        ]
        // Around the caret, or where the field was tapped if the guest does not say where its caret is.
        let place = server.textInputs.cursor ?? Rect(origin: tapPlace, size: Size(0, 0))
        let room = -Self.farthest...Self.farthest
        let (top, bottom) = (place.minY.rounded(.down), place.maxY.rounded(.up))
        return TypedField(
            TypedField.Kind(content.kind), top: Int(min(max(top, room.lowerBound), room.upperBound)),
            bottom: Int(min(max(bottom, room.lowerBound), room.upperBound)), Set(traits.filter(\.value).keys))
    }

    /// A caret farther away (px) is on no glass.
    private static let farthest = 1e6

    /// Its place has come to the glass, and knows nothing.
    package func appeared() {
        told = nil
        place?.showsSecret = showsSecret
        tellTyping()
        if server.isPlaying { tellPlaying() }
    }

    /// The program ends, or is shown elsewhere.
    func leaves() {
        if told != nil { place?.report(typing: nil) }
        told = nil
        if server.isPlaying { place?.report(.playing(false)) }
    }

    // MARK: Keys

    /// Does what a key on the glass asks for.
    func take(_ stroke: KeyStroke) {
        let (inputs, keyboard) = (server.textInputs, server.keyboard)
        if stroke != .hide { keyTyped() }
        switch stroke {
        case .text(let text): inputs.type(text)
        case .compose(let letters): inputs.compose(letters)
        case .deleteBackward: inputs.deleteBackward(now)
        case .enter: inputs.enter(now)
        case .hide: tap.forget()
        case .cut: keyboard.type(GuestKeyboard.Code.x, with: [GuestKeyboard.Code.leftControl], now)
        case .copy: keyboard.type(GuestKeyboard.Code.c, with: [GuestKeyboard.Code.leftControl], now)
        case .paste: keyboard.type(GuestKeyboard.Code.v, with: [GuestKeyboard.Code.leftControl], now)
        // A guest does not say whether it can do these, so the keyboard does not offer them.
        case .deleteForward, .undo, .redo: break
        }
        tellTyping()
    }

    /// The key with the kernel's `code` went down at `time`. It types in the layout of the visitor's language.
    func pressed(_ code: Int, _ time: Instant) {
        guard let place, let environment = place.environment else { return }
        server.keyboard.use(layout: FieldKeyboard.layoutName(for: place, environment))
        server.keyboard.press(code, time)
        keyTyped()
    }

    /// A browser shows another page. One that it has kept shows what was typed there before.
    func pageChanged(isKept: Bool) { showsSecret = isKept && hasTypedSecret }

    private func keyTyped() {
        onInput?(.key)
        guard let content = server.textInputs.field?.content, content.isSecret else { return }
        (hasTypedSecret, showsSecret) = (true, true)
    }
}
