// The keys of guests: wl_keyboard.

import CWaylandServer
import Geometry
import Glibc
import Keyboards
import Linux

/// Delivers keys to the surface of a guest that is typed into. Toolkits ask for text only where a keyboard has entered.
final class GuestKeyboard {
    private unowned let server: GuestServer
    private var keyboards: [SeatKeyboard] = []
    private(set) weak var focus: Surface?
    private var layout: Layout

    /// How keys are interpreted.
    private struct Layout {
        let name: String
        /// The keys; nil where the machine has no such layout.
        let keys: ForwardedKeys?
        /// What clients map to interpret them; nil without keys or memory.
        let file: KeymapFile?

        init(_ name: String) {
            self.name = name
            keys = ForwardedKeys(layout: name)
            file = keys.flatMap { KeymapFile($0.layoutText) }
        }
    }

    /// The keys that need no layout, by their codes of linux/input-event-codes.h.
    enum Code {
        static let backspace = 14, enter = 28, leftControl = 29
        // In layouts with other letters programs go by the places of the American ones.
        static let x = 45, c = 46, v = 47
    }

    /// The keys of an American keyboard, until a visitor's language says otherwise.
    init(_ server: GuestServer) {
        self.server = server
        layout = Layout("us")
    }

    func add(_ keyboard: SeatKeyboard) {
        keyboards.append(keyboard)
        keyboard.tell(layout.file)
        if let focus, focus.client == keyboard.client { enter(keyboard, focus) }
    }

    func remove(_ keyboard: SeatKeyboard) { keyboards.removeAll { $0 === keyboard } }

    /// `surface` is typed into from now on; nil for none.
    func setFocus(_ surface: Surface?) {
        guard focus !== surface else { return }
        if let gone = focus?.handle {
            let serial = server.nextSerial()
            tell { wl_keyboard_send_leave($0, serial, gone) }
        }
        focus = surface
        if let surface {
            for keyboard in keyboards where keyboard.client == surface.client { enter(keyboard, surface) }
        }
        // The focus of text follows that of keys.
        server.textInputs.setFocus(surface)
    }

    private func enter(_ keyboard: SeatKeyboard, _ surface: Surface) {
        guard let handle = keyboard.handle, let target = surface.handle else { return }
        let serial = server.nextSerial()
        let held = layout.keys?.held.map { UInt32($0) } ?? []
        WireArray(held).with { wl_keyboard_send_enter(handle, serial, target, $0) }
        send(modifiers, serial, to: handle)
    }

    // MARK: Keys

    /// Whether the client that is typed into listens to keys, and can interpret them.
    var isHeard: Bool {
        guard let focus, layout.file != nil else { return false }
        return keyboards.contains { $0.client == focus.client }
    }

    /// Has clients interpret keys by the layout `name` from now on. Keys that are held are released before.
    func use(layout name: String) {
        guard name != layout.name else { return }
        for code in layout.keys?.held ?? [] { release(code, .zero) }
        layout = Layout(name)
        for keyboard in keyboards { keyboard.tell(layout.file) }
        let serial = server.nextSerial()
        tell { send(modifiers, serial, to: $0) }
    }

    /// The key with the kernel's `code` went down at `time`.
    func press(_ code: Int, _ time: Instant) {
        guard let keys = layout.keys else { return }
        let before = keys.modifiers
        if keys.press(code) { tell(code, WL_KEYBOARD_KEY_STATE_PRESSED, before, time) }
    }

    /// The key with the kernel's `code` came up at `time`.
    func release(_ code: Int, _ time: Instant) {
        guard let keys = layout.keys else { return }
        let before = keys.modifiers
        if keys.release(code) { tell(code, WL_KEYBOARD_KEY_STATE_RELEASED, before, time) }
    }

    /// Presses and releases the key with the kernel's `code`, while those of `shifts` are held.
    func type(_ code: Int, with shifts: [Int] = [], _ time: Instant) {
        let all = shifts + [code]
        for code in all { press(code, time) }
        for code in all.reversed() { release(code, time) }
    }

    private var modifiers: ForwardedKeys.Modifiers { layout.keys?.modifiers ?? ForwardedKeys.Modifiers() }

    private func tell(
        _ code: Int, _ state: wl_keyboard_key_state, _ before: ForwardedKeys.Modifiers, _ time: Instant
    ) {
        let (serial, now) = (server.nextSerial(), modifiers)
        tell { keyboard in
            wl_keyboard_send_key(keyboard, serial, time.wireMilliseconds, UInt32(code), state.rawValue)
            if now != before { send(now, serial, to: keyboard) }
        }
        server.flushSoon()
    }

    private func send(_ modifiers: ForwardedKeys.Modifiers, _ serial: UInt32, to keyboard: OpaquePointer) {
        wl_keyboard_send_modifiers(
            keyboard, serial, modifiers.depressed, modifiers.latched, modifiers.locked, modifiers.group)
    }

    private func tell(_ send: (OpaquePointer) -> Void) {
        guard let focus else { return }
        for keyboard in keyboards where keyboard.client == focus.client {
            if let handle = keyboard.handle { send(handle) }
        }
    }
}

/// A keyboard layout in memory, which all clients of a guest map and nobody can change.
private final class KeymapFile {
    let descriptor: FileDescriptor
    let size: UInt32

    /// A file of `text`, which ends with a zero, as clients expect; nil if there is no memory for it.
    init?(_ text: String) {
        let bytes = Array(text.utf8) + [0]
        do throws(SystemError) { descriptor = try SealedMemory.constant(bytes) } catch { return nil }
        size = UInt32(bytes.count)
    }
}

/// A `wl_keyboard`.
final class SeatKeyboard: Resource {
    /// A library has one. Each is told of every change.
    override class var most: Int { 16 }

    private unowned let owner: GuestKeyboard

    /// How clients repeat a key that is held: so many times a second, after so many milliseconds, as in the kiosk's own fields.
    private static let (rate, delay): (Int32, Int32) = (25, 500)

    private static let requests = permanent(wl_keyboard_interface(release: destroyResource))

    init(_ owner: GuestKeyboard, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.owner = owner
        super.init(client, bezel_wl_keyboard(), version: version, id: id, requests: Self.requests)
        guard let handle else { return }
        if version >= WL_KEYBOARD_REPEAT_INFO_SINCE_VERSION {
            wl_keyboard_send_repeat_info(handle, Self.rate, Self.delay)
        }
        owner.add(self)
    }

    override func destroyed() { owner.remove(self) }

    /// Tells the client how keys are interpreted.
    fileprivate func tell(_ file: KeymapFile?) {
        guard let handle else { return }
        if let file {
            return wl_keyboard_send_keymap(
                handle, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, file.descriptor.number, file.size)
        }
        // Without layouts what is typed on the glass still comes as text.
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard nothing >= 0 else { return }
        wl_keyboard_send_keymap(handle, WL_KEYBOARD_KEYMAP_FORMAT_NO_KEYMAP.rawValue, nothing, 0)
        close(nothing)
    }
}
