// Keys of a keyboard with keys, and fingers of programs that ignore Wayland's cancel.

import CLinux
import CWayland
import CWaylandServer
import Geometry
import Glibc
import Keyboards
import Linux
import Stage
import Testing

@testable import Guests

@Suite final class GuestKeyTests {
    @Test func `keys of a keyboard come with their layout, to the window in front`() throws {
        let glass = GuestStage(language: "de")
        let client = try TestClient(glass.server)
        let keys = TestKeys(client)
        #expect(keys.take() == ["repeat 25 500", "keymap 1"])
        let window = TestWindow(client)
        window.show(window.buffer(window.size, 0xFF11_2233))
        #expect(keys.take() == ["enter", "shifts 0"])
        // Shift and the A, without a touch before.
        for (code, phase) in [(42, PressFrame.Phase.began), (30, .began), (30, .ended), (42, .ended)] {
            glass.press(code, phase)
        }
        client.exchange()
        let german = keys.take()
        #expect(
            german == ["keymap 1", "shifts 0", "key 42 1", "shifts 1", "key 30 1", "key 30 0", "key 42 0", "shifts 0"])
        glass.press(30, .began)
        glass.press(30, .began)
        client.exchange()
        #expect(keys.take() == ["key 30 1", "key 30 0", "key 30 1"], "a second press without release")
        #expect(client.error == nil)
    }

    @Test func `a layout is one file for all clients, which none can change`() throws {
        let glass = GuestStage()
        let client = try TestClient(glass.server)
        let keys = TestKeys(client)
        let keymap = try #require(keys.keymap)
        let file = keymap.file.number
        var text = [UInt8](repeating: 0, count: keys.keymapSize)
        #expect(pread(file, &text, text.count, 0) == text.count && text.last == 0)
        #expect(String(decoding: text.dropLast(), as: UTF8.self).hasPrefix("xkb_keymap {"))
        #expect(pwrite(file, &text, 1, 0) < 0 && ftruncate(file, 0) < 0 && ftruncate(file, 1 << 20) < 0)
        let mapped = mmap(nil, text.count, PROT_READ, MAP_PRIVATE, file, 0)
        #expect(mapped != MAP_FAILED)
        munmap(mapped, text.count)
    }

    @Test(arguments: ["us", "de", "fr", "ru", "il", "dvorak"])
    func `keys type and edit, and reach no commands of programs`(
        layout: String
    ) throws {
        let keys = try #require(ForwardedKeys(layout: layout))
        func passes(_ codes: [Int]) -> Bool {
            let passed = codes.map { keys.press($0) }
            for code in codes.reversed() { _ = keys.release(code) }
            #expect(keys.held.isEmpty)
            return passed.last ?? false
        }
        let (control, shift, alt, logo) = (29, 42, 56, 125)
        // Letters, digits, space, the key pad, Return, Backspace, Tab, Escape, the arrows.
        for code in Array(16...25) + Array(2...11) + [57, 79, 28, 14, 15, 1, 103, 105, 106, 108, 104, 109] {
            #expect(passes([code]), "\(code)")
            if code != 1 { #expect(passes([shift, code]), "shift \(code)") }
        }
        // The function keys, Alt, the logo key, the menu key, print, volume, power.
        for code in Array(59...68) + [87, 88, alt, logo, 127, 99, 113, 116] { #expect(!passes([code]), "\(code)") }
        for code in [59, 15, 28, 111, 62] { #expect(!passes([control, code]), "control \(code)") }
        #expect(!passes([shift, 1]) && passes([control, 105]) && passes([control, shift, 105]))
        // Of the letters with Control only those that edit, wherever they are.
        let places = Array(2...13) + Array(16...27) + Array(30...41) + Array(44...53)
        let letters = places.filter { passes([control, $0]) }
        #expect(letters.count == 6, "\(letters)")
        let shifted = places.filter { passes([control, shift, $0]) }
        #expect(shifted.count == 2, "redo, by either of its letters: \(shifted)")
    }

    @Test func `buttons with a name stay the kiosk's`() throws {
        let glass = GuestStage()
        let client = try TestClient(glass.server)
        let keys = TestKeys(client)
        let window = TestWindow(client)
        window.show(window.buffer(window.size, 0xFF11_2233))
        _ = keys.take()
        glass.stage.handle(
            PressFrame(time: glass.stage.now, changes: [.init(button: 1, kind: .back, phase: .began)]))
        client.exchange()
        #expect(keys.take() == [])
    }

    @Test(arguments: [TouchCancellation.cancel, .moveOutAndLift])
    func `a stolen finger is cancelled, or led out and lifted`(
        way: TouchCancellation
    ) throws {
        let glass = GuestStage(touchCancellation: way)
        let client = try TestClient(glass.server)
        let window = TestWindow(client)
        window.listenToTouch()
        window.show(window.buffer(window.size, 0xFF11_2233))
        _ = client.takeEvents()
        glass.server.touchDown(1, at: Point(20, 30), .zero)
        glass.server.touchDown(2, at: Point(50, 60), .zero)
        glass.server.touchMoved(1, to: Point(40, 35), .zero)
        client.exchange()
        _ = client.takeEvents()
        glass.server.touchCancelled(1)
        client.exchange()
        glass.server.touchMoved(2, to: Point(55, 60), .zero)
        client.exchange()
        switch way {
        case .cancel: #expect(client.takeEvents() == ["cancel"])
        // The other finger goes on.
        case .moveOutAndLift:
            #expect(client.takeEvents() == ["motion 0 -64 35", "frame", "up 0", "frame", "motion 1 55 60", "frame"])
        }
        glass.server.touchUp(1, .zero)
        glass.server.touchCancelled(1)
        client.exchange()
        #expect(client.takeEvents() == [] && client.error == nil)
    }

    @Test func `a pointer's picture is taken, and nothing comes of it`() throws {
        let server = GuestServer(
            output: GuestOutput(pixels: PixelSize(60, 40), millimetres: Size(60, 40), refresh: .milliseconds(16)),
            hasPointer: true)
        let client = try TestClient(server)
        let compositor = client.bind(bezel_wl_compositor(), version: 4)
        let pointer = wl_seat_get_pointer(client.bind(bezel_wl_seat(), version: 5))
        let surface = wl_compositor_create_surface(compositor)
        wl_pointer_set_cursor(pointer, 0, surface, 3, 4)
        wl_surface_commit(surface)
        wl_pointer_set_cursor(pointer, 0, nil, 0, 0)
        wl_pointer_set_cursor(pointer, 0, surface, 0, 0)
        client.exchange()
        #expect(client.error == nil && !server.isShowing)
        server.close()
    }
}
