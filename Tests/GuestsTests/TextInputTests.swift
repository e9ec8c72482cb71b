// What is typed on the glass comes into the fields of guests, and the keyboard is there when somebody wants it.

import CLinux
import CWayland
import CWaylandServer
import Geometry
import Glibc
import Interface
import Keyboards
import Layers
import Linux
import Stage
import TestRandomness
import TestTextInputClient
import Testing

@testable import Guests

@Suite final class TextInputTests {
    private let glass = GuestStage(language: "de")
    private let client: TestClient
    private let window: TestWindow

    init() throws {
        client = try TestClient(glass.server)
        window = TestWindow(client)
        window.show(window.buffer(window.size, 0xFF11_2233))
    }

    /// A field that was tapped at `point`, with the keyboard.
    private func tappedField(at point: Point = Point(200, 100)) -> TestField {
        let field = TestField(client)
        glass.tap(point)
        field.enable(hint: 4)
        field.commit()
        glass.deliver()
        return field
    }

    // MARK: When the keyboard is there

    @Test func `a field that was tapped gets the keyboard, and one that a page opens with does not`() {
        let field = TestField(client)
        field.enable()
        field.commit()
        #expect(!glass.hasKeyboard)
        field.disable()
        field.commit()
        glass.tap(Point(200, 100))
        glass.pass(.milliseconds(900))
        field.enable()
        field.commit()
        #expect(glass.hasKeyboard && field.faults == [])
        field.disable()
        field.commit()
        #expect(!glass.hasKeyboard)
        // A page that opens long after the tap on a link.
        glass.tap(Point(200, 100))
        glass.pass(.milliseconds(1100))
        field.enable()
        field.commit()
        #expect(!glass.hasKeyboard)
    }

    @Test func `a finger that scrolls, or that a gesture takes, is no tap`() {
        let field = TestField(client)
        for last in [TouchFrame.Phase.ended, .cancelled] {
            glass.send(.began, Point(500, 300), contact: 90)
            if last == .ended { glass.send(.moved, Point(500, 320), contact: 90) }
            glass.send(last, Point(500, 320), contact: 90)
            field.enable()
            field.commit()
            #expect(!glass.hasKeyboard)
            field.disable()
            field.commit()
        }
    }

    @Test func `the hide key leaves the guest its field, and a tap beside its caret brings the keyboard back`() {
        let field = tappedField()
        field.setCursor(PixelRect(190, 90, 1, 20))
        field.commit()
        #expect(glass.tapKey { $0 == .hide })
        #expect(!glass.hasKeyboard && field.surface != nil)
        field.commit()
        glass.pass(.seconds(2))
        #expect(!glass.hasKeyboard)
        glass.tap(Point(400, 400))
        glass.pass(.seconds(2))
        #expect(!glass.hasKeyboard, "somewhere else on the page")
        glass.tap(Point(300, 105))
        #expect(!glass.hasKeyboard)
        glass.pass(.milliseconds(400))
        #expect(glass.hasKeyboard)
        #expect(glass.tapKey { $0.types("X") })
        client.exchange()
        #expect(field.text == "X")
    }

    @Test func `from field to field the keyboard stays, with the keys for each`() {
        let field = tappedField()
        let keyboard = glass.stage.dock?.view
        glass.pass(.seconds(2))
        glass.tap(Point(200, 120))
        field.disable()
        zwp_text_input_v3_commit(field.input)
        field.enable(purpose: ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PIN.rawValue)
        zwp_text_input_v3_commit(field.input)
        client.exchange()
        #expect(glass.hasKeyboard && glass.stage.dock?.view === keyboard)
        #expect(glass.stage.key { $0.types("7") } != nil && glass.stage.key { $0.types("q") } == nil)
    }

    @Test func `the keyboard goes with its screen, its window and its field`() throws {
        for end in 0..<3 {
            let other = GuestStage()
            let client = try TestClient(other.server)
            let window = TestWindow(client)
            window.show(window.buffer(window.size, 0xFF11_2233))
            let field = TestField(client)
            other.tap(Point(200, 100))
            field.enable()
            field.commit()
            #expect(other.hasKeyboard)
            switch end {
            case 0: other.page.navigator?.push(Screen(name: "over", title: "Over"))
            case 1:
                xdg_toplevel_destroy(window.toplevel)
                client.exchange()
            default: field.destroy()
            }
            #expect(!other.hasKeyboard, "\(end)")
        }
    }

    // MARK: What is typed

