// Text for clients that know zwp_text_input_v1 only.

import CWaylandServer
import Geometry
import Linux

/// The global `zwp_text_input_manager_v1`.
final class TextInputManagerV1: Resource {
    /// A library has one.
    override class var most: Int { 16 }

    private unowned let server: GuestServer

    private static let requests = permanent(
        zwp_text_input_manager_v1_interface(
            create_text_input: { client, manager, id in
                guard let client else { return }
                let manager = TextInputManagerV1.of(manager)
                _ = TextInputV1(manager.server.textInputs, client, version: manager.version, id: id)
            }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_zwp_text_input_manager_v1(), version: version, id: id, requests: Self.requests)
    }
}

/// A `zwp_text_input_v1`. What it says of its field counts at once.
final class TextInputV1: Resource, TextInput {
    /// A window has one. Each is told of every change of the focus.
    override class var most: Int { 64 }

    private unowned let inputs: TextInputs
    var field: GuestField?
    private(set) weak var surface: Surface?
    /// The surface of the client that has the keyboard.
    private weak var focused: Surface?
    /// The number by which the client knows which of its states the kiosk has seen.
    private var serial: UInt32 = 0

    private static let requests = permanent(
        zwp_text_input_v1_interface(
            activate: { _, input, _, surface in TextInputV1.of(input).activate(Surface.of(surface)) },
            deactivate: { _, input, _ in TextInputV1.of(input).end() },
            show_input_panel: { _, input in
                let input = TextInputV1.of(input)
                if input.field != nil { input.inputs.changed(input, wantsKeys: true) }
            },
            hide_input_panel: { _, input in
                let input = TextInputV1.of(input)
                input.inputs.hideKeys(of: input)
            },
            reset: { _, input in TextInputV1.of(input).change { $0.surrounding = SurroundingText() } },
            set_surrounding_text: { _, input, text, cursor, anchor in
                guard let text else { return }
                let surrounding = SurroundingText(text, cursor: Int(cursor), anchor: Int(anchor))
                TextInputV1.of(input).change { $0.surrounding.update(surrounding ?? SurroundingText()) }
            },
            set_content_type: { _, input, hint, purpose in
                let content = FieldContent(
                    hint: hint, purpose: zwp_text_input_v1_content_purpose(rawValue: purpose))
                TextInputV1.of(input).change { $0.content = content }
            },
            set_cursor_rectangle: { _, input, x, y, width, height in
                TextInputV1.of(input).change { $0.cursor = Rect.cursor(x, y, width, height) }
            },
            // The visitor's language decides about the keys.
            set_preferred_language: { _, _, _ in },
            commit_state: { _, input, serial in TextInputV1.of(input).serial = serial },
            invoke_action: { _, _, _, _ in }))

    init(_ inputs: TextInputs, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.inputs = inputs
        super.init(client, bezel_zwp_text_input_v1(), version: version, id: id, requests: Self.requests)
        if handle != nil { inputs.add(self) }
    }

    override func destroyed() { inputs.remove(self) }

    /// Begins to type into `surface`, if that has the keyboard. The field that was typed into before ends.
    private func activate(_ surface: Surface) {
        end()
        guard surface === focused, let handle, let target = surface.handle else { return }
        inputs.endActive()
        (self.surface, field) = (surface, GuestField())
        zwp_text_input_v1_send_enter(handle, target)
        inputs.changed(self, wantsKeys: false)
    }

    func end() {
        guard field != nil else { return }
        (surface, field) = (nil, nil)
        inputs.ended(self)
        if let handle { zwp_text_input_v1_send_leave(handle) }
    }

    private func change(_ body: (inout GuestField) -> Void) {
        guard field != nil else { return }
        body(&field!)
        inputs.changed(self, wantsKeys: false)
    }

    func focus(_ surface: Surface?) {
        end()
        focused = surface
    }

    func send(_ text: String, deleting bytes: Int, composing letters: String) {
        guard let handle else { return }
        if bytes > 0 {
            zwp_text_input_v1_send_delete_surrounding_text(handle, -Int32(bytes), UInt32(bytes))
            zwp_text_input_v1_send_commit_string(handle, serial, "")
        }
        if !text.isEmpty { zwp_text_input_v1_send_commit_string(handle, serial, text) }
        guard text.isEmpty, bytes == 0 else { return }
        zwp_text_input_v1_send_preedit_cursor(handle, Int32(letters.utf8.count))
        zwp_text_input_v1_send_preedit_string(handle, serial, letters, letters)
    }
}
