// Text for clients that know zwp_text_input_v3: toolkits and browsers.

import CWaylandServer
import Geometry
import Linux

/// The global `zwp_text_input_manager_v3`.
final class TextInputManagerV3: Resource {
    /// A library has one.
    override class var most: Int { 16 }

    private unowned let server: GuestServer

    private static let requests = permanent(
        zwp_text_input_manager_v3_interface(
            destroy: destroyResource,
            get_text_input: { client, manager, id, _ in
                guard let client else { return }
                let manager = TextInputManagerV3.of(manager)
                _ = TextInputV3(manager.server.textInputs, client, version: manager.version, id: id)
            }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_zwp_text_input_manager_v3(), version: version, id: id, requests: Self.requests)
    }
}

/// A `zwp_text_input_v3`.
final class TextInputV3: Resource, TextInput {
    /// A window has one. Each is told of every change of the focus.
    override class var most: Int { 64 }

    private unowned let inputs: TextInputs
    var field: GuestField?
    /// The surface that the client was told to type into. Without one its requests mean nothing.
    private(set) weak var surface: Surface?
    private var pending = Pending()
    /// The number of commits, by which the client knows which of its states the kiosk has seen.
    private var commits: UInt32 = 0

    /// What requests change, until a commit makes it count.
    private struct Pending {
        enum Step { case enable, disable }
        var step: Step?
        var surrounding: SurroundingText?
        var content: FieldContent?
        var cursor: Rect?
    }

    private static let requests = permanent(
        zwp_text_input_v3_interface(
            destroy: destroyResource,
            // Both reset what was asked for before.
            enable: { _, input in TextInputV3.of(input).pending = Pending(step: .enable) },
            disable: { _, input in TextInputV3.of(input).pending = Pending(step: .disable) },
            set_surrounding_text: { _, input, text, cursor, anchor in
                guard let text else { return }
                let surrounding = SurroundingText(text, cursor: Int(cursor), anchor: Int(anchor))
                TextInputV3.of(input).pending.surrounding = surrounding ?? SurroundingText()
            },
            set_text_change_cause: { _, _, _ in },
            set_content_type: { _, input, hint, purpose in
                TextInputV3.of(input).pending.content = FieldContent(
                    hint: hint, purpose: zwp_text_input_v3_content_purpose(rawValue: purpose))
            },
            set_cursor_rectangle: { _, input, x, y, width, height in
                TextInputV3.of(input).pending.cursor = Rect.cursor(x, y, width, height)
            },
            commit: { _, input in TextInputV3.of(input).commit() }))

    init(_ inputs: TextInputs, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.inputs = inputs
        super.init(client, bezel_zwp_text_input_v3(), version: version, id: id, requests: Self.requests)
        if handle != nil { inputs.add(self) }
    }

    override func destroyed() { inputs.remove(self) }

    private func commit() {
        commits &+= 1
        let next = pending
        pending = Pending()
        guard surface != nil else { return }
        switch next.step {
        case .enable?:
            guard inputs.mayBegin(self) else { return }
            field = GuestField()
        case .disable?: return end()
        case nil: break
        }
        guard field != nil else { return }
        if let surrounding = next.surrounding { field?.surrounding.update(surrounding) }
        if let content = next.content { field?.content = content }
        if let cursor = next.cursor { field?.cursor = cursor }
        inputs.changed(self, wantsKeys: true)
        // Browsers tell of the next change only after they have heard that this one arrived.
        inputs.answer(self)
    }

    func focus(_ surface: Surface?) {
        if let old = self.surface?.handle, let handle { zwp_text_input_v3_send_leave(handle, old) }
        self.surface = surface
        end()
        pending = Pending()
        if let new = surface?.handle, let handle { zwp_text_input_v3_send_enter(handle, new) }
    }

    func end() {
        field = nil
        inputs.ended(self)
    }

    func send(_ text: String, deleting bytes: Int, composing letters: String) {
        guard let handle else { return }
        if bytes > 0 { zwp_text_input_v3_send_delete_surrounding_text(handle, UInt32(bytes), 0) }
        if !text.isEmpty { zwp_text_input_v3_send_commit_string(handle, text) }
        if !letters.isEmpty {
            let end = Int32(letters.utf8.count)
            zwp_text_input_v3_send_preedit_string(handle, letters, end, end)
        }
        zwp_text_input_v3_send_done(handle, commits)
    }
}
