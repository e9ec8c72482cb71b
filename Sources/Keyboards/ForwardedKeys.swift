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

    deinit { xkb_state_unref(state) }

    /// What shifts letters now.
    package var modifiers: Modifiers {
        var modifiers = Modifiers()
        modifiers.depressed = xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED)
        modifiers.latched = xkb_state_serialize_mods(state, XKB_STATE_MODS_LATCHED)
        modifiers.locked = xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED)
        modifiers.group = xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE)
        return modifiers
    }

    /// The key with the kernel's `code` goes down. Returns false if it is held already.
    package func press(_ code: Int) -> Bool {
        guard held.insert(code).inserted else { return false }
        xkb_state_update_key(state, xkb_keycode_t(code + HardwareKeys.offset), XKB_KEY_DOWN)
        return true
    }

    /// The key with the kernel's `code` comes up. Returns false if it was not held.
    package func release(_ code: Int) -> Bool {
        guard held.remove(code) != nil else { return false }
        xkb_state_update_key(state, xkb_keycode_t(code + HardwareKeys.offset), XKB_KEY_UP)
        return true
    }
}
