// Fields of guests that come, go and change in any order, against a model of the protocol's description.

import CWayland
import CWaylandServer
import Geometry
import Glibc
import Interface
import Linux
import Stage
import TestRandomness
import TestTextInputClient
import Testing

@testable import Guests

/// What a field's kind is, by its hint and purpose, and texts with any bytes.
@Suite struct GuestFieldTests {
    @Test func `purposes and hints become the keyboard's kinds`() {
        let kinds: [UInt32: TextKind] = [2: .number, 3: .number, 4: .phone, 5: .webAddress, 6: .mail, 7: .name]
        for number in UInt32(0)...20 {
            let third = FieldContent(hint: 0, purpose: zwp_text_input_v3_content_purpose(rawValue: number))
            #expect(third.kind == (number == 9 ? .pin : kinds[number] ?? .text), "\(number)")
            #expect(third.isSecure == (number == 8 || number == 9))
            let first = FieldContent(hint: 0, purpose: zwp_text_input_v1_content_purpose(rawValue: number))
            #expect(first.kind == kinds[number] ?? .text && first.isSecure == (number == 8))
        }
        let hidden = FieldContent(hint: 0xC0, purpose: zwp_text_input_v1_content_purpose(rawValue: 3))
        #expect(hidden.kind == .pin && hidden.isSecure && hidden.isSensitive)
    }

    @Test(arguments: 0..<200)
    func `a text with any bytes and any places is taken or refused, and never cut in a character`(
        seed: Int
    ) {
        var numbers = SplitMix(UInt64(seed))
        let letters = ["a", "ß", "你", "👩‍👩‍👧", " "]
        var bytes = (0..<Int.random(in: 0...1600, using: &numbers)).flatMap { _ in
            Array(letters.randomElement(using: &numbers)!.utf8)
        }
        let isBroken = Bool.random(using: &numbers) && !bytes.isEmpty
        if isBroken { bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = 0xFF }
        func place() -> Int {
            Bool.random(using: &numbers)
                ? Int.random(in: -3...bytes.count + 3, using: &numbers)
                : [Int(Int32.max), Int(Int32.min), 0].randomElement(using: &numbers)!
        }
        let (cursor, anchor) = (place(), place())
        let text = (bytes + [0]).withUnsafeBufferPointer {
            $0.withMemoryRebound(to: CChar.self) {
                SurroundingText($0.baseAddress!, cursor: cursor, anchor: anchor)
            }
        }
        guard let text else { return #expect(isBroken) }
        #expect(text.before.utf8.count <= SurroundingText.mostBytes)
        #expect(bytes.starts(with: text.before.utf8))
        let wanted = min(max(min(cursor, anchor), 0), bytes.count, SurroundingText.mostBytes)
        #expect((wanted - 3...wanted).contains(text.before.utf8.count))
        var rest = text
        if let count = rest.deleteBackward() {
            #expect(rest.before.utf8.count + count == text.before.utf8.count && count > 0)
        }
        rest.insert(String(repeating: "ß", count: 3000))
        #expect(rest.before.utf8.count <= SurroundingText.mostBytes && rest.before.allSatisfy { $0 == "ß" })
    }
}

@Suite struct TextInputSequenceTests {
    /// A field, and what the protocol says of it.
    private final class Modelled {
        let field: TestField
        enum Step { case enable, disable }
        var pending: Step?
        init(_ field: TestField) { self.field = field }
    }

    @Test func `serials are right, and the keyboard is there exactly when it should be`() throws {
        let rises = try (0..<60).map { try play(seed: $0) }
        #expect(rises.count { $0 > 0 } > 20, "the keyboard is seldom there")
    }

