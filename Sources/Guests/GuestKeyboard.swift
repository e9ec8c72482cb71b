// Which window is typed into: wl_keyboard.

import CWaylandServer
import Glibc
import Linux

/// Tells guests which of their surfaces is typed into. Toolkits ask for text only where a keyboard has entered.
final class GuestKeyboard {
    private unowned let server: GuestServer
    private var keyboards: [SeatKeyboard] = []
    private(set) weak var focus: Surface?

    init(_ server: GuestServer) { self.server = server }

    func add(_ keyboard: SeatKeyboard) {
        keyboards.append(keyboard)
        if let focus, focus.client == keyboard.client { enter(keyboard, focus) }
    }

    func remove(_ keyboard: SeatKeyboard) { keyboards.removeAll { $0 === keyboard } }

    /// `surface` is typed into from now on; nil for none.
    func setFocus(_ surface: Surface?) {
        guard focus !== surface else { return }
        if let focus, let gone = focus.handle {
            let serial = server.nextSerial()
            for keyboard in keyboards where keyboard.client == focus.client {
                if let handle = keyboard.handle { wl_keyboard_send_leave(handle, serial, gone) }
            }
        }
        focus = surface
        if let surface {
            for keyboard in keyboards where keyboard.client == surface.client { enter(keyboard, surface) }
        }
    }

    private func enter(_ keyboard: SeatKeyboard, _ surface: Surface) {
        guard let handle = keyboard.handle, let target = surface.handle else { return }
        let serial = server.nextSerial()
        WireArray([]).with { wl_keyboard_send_enter(handle, serial, target, $0) }
        wl_keyboard_send_modifiers(handle, serial, 0, 0, 0, 0)
    }
}

/// A `wl_keyboard`.
final class SeatKeyboard: Resource {
    /// A library has one. Each is told of every change.
    override class var most: Int { 16 }

    private unowned let owner: GuestKeyboard

    private static let requests = permanent(wl_keyboard_interface(release: destroyResource))

    init(_ owner: GuestKeyboard, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.owner = owner
        super.init(client, bezel_wl_keyboard(), version: version, id: id, requests: Self.requests)
        guard let handle else { return }
        // No key is pressed: what is typed on the glass comes as text.
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if nothing >= 0 {
            wl_keyboard_send_keymap(handle, WL_KEYBOARD_KEYMAP_FORMAT_NO_KEYMAP.rawValue, nothing, 0)
            close(nothing)
        }
        if version >= WL_KEYBOARD_REPEAT_INFO_SINCE_VERSION { wl_keyboard_send_repeat_info(handle, 0, 0) }
        owner.add(self)
    }

    override func destroyed() { owner.remove(self) }
}
