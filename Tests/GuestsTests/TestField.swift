// The fields of a test's client, on a stage with a keyboard.

import CWayland
import CWaylandServer
import Geometry
import Gestures
import Interface
import Layers
import Linux
import Stage
import TestTextInputClient

@testable import Guests

/// A stage of 1000 × 600 px and 250 × 150 mm whose screen shows a guest.
final class GuestStage: GuestHost {
    private let view: GuestView
    /// The place on the glass.
    private(set) var place: GuestPlace!
    static let panel = Panel(pixels: PixelSize(1000, 600), millimetres: Size(250, 150))
    let server: GuestServer
    let stage: Stage
    let page: GuestScreen
    private var lastContact = 0

    init(
        language: String? = nil, touchCancellation: TouchCancellation = .cancel, on panel: Panel = GuestStage.panel,
        root: Screen? = nil
    ) {
        server = GuestServer(
            output: GuestOutput(
                pixels: panel.pixels, millimetres: panel.millimetres, refresh: .milliseconds(16)),
            touchCancellation: touchCancellation)
        view = GuestView(server, refresh: .milliseconds(16))
        page = Self.page()
        stage = Self.stage(root ?? page, language: language, on: panel)
        stage.typeIntoGuests()
        stage.guests = self
        pass(.seconds(1))
    }

    static func page() -> GuestScreen {
        let page = GuestScreen(name: "guest", title: "Guest", program: GuestProgram(.command(["guest"])))
        page.isBarShown = false
        return page
    }

    static func stage(_ root: Screen, language: String?, on panel: Panel = GuestStage.panel) -> Stage {
        Stage(
            panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: root, language: language)
    }

    // MARK: As a house with one guest

    func appeared(_ place: GuestPlace) {
        self.place = place
        place.showWindows(view)
        place.report(.shown)
        view.appeared()
    }
    func disappeared(_ place: GuestPlace) {}
    func retry(_ place: GuestPlace) {}
    func goBack(_ place: GuestPlace) {}
    func comesNear(_ programs: [GuestProgram]) {}
    func endVisit() { view.leaves() }

    /// Gives the stage what has arrived, as a frame loop does.
    func deliver() { for arrival in stage.arrivals.take() { stage.arrived(arrival, at: stage.now) } }

    // MARK: Hands

    isolated deinit { server.close() }

    /// Whether the keyboard is there for the guest.
    var hasKeyboard: Bool {
        deliver()
        return stage.dock.map { !$0.isLeaving } ?? false
    }

    func pass(_ span: Instant.Span) {
        deliver()
        stage.advance(to: stage.now + span)
        deliver()
    }

    func send(_ phase: TouchFrame.Phase, _ point: Point, contact: Int) {
        let place = Point(point.x / 4, point.y / 4)
        stage.handle(
            TouchFrame(time: stage.now, changes: [.init(contact: contact, phase: phase, position: place)]))
        deliver()
    }

    /// A finger taps `point` (px).
    func tap(_ point: Point) {
        lastContact += 1
        send(.began, point, contact: lastContact)
        pass(.milliseconds(50))
        send(.ended, point, contact: lastContact)
    }

    /// A finger taps the key on the glass that does what `matches` asks for. Returns false if there is none.
    @discardableResult
    func tapKey(where matches: (KeyAction) -> Bool) -> Bool {
        // It has risen before.
        pass(.seconds(1))
        guard let key = stage.key(where: matches) else { return false }
        var (point, view) = (key.frame.center, key.superview)
        while let one = view {
            point = point + (one.frame.origin - one.bounds.origin)
            view = one.superview
        }
        tap(point)
        return true
    }

    func press(_ code: Int, _ phase: PressFrame.Phase) {
        stage.handle(
            PressFrame(time: stage.now, changes: [.init(button: code, kind: .other(code), phase: phase)]))
    }
}

/// A text of a client's that a `zwp_text_input_v3` edits, with the rules of the protocol's description.
final class TestField {
    private unowned let client: TestClient
    private(set) var input: OpaquePointer?
    /// The number of the client's surface that has the keyboard; nil for none.
    private(set) var surface: OpaquePointer?
    /// The text before the caret.
    var text = ""
    private(set) var letters = ""
    private var pending = (commit: "", letters: "", deleted: 0)
    private(set) var commits: UInt32 = 0
    /// What the server did against the rules.
    private(set) var faults: [String] = []

