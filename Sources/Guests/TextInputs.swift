// What is typed into a guest, in both versions of Wayland's protocol for it.

import CWaylandServer
import Geometry
import Linux

/// An object by which a client takes text: `TextInputV1` or `TextInputV3`.
protocol TextInput: Resource {
    /// The field that is typed into; nil while there is none.
    var field: GuestField? { get set }
    /// The surface that has the field.
    var surface: Surface? { get }
    /// `surface` of its client is typed into from now on; nil for none.
    func focus(_ surface: Surface?)
    /// Its field is not typed into any more, because another one is.
    func end()
    /// Inserts `text` in place of what is selected, or deletes `bytes` before the caret. `letters` wait to become another text.
    func send(_ text: String, deleting bytes: Int, composing letters: String)
}

/// The fields of a guest. At most one of them is typed into: in the surface that has the keyboard.
final class TextInputs {
    private unowned let server: GuestServer
    private var inputs: [any TextInput] = []
    private weak var surface: Surface?
    private weak var active: (any TextInput)?
    /// What clients have asked for since the kiosk was told; nil if nothing has changed.
    private var request: Request?
    /// The letters that wait to become another text.
    private var letters = ""

    /// Called after requests of clients have changed the field, begun another or ended it.
    var onChange: ((Request) -> Void)?

    /// What a client asks of the keyboard on the glass.
    enum Request {
        case nothing
        /// The field takes text, and a tap on it shows the keyboard.
        case show
        /// The field needs no keyboard.
        case hide
    }

    init(_ server: GuestServer) { self.server = server }

    func add(_ input: any TextInput) {
        inputs.append(input)
        if let surface, surface.client == input.client { input.focus(surface) }
    }

    func remove(_ input: any TextInput) {
        ended(input)
        inputs.removeAll { $0 === input }
    }

    /// `surface` has the keyboard from now on; nil for none.
    func setFocus(_ surface: Surface?) {
        guard self.surface !== surface else { return }
        let old = self.surface
        self.surface = surface
        for input in inputs where input.client == old?.client { input.focus(nil) }
        guard let surface else { return }
        for input in inputs where input.client == surface.client { input.focus(surface) }
    }

    // MARK: Fields

    /// The field that is typed into; nil for none.
    var field: GuestField? { active?.field }

    /// Where the caret is (pixels of the glass, in the windows' space); nil if that is not known.
    var cursor: Rect? {
        guard let cursor = field?.cursor, let surface = active?.surface,
            let corner = surface.point(fromWindows: .zero), let next = surface.point(fromWindows: Point(1, 1))
        else { return nil }
        let pixel = next - corner
        return Rect(
            (cursor.minX - corner.x) / pixel.x, (cursor.minY - corner.y) / pixel.y, cursor.width / pixel.x,
            cursor.height / pixel.y)
    }

    /// Whether `input` may be typed into: no other field is.
    func mayBegin(_ input: any TextInput) -> Bool { active == nil || active === input }

    /// `input` has a field, which is another one or has changed. If it `wantsKeys`, a tap shows the keyboard.
    func changed(_ input: any TextInput, wantsKeys: Bool) {
        if active !== input { letters = "" }
        active = input
        request = wantsKeys ? .show : request ?? .nothing
    }

    /// Tells the client of `input` that its state has arrived.
    func answer(_ input: any TextInput) { input.send("", deleting: 0, composing: letters) }

    /// Ends the field that is typed into, because another one begins.
    func endActive() { active?.end() }

    /// The field of `input` is not typed into any more.
    func ended(_ input: any TextInput) {
        guard active === input else { return }
        active = nil
        letters = ""
        request = .nothing
    }

    /// The client of `input` wants no keyboard for its field.
    func hideKeys(of input: any TextInput) {
        if active === input { request = .hide }
    }

    /// Tells the kiosk what has happened. All that clients have sent by now counts as one change: a field that ends and another that
    /// begins keep the keyboard.
    func tell() {
        guard let request else { return }
        self.request = nil
        onChange?(request)
    }

    // MARK: Typing

    /// Types `text`.
    func type(_ text: String) {
        guard let active else { return }
        let text = text.cut(to: SurroundingText.mostBytes)
        letters = ""
        active.field?.surrounding.insert(text)
        active.send(text, deleting: 0, composing: "")
        server.flushSoon()
    }

    /// Shows `letters` at the caret, which are to become another text.
    func compose(_ letters: String) {
        guard let active, letters != self.letters else { return }
        self.letters = letters.cut(to: SurroundingText.mostBytes)
        active.send("", deleting: 0, composing: self.letters)
        server.flushSoon()
    }

    /// Deletes what is selected, or the character before the caret. The key does so in all programs: what they tell of their text may be
    /// older than the last letters, and at the beginning of a text the key may mean something. From a client without keys the
    /// character is deleted as text.
    func deleteBackward(_ time: Instant) {
        guard let active else { return }
        let bytes = active.field?.surrounding.deleteBackward()
        if server.keyboard.isHeard {
            server.keyboard.type(GuestKeyboard.Code.backspace, time)
        } else if let bytes {
            active.send("", deleting: bytes, composing: letters)
            server.flushSoon()
        }
    }

    /// Ends the line, or the text: the program knows which. A client without keys gets a new line.
    func enter(_ time: Instant) {
        guard server.keyboard.isHeard else { return type("\n") }
        active?.field?.surrounding.keyPressed()
        server.keyboard.type(GuestKeyboard.Code.enter, time)
    }
}
