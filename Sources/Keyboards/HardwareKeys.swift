// A keyboard with keys: what they type in a layout.

internal import CKeyboard

/// Follows the keys of a keyboard, and says what they type. It has the state of its shift keys and of accents that wait for their letter.
package final class HardwareKeys {
    /// What a key does in a text.
    package enum Meaning: Hashable, Sendable {
        case text(String)
        case deleteBackward, deleteForward
        case enter, escape
        case left, right, up, down, home, end
        case undo, redo, cut, copy, paste, selectAll
    }

    private let keymap: Keymap
    private let state: OpaquePointer
    private let compose: OpaquePointer?
    private var down = Set<Int>()

    /// The kernel's codes (linux/input-event-codes.h) are lower by this than those of XKB, which X11 has had from the beginning.
    static let offset = 8

    /// The keys of the layout `name`; nil if there is none.
    package init?(layout name: String) {
        guard let keymap = Keymap(named: name), let state = keymap.makeState() else { return nil }
        (self.keymap, self.state, compose) = (keymap, state, keymap.makeCompose())
        // Digits are what a keyboard of digits is for.
        for direction in [XKB_KEY_DOWN, XKB_KEY_UP] { xkb_state_update_key(state, Self.numLock, direction) }
    }

    static let numLock = xkb_keycode_t(69 + offset)
    /// The keys of Latin letters, for commands in layouts that have others.
    private let latin = Keymap(named: "us")?.makeState()

    deinit {
        if let latin { xkb_state_unref(latin) }
        xkb_compose_state_unref(compose)
        xkb_state_unref(state)
    }

    /// The key with the kernel's `code` goes down. Returns what it does; nil for nothing, as for a shift key.
    package func press(_ code: Int) -> Meaning? {
        let key = xkb_keycode_t(code + Self.offset)
        let symbol = xkb_state_key_get_one_sym(state, key)
        let isControl = xkb_state_mod_name_is_active(state, XKB_MOD_NAME_CTRL, XKB_STATE_MODS_EFFECTIVE) > 0
        let isShifted = xkb_state_mod_name_is_active(state, XKB_MOD_NAME_SHIFT, XKB_STATE_MODS_EFFECTIVE) > 0
        if down.insert(code).inserted { xkb_state_update_key(state, key, XKB_KEY_DOWN) }
        if isControl {
            let isLatin = Keymap.text(of: symbol).unicodeScalars.allSatisfy(\.isASCII)
            return Self.command(
                isLatin ? symbol : latin.map { xkb_state_key_get_one_sym($0, key) } ?? symbol, isShifted)
        }
        if let meaning = Self.meanings[Int(symbol)] { return meaning }
        if let compose, xkb_compose_state_feed(compose, symbol) == XKB_COMPOSE_FEED_ACCEPTED {
            switch xkb_compose_state_get_status(compose) {
            case XKB_COMPOSE_COMPOSING, XKB_COMPOSE_CANCELLED: return nil
            case XKB_COMPOSE_COMPOSED:
                var buffer = [CChar](repeating: 0, count: 32)
                xkb_compose_state_get_utf8(compose, &buffer, buffer.count)
                return Self.text(
                    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            default: break
            }
        }
        return Self.text(Keymap.text(of: symbol))
    }

    /// The key with the kernel's `code` comes up.
    package func release(_ code: Int) {
        if down.remove(code) != nil { xkb_state_update_key(state, xkb_keycode_t(code + Self.offset), XKB_KEY_UP) }
    }

    /// The kernel's codes of the keys that type `text` when they go down one after the other and stay down: those that shift, and the key
    /// itself. Nil if the layout has no such key, and while a hand holds a key or has begun an accent, which would change what it types.
    package func keys(typing text: String) -> [Int]? {
        guard down.isEmpty, compose.map(xkb_compose_state_get_status) != XKB_COMPOSE_COMPOSING else { return nil }
        let locks = Locks(
            modifiers: xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED),
            group: xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_LOCKED))
        let keys = keysOfTexts[locks] ?? keysOfTexts(under: locks)
        keysOfTexts[locks] = keys
        return keys[text]
    }

    /// What is locked, such as the capitals. There are only a few locks on a keyboard.
    private struct Locks: Hashable {
        let modifiers: xkb_mod_mask_t
        let group: xkb_layout_index_t
    }

    /// What one key types, with what shifts it, by what is locked.
    private var keysOfTexts: [Locks: [String: [Int]]] = [:]

    private func keysOfTexts(under locks: Locks) -> [String: [Int]] {
        let (leftShift, rightAlt) = (42, 100)
        var keys: [String: [Int]] = [:]
        for shifts in [[], [leftShift], [rightAlt], [leftShift, rightAlt]] {
            guard let state = keymap.makeState() else { continue }
            defer { xkb_state_unref(state) }
            xkb_state_update_mask(state, 0, 0, locks.modifiers, 0, 0, locks.group)
            for code in shifts { xkb_state_update_key(state, xkb_keycode_t(code + Self.offset), XKB_KEY_DOWN) }
            // From the digits to the space bar, and the key left of the Z.
            for code in Array(2...57) + [86] {
                let text = Keymap.text(of: xkb_state_key_get_one_sym(state, xkb_keycode_t(code + Self.offset)))
                if case .text(let typed)? = Self.text(text), keys[typed] == nil { keys[typed] = shifts + [code] }
            }
        }
        return keys
    }

    static func text(_ text: String) -> Meaning? {
        let isTyped = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return text.isEmpty || !isTyped ? nil : .text(text)
    }

    /// The keys that do the same in all layouts.
    static let meanings: [Int: Meaning] = [
        Int(XKB_KEY_BackSpace): .deleteBackward, Int(XKB_KEY_Delete): .deleteForward, Int(XKB_KEY_Return): .enter,
        Int(XKB_KEY_KP_Enter): .enter, Int(XKB_KEY_Tab): .enter, Int(XKB_KEY_Escape): .escape, Int(XKB_KEY_Left): .left,
        Int(XKB_KEY_Right): .right, Int(XKB_KEY_Up): .up, Int(XKB_KEY_Down): .down, Int(XKB_KEY_Home): .home,
        Int(XKB_KEY_End): .end, Int(XKB_KEY_KP_Left): .left, Int(XKB_KEY_KP_Right): .right, Int(XKB_KEY_KP_Up): .up,
        Int(XKB_KEY_KP_Down): .down, Int(XKB_KEY_KP_Home): .home, Int(XKB_KEY_KP_End): .end,
        Int(XKB_KEY_KP_Delete): .deleteForward,
    ]

    /// What `symbol` does with the control key.
    static func command(_ symbol: xkb_keysym_t, _ isShifted: Bool) -> Meaning? {
        switch Keymap.text(of: symbol).lowercased() {
        case "z": isShifted ? .redo : .undo
        case "y": .redo
        case "x": .cut
        case "c": .copy
        case "v": .paste
        case "a": .selectAll
        default: nil
        }
    }
}