    init(_ client: TestClient) {
        self.client = client
        let manager = client.bind(bezel_zwp_text_input_manager_v3(), version: 1)
        let input = zwp_text_input_manager_v3_get_text_input(manager, client.bind(bezel_wl_seat(), version: 7))
        zwp_text_input_v3_add_listener(input, Self.listener, Unmanaged.passUnretained(self).toOpaque())
        self.input = input
        client.listeners.append(self)
        client.exchange()
    }

    private static let listener = permanent(
        zwp_text_input_v3_listener(
            enter: { this, _, surface in
                let field: TestField = listening(this)
                if field.surface != nil { field.faults.append("enter without leave") }
                field.surface = surface
            },
            leave: { this, _, surface in
                let field: TestField = listening(this)
                if field.surface == nil { field.faults.append("leave without enter") }
                field.surface = nil
                field.letters = ""
            },
            preedit_string: { this, _, text, _, _ in
                (listening(this) as TestField).pending.letters = text.map { String(cString: $0) } ?? ""
            },
            commit_string: { this, _, text in
                (listening(this) as TestField).pending.commit = text.map { String(cString: $0) } ?? ""
            },
            delete_surrounding_text: { this, _, before, _ in
                (listening(this) as TestField).pending.deleted = Int(before)
            },
            done: { this, _, serial in (listening(this) as TestField).done(serial) }))

    private func done(_ serial: UInt32) {
        if serial != commits { faults.append("done \(serial) after \(commits) commits") }
        if surface == nil { faults.append("done without a surface") }
        letters = pending.letters
        if pending.deleted > 0 {
            let bytes = Array(text.utf8).dropLast(pending.deleted)
            if let rest = String(validating: bytes, as: UTF8.self) {
                text = rest
            } else {
                faults.append("half deleted")
            }
        }
        text += pending.commit
        pending = ("", "", 0)
    }

    func enable(hint: UInt32 = 0, purpose: UInt32 = 0) {
        zwp_text_input_v3_enable(input)
        zwp_text_input_v3_set_content_type(input, hint, purpose)
    }

    func disable() { zwp_text_input_v3_disable(input) }

    /// Tells of the text around the caret.
    func tell() {
        let count = Int32(text.utf8.count)
        zwp_text_input_v3_set_surrounding_text(input, text, count, count)
    }

    func setCursor(_ rect: PixelRect) {
        zwp_text_input_v3_set_cursor_rectangle(
            input, Int32(rect.x), Int32(rect.y), Int32(rect.width), Int32(rect.height))
    }

    func commit() {
        commits += 1
        zwp_text_input_v3_commit(input)
        client.exchange()
    }

    func destroy() {
        guard let input else { return }
        zwp_text_input_v3_destroy(input)
        (self.input, surface) = (nil, nil)
        client.exchange()
    }
}

/// Listens to a `wl_keyboard`, as `enter`, `leave`, `key 28 1` and `shifts 1`.
final class TestKeys {
    private(set) var keymap: FileDescriptorOwner?
    private(set) var keymapSize = 0
    var events: [String] = []

    final class FileDescriptorOwner {
        let file: FileDescriptor
        init(_ number: Int32) { file = FileDescriptor(owning: number) }
    }

    init(_ client: TestClient) {
        client.listeners.append(self)
        let keyboard = wl_seat_get_keyboard(client.bind(bezel_wl_seat(), version: 7))
        wl_keyboard_add_listener(keyboard, Self.listener, Unmanaged.passUnretained(self).toOpaque())
        client.exchange()
    }

    func take() -> [String] {
        defer { events = [] }
        return events
    }

    private static let listener = permanent(
        wl_keyboard_listener(
            keymap: { this, _, format, file, size in
                let keys: TestKeys = listening(this)
                (keys.keymap, keys.keymapSize) = (FileDescriptorOwner(file), Int(size))
                keys.events.append("keymap \(format)")
            }, enter: { this, _, _, _, _ in (listening(this) as TestKeys).events.append("enter") },
            leave: { this, _, _, _ in (listening(this) as TestKeys).events.append("leave") },
            key: { this, _, _, _, key, state in (listening(this) as TestKeys).events.append("key \(key) \(state)") },
            modifiers: { this, _, _, depressed, _, _, _ in
                (listening(this) as TestKeys).events.append("shifts \(depressed)")
            },
            repeat_info: { this, _, rate, delay in
                (listening(this) as TestKeys).events.append("repeat \(rate) \(delay)")
            }))
}