    /// Plays a sequence of requests, fingers and time. Returns how often the keyboard has come.
    private func play(seed: UInt64) throws -> Int {
        let glass = GuestStage()
        var numbers = SplitMix(seed)
        let clients = try (0..<2).map { _ in try TestClient(glass.server) }
        var (windows, kept): ([TestWindow], [TestWindow]) = ([], [])
        var fields: [Modelled] = []
        var (enabled, isUp, tapped): (Modelled?, Bool, Instant?) = (nil, false, nil)
        var (rises, actions) = (0, [Int]())

        func open() {
            let window = TestWindow(clients.randomElement(using: &numbers)!)
            window.show(window.buffer(window.size, 0xFF11_2233))
            windows.append(window)
            // It hears what was sent before it was destroyed.
            kept.append(window)
        }
        func exchange() { for client in clients { client.exchange() } }
        open()
        for _ in 0..<150 {
            let before = fields.map { ($0, $0.field.surface) }
            let action = Int.random(in: 0...13, using: &numbers)
            actions.append(action)
            switch action {
            case 0 where windows.count < 4: open()
            case 1:
                guard windows.count > 1 else { break }
                let window = windows.remove(at: Int.random(in: 0..<windows.count, using: &numbers))
                if Bool.random(using: &numbers) {
                    xdg_toplevel_destroy(window.toplevel)
                } else {
                    wl_surface_attach(window.surface, nil, 0, 0)
                    wl_surface_commit(window.surface)
                }
            case 2 where fields.count < 4: fields.append(Modelled(TestField(clients.randomElement(using: &numbers)!)))
            case 3:
                guard Int.random(in: 0...3, using: &numbers) == 0, !fields.isEmpty else { break }
                let gone = fields.remove(at: Int.random(in: 0..<fields.count, using: &numbers))
                gone.field.destroy()
                if enabled === gone { (enabled, isUp) = (nil, false) }
            case 4, 5:
                guard let field = fields.randomElement(using: &numbers) else { break }
                field.field.enable(purpose: UInt32.random(in: 0...13, using: &numbers))
                field.pending = .enable
            case 6:
                guard let field = fields.randomElement(using: &numbers) else { break }
                field.field.disable()
                field.pending = .disable
            case 7, 8, 9:
                guard let field = fields.randomElement(using: &numbers) else { break }
                if Bool.random(using: &numbers) { field.field.tell() }
                field.field.commit()
                defer { field.pending = nil }
                guard field.field.surface != nil else { break }
                switch field.pending {
                case .enable where enabled == nil || enabled === field: enabled = field
                case .disable where enabled === field: (enabled, isUp) = (nil, false)
                case .enable: continue
                case .disable, nil: break
                }
                if enabled === field, let tapped, glass.stage.now - tapped < .seconds(1), !isUp {
                    isUp = true
                    rises += 1
                }
            case 10 where !isUp:
                // Beside the keyboard, wherever it comes. A field that is there already is not decided about here.
                guard enabled == nil else { break }
                glass.tap(Point(500, 10))
                tapped = glass.stage.now
            case 11: glass.pass(.milliseconds(Int.random(in: 0...1500, using: &numbers)))
            case 12 where isUp:
                glass.tapKey { $0 == .hide }
                (isUp, tapped) = (false, nil)
            case 13 where isUp:
                let field = try #require(enabled).field
                let text = field.text
                guard glass.tapKey(where: { $0.types("1") || $0.types("e") }) else { break }
                exchange()
                #expect(field.text.count == text.count + 1)
            default: break
            }
            exchange()
            // The keyboard leaves with the focus, and so does what was asked for. An enter event invalidates it too.
            for (field, surface) in before where field.field.surface != surface {
                field.pending = nil
                if enabled === field { (enabled, isUp) = (nil, false) }
            }
            if enabled == nil { isUp = false }
            try #require(glass.hasKeyboard == isUp, "seed \(seed), after \(actions)")
            try #require((glass.server.textInputs.field != nil) == (enabled != nil), "seed \(seed), after \(actions)")
            for field in fields { try #require(field.field.faults == [], "seed \(seed), after \(actions)") }
        }
        for client in clients { #expect(client.error == nil) }
        withExtendedLifetime(kept) {}
        return rises
    }
}