    @Test func `letters, umlauts and candidates come as text, and Return and Backspace as keys`() {
        let keys = TestKeys(client)
        let field = tappedField()
        for letter in ["J", "ö", "r", "g", "ü"] { #expect(glass.tapKey { $0.types(letter) }, "\(letter)") }
        client.exchange()
        #expect(field.text == "Jörgü", "one capital")
        _ = keys.take()
        glass.tapKey { $0 == .backspace }
        glass.tapKey { $0 == .enter }
        client.exchange()
        #expect(keys.take() == ["key 14 1", "key 14 0", "key 28 1", "key 28 0"])
        #expect(field.faults == [] && client.error == nil)
    }

    @Test func `a client without keys loses whole characters, and gets new lines`() {
        let field = tappedField()
        field.text = "aß👩‍👩‍👧é"
        while !field.text.isEmpty {
            let expected = String(field.text.dropLast())
            field.tell()
            field.commit()
            glass.tapKey { $0 == .backspace }
            client.exchange()
            #expect(field.text == expected)
        }
        glass.tapKey { $0 == .enter }
        client.exchange()
        #expect(field.text == "\n" && field.faults == [])
    }

    @Test func `what a browser tells too late changes nothing that was typed since`() {
        let field = tappedField()
        field.tell()
        field.commit()
        glass.tapKey { $0.types("A") }
        client.exchange()
        // It tells of the text before the letter.
        zwp_text_input_v3_set_surrounding_text(field.input, "", 0, 0)
        field.commit()
        #expect(glass.server.textInputs.field?.surrounding.before == "A")
        #expect(glass.tapKey { $0.types("b") }, "no second capital")
        // A chat empties its field.
        _ = TestKeys(client)
        glass.tapKey { $0 == .enter }
        zwp_text_input_v3_set_surrounding_text(field.input, "", 0, 0)
        field.commit()
        #expect(glass.server.textInputs.field?.surrounding.before == "")
    }

    @Test func `letters that wait for their meaning are shown at the caret`() {
        let field = tappedField()
        glass.server.textInputs.compose("ni")
        client.exchange()
        #expect(field.letters == "ni" && field.text == "")
        field.tell()
        field.commit()
        #expect(field.letters == "ni", "an answer keeps them")
        glass.server.textInputs.type("你")
        client.exchange()
        #expect(field.letters == "" && field.text == "你" && field.faults == [])
    }

    @Test(.enabled(if: Pinyin() != nil, "libpinyin is not installed"))
    func `syllables are shown at the caret, and become Chinese`()
        throws
    {
        let glass = GuestStage(language: "zh-CN")
        let client = try TestClient(glass.server)
        let window = TestWindow(client)
        window.show(window.buffer(window.size, 0xFF11_2233))
        let field = TestField(client)
        glass.tap(Point(200, 100))
        field.enable()
        field.commit()
        for letter in ["n", "i", "h", "a", "o"] { glass.tapKey { $0.types(letter) } }
        client.exchange()
        #expect(field.letters == "nihao" && field.text == "")
        glass.tapKey { $0 == .backspace }
        client.exchange()
        #expect(field.letters == "niha")
        glass.tapKey { if case .candidate("你", _) = $0 { true } else { false } }
        client.exchange()
        #expect(field.text == "你" && field.letters == "ha")
        // A finger on the page ends it.
        glass.tap(Point(500, 20))
        client.exchange()
        #expect(field.letters == "" && field.text.count == 2 && field.faults == [])
    }

    @Test func `a caret is where the window shows it, on a dense panel and in a window that is scaled down`() throws {
        let glass = GuestStage(on: Panel(pixels: PixelSize(1000, 600), millimetres: Size(125, 75)))
        #expect(glass.server.scale == 1.5)
        let client = try TestClient(glass.server)
        let window = TestWindow(client)
        for (size, scale) in [(PixelSize(600, 400), 1.5), (PixelSize(1000, 800), 0.75)] {
            window.show(window.buffer(size, 0xFF11_2233))
            let field = TestField(client)
            field.enable()
            field.setCursor(PixelRect(10, 20, 2, 8))
            field.commit()
            let corner = Point(
                ((1000 - Double(size.width) * scale) / 2).rounded(), ((600 - Double(size.height) * scale) / 2).rounded()
            )
            let cursor = try #require(glass.server.textInputs.cursor)
            let wanted = Rect(corner.x + 10 * scale, corner.y + 20 * scale, 2 * scale, 8 * scale)
            for side in [\Rect.minX, \.minY, \.width, \.height] {
                #expect(abs(cursor[keyPath: side] - wanted[keyPath: side]) < 0.001, "\(cursor)")
            }
            field.destroy()
        }
    }

    @Test func `a caret of no size is none`() {
        let field = tappedField()
        field.setCursor(PixelRect(5, 6, 0, 7))
        field.commit()
        #expect(glass.server.textInputs.cursor == Rect(5, 6, 0, 7))
        field.enable()
        field.setCursor(PixelRect(0, 0, 0, 0))
        field.commit()
        #expect(glass.server.textInputs.cursor == nil)
    }

    // MARK: What is seen

    @Test(arguments: [5, 100, 300, 450, 590]) func `windows keep their size, and the caret is seen above the keyboard`(
        y: Int
    ) {
        _ = client.takeEvents()
        let field = tappedField(at: Point(200, Double(y)))
        glass.pass(.seconds(2))
        #expect(client.takeEvents().allSatisfy { !$0.hasPrefix("configure") })
        let guest = glass.place!
        #expect(guest.bounds.height < 500)
        #expect(guest.offset...guest.offset + guest.bounds.height ~= Double(y), "the tapped place")
        field.setCursor(PixelRect(190, y - 4, 1, 8))
        field.commit()
        glass.pass(.seconds(2))
        let end = guest.offset + guest.bounds.height
        #expect(guest.offset...end ~= Double(y) && end <= 600)
        // Fingers land on what is seen.
        window.listenToTouch()
        _ = client.takeEvents()
        glass.tap(Point(300, 40))
        client.exchange()
        #expect(client.takeEvents().first == "down 0 300 \(40 + Int(guest.offset))")
        field.disable()
        field.commit()
        glass.pass(.seconds(2))
        #expect(guest.bounds.height == 600 && guest.offset == 0)
    }

    @Test(arguments: [50, 560]) func `in every frame the windows end where the keyboard begins`(y: Int) throws {
        let picture = Bitmap(size: GuestStage.panel.pixels, isOpaque: true)
        func watch() {
            for _ in 0..<60 {
                glass.pass(.milliseconds(16))
                let frame = glass.stage.plan(at: glass.stage.now)
                glass.stage.draw(frame, into: picture.surface, region: Region(picture.size.bounds))
                let top = glass.stage.dock.map { Int($0.view.layer.presentation.position.y) } ?? 600
                for row in [0, max(0, top - 2)] { #expect(picture[500, row] == 0xFF11_2233, "row \(row) of \(top)") }
            }
        }
        let field = tappedField(at: Point(200, Double(y)))
        watch()
        field.disable()
        field.commit()
        watch()
        #expect(glass.stage.dock == nil)
    }

    // MARK: The other version

    @Test func `version 1 works by the same rules`() {
        let manager = client.bind(bezel_zwp_text_input_manager_v1(), version: 1)
        let seat = client.bind(bezel_wl_seat(), version: 7)
        let listener = permanent(
            zwp_text_input_v1_listener(
                enter: { this, _, _ in (listening(this) as TestClient).note("enter") },
                leave: { this, _ in (listening(this) as TestClient).note("leave") },
                modifiers_map: { _, _, _ in }, input_panel_state: { _, _, _ in },
                preedit_string: { this, _, serial, text, _ in
                    (listening(this) as TestClient).note("letters \(serial) \(String(cString: text!))")
                }, preedit_styling: { _, _, _, _, _ in }, preedit_cursor: { _, _, _ in },
                commit_string: { this, _, serial, text in
                    (listening(this) as TestClient).note("text \(serial) \(String(cString: text!))")
                }, cursor_position: { _, _, _, _ in },
                delete_surrounding_text: { this, _, index, length in
                    (listening(this) as TestClient).note("delete \(index) \(length)")
                }, keysym: { _, _, _, _, _, _, _ in }, language: { _, _, _, _ in }, text_direction: { _, _, _, _ in }))
        let inputs = (0..<2).map { _ in
            let input = zwp_text_input_manager_v1_create_text_input(manager)
            zwp_text_input_v1_add_listener(input, listener, Unmanaged.passUnretained(client).toOpaque())
            return input
        }
        _ = client.takeEvents()
        zwp_text_input_v1_activate(inputs[0], seat, window.surface)
        zwp_text_input_v1_show_input_panel(inputs[0])
        client.exchange()
        #expect(client.takeEvents() == ["enter"] && !glass.hasKeyboard)
        glass.tap(Point(100, 100))
        zwp_text_input_v1_show_input_panel(inputs[0])
        client.exchange()
        #expect(glass.hasKeyboard)
        zwp_text_input_v1_set_surrounding_text(inputs[0], "aé", 3, 3)
        zwp_text_input_v1_commit_state(inputs[0], 7)
        client.exchange()
        #expect(glass.tapKey { $0.types("x") })
        glass.server.textInputs.compose("ni")
        glass.server.textInputs.type("")
        client.exchange()
        #expect(client.takeEvents().prefix(2) == ["text 7 x", "letters 7 ni"])
        zwp_text_input_v1_set_surrounding_text(inputs[0], "é", 2, 2)
        client.exchange()
        glass.tapKey { $0 == .backspace }
        client.exchange()
        #expect(client.takeEvents() == ["delete -2 2", "text 7 "])
        zwp_text_input_v1_activate(inputs[1], seat, window.surface)
        client.exchange()
        #expect(client.takeEvents() == ["leave", "enter"], "one field at a time")
        zwp_text_input_v1_hide_input_panel(inputs[1])
        client.exchange()
        #expect(!glass.hasKeyboard)
        xdg_toplevel_destroy(window.toplevel)
        zwp_text_input_v1_show_input_panel(inputs[1])
        client.exchange()
        #expect(client.takeEvents() == ["leave"] && client.error == nil)
    }
}
