// The keys of a keyboard for a program that finds out by itself what they type.

internal import CKeyboard

/// Follows the keys of a keyboard that another program interprets, which needs the layout and the state of the keys that shift.
package final class ForwardedKeys {
    /// The layout in the text format of XKB, for `xkb_keymap_new_from_string`.
    package let layoutText: String
    /// The keys that are held, by the kernel's codes (linux/input-event-codes.h), in no order.
    package private(set) var held: Set<Int> = []
    private let state: OpaquePointer
    private let keymap: Keymap
    /// The keys of Latin letters, for commands in layouts that have others.
    private let latin = Keymap(named: "us")?.makeState()

    /// What shifts letters: the bits of XKB's modifiers, and the number of the group of letters.
    package struct Modifiers: Hashable, Sendable {
        package var depressed: UInt32 = 0
        package var latched: UInt32 = 0
        package var locked: UInt32 = 0
        package var group: UInt32 = 0

        /// Nothing is held or locked.
        package init() {}
    }

    /// The keys in the layout `name`; nil if there is none.
    package init?(layout name: String) {
        guard let keymap = Keymap(named: name), let state = keymap.makeState() else { return nil }
        (self.keymap, self.state, layoutText) = (keymap, state, keymap.text)
        // Digits are what a keyboard of digits is for.
        for direction in [XKB_KEY_DOWN, XKB_KEY_UP] { xkb_state_update_key(state, HardwareKeys.numLock, direction) }
    }

    deinit {
        if let latin { xkb_state_unref(latin) }
        xkb_state_unref(state)
    }

    /// What shifts letters now.
    package var modifiers: Modifiers {
        var modifiers = Modifiers()
        modifiers.depressed = xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED)
        modifiers.latched = xkb_state_serialize_mods(state, XKB_STATE_MODS_LATCHED)
        modifiers.locked = xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED)
        modifiers.group = xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE)
        return modifiers
    }

    /// The key with the kernel's `code` goes down. Returns false if it is held already, or if a program could take it for a command of its
    /// own.
    package func press(_ code: Int) -> Bool {
        guard !held.contains(code), edits(code) else { return false }
        held.insert(code)
        xkb_state_update_key(state, xkb_keycode_t(code + HardwareKeys.offset), XKB_KEY_DOWN)
        return true
    }

    /// Whether the key types, shifts, or edits a text. Function keys, Alt, the logo key and most keys with Control are commands of programs:
    /// in a browser they open windows, files and tools for developers.
    private func edits(_ code: Int) -> Bool {
        let symbol = xkb_state_key_get_one_sym(state, xkb_keycode_t(code + HardwareKeys.offset))
        if Self.shifting.contains(Int(symbol)) { return true }
        func isActive(_ modifier: String) -> Bool {
            xkb_state_mod_name_is_active(state, modifier, XKB_STATE_MODS_EFFECTIVE) > 0
        }
        let isShifted = isActive(XKB_MOD_NAME_SHIFT)
        let meaning = HardwareKeys.meanings[Int(symbol)]
        if isActive(XKB_MOD_NAME_CTRL) {
            switch meaning {
            case .left, .right, .up, .down, .home, .end, .deleteBackward: return true
            case nil: break
            default: return false
            }
            let isLatin = Keymap.text(of: symbol).unicodeScalars.allSatisfy(\.isASCII)
            let letter = isLatin ? symbol : latin.map { Self.symbol(of: code, in: $0) } ?? symbol
            let command = HardwareKeys.command(letter, isShifted)
            // With Shift, other letters are commands of browsers.
            return command == .redo || command != nil && !isShifted
        }
        // Shift and Escape show the tasks of a browser.
        if meaning == .escape { return !isShifted }
        if meaning != nil || Self.moving.contains(Int(symbol)) { return true }
        let isDead = Int(XKB_KEY_dead_grave)...Int(XKB_KEY_dead_greek) ~= Int(symbol)
        return isDead || HardwareKeys.text(Keymap.text(of: symbol)) != nil
    }

    private static func symbol(of code: Int, in state: OpaquePointer) -> xkb_keysym_t {
        xkb_state_key_get_one_sym(state, xkb_keycode_t(code + HardwareKeys.offset))
    }

    /// The keys that change what others type. Where the right Alt key is one of them it is called otherwise.
    private static let shifting: Set<Int> = [
        Int(XKB_KEY_Shift_L), Int(XKB_KEY_Shift_R), Int(XKB_KEY_Control_L), Int(XKB_KEY_Control_R),
        Int(XKB_KEY_Caps_Lock), Int(XKB_KEY_Num_Lock), Int(XKB_KEY_ISO_Level3_Shift), Int(XKB_KEY_ISO_Level3_Latch),
        Int(XKB_KEY_ISO_Level5_Shift), Int(XKB_KEY_Mode_switch), Int(XKB_KEY_Multi_key),
    ]
    /// The keys that move in a page or among its fields, beside those of `HardwareKeys`.
    private static let moving: Set<Int> = [Int(XKB_KEY_Prior), Int(XKB_KEY_Next), Int(XKB_KEY_ISO_Left_Tab)]

    /// The key with the kernel's `code` comes up. Returns false if it was not held.
    package func release(_ code: Int) -> Bool {
        guard held.remove(code) != nil else { return false }
        xkb_state_update_key(state, xkb_keycode_t(code + HardwareKeys.offset), XKB_KEY_UP)
        return true
    }
}
