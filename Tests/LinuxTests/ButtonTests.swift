// Which keys are buttons, and what becomes of them when devices come and go.

import Geometry
import Testing

@testable import Linux

@Suite struct ButtonTests {
    @Test func `keys have the kernel's names`() {
        #expect(KeyCode(name: "KEY_BACK") == KeyCode(158))
        #expect(KeyCode(name: "KEY_HOMEPAGE")?.number == 172)
        #expect(KeyCode(name: "BTN_SIDE")?.number == 0x113)
        // A second name of the same key.
        #expect(KeyCode(name: "BTN_A") == KeyCode(name: "BTN_SOUTH"))
        #expect(KeyCode(158).name == "KEY_BACK")
        for name in ["", "BACK", "key_back", "KEY_BAK", "KEY_RESERVED", "KEY_MAX", "EV_KEY", "ABS_X"] {
            #expect(KeyCode(name: name) == nil, "\(name)")
        }
        #expect(KeyCode.names.count > 500 && Set(KeyCode.names).count == KeyCode.names.count)
        #expect(KeyCode.names.allSatisfy { KeyCode(name: $0)?.name == $0 })
    }

    @Test func `what a device can send is read as sysfs writes it`() {
        // gpio-keys with KEY_BACK (158) and KEY_HOMEPAGE (172): both in the third word.
        let word = UInt(1) << (158 - 128) | UInt(1) << (172 - 128)
        #expect(KeyCode.codes(bits: String(word, radix: 16) + " 0 0\n") == [158, 172])
        #expect(KeyCode.codes(bits: "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe").contains(1))
        #expect(KeyCode.codes(bits: "0") == [])
        #expect(KeyCode.codes(bits: "") == [])
        #expect(KeyCode.codes(bits: "x 1") == [])
    }

    private static let back = KeyCode(158)
    private static let home = KeyCode(172)
    private static let buttons = Buttons([
        Buttons.Button(.back, back), Buttons.Button(.home, home), Buttons.Button(.menu, back, device: "Remote"),
        Buttons.Button(.select, KeyCode(28), device: "1234:ABCD"),
    ])

    private func kinds(
        _ keys: Set<Int>, name: String = "gpio-keys", vendorProduct: String = "0001:0001", isKeyboard: Bool = false
    ) -> [KeyCode: PressFrame.Kind] {
        Self.buttons.kinds(name: name, vendorProduct: vendorProduct, keys: keys, isKeyboard: isKeyboard)
    }

    @Test func `only the named keys of a device count, and a device without one has no buttons`() {
        #expect(kinds([158, 172, 1, 2]) == [Self.back: .back, Self.home: .home])
        #expect(kinds([172]) == [Self.home: .home])
        #expect(kinds([1, 2, 116]).isEmpty)
        #expect(Buttons().kinds(name: "a", vendorProduct: "b", keys: Set(0..<700), isKeyboard: false).isEmpty)
    }

    @Test func `all keys of the keyboard that is named type, except for those that are buttons`() {
        let buttons = Buttons([Buttons.Button(.home, KeyCode(102), device: "Keys")], keyboard: "Keys")
        let found = buttons.kinds(name: "Keys", vendorProduct: "0:0", keys: Set(0..<700), isKeyboard: true)
        #expect(found[KeyCode(30)] == .other(30) && found[KeyCode(102)] == .home)
        #expect(found.keys.allSatisfy { (1..<0x100).contains($0.number) })
        #expect(buttons.kinds(name: "Other", vendorProduct: "0:0", keys: Set(0..<700), isKeyboard: true).isEmpty)
    }

    @Test func `a whole keyboard is left alone unless it is named, and then only its key counts`() {
        let all = Set(0..<700)
        #expect(kinds(all, isKeyboard: true).isEmpty)
        #expect(kinds(all, name: "Remote", isKeyboard: true) == [Self.back: .menu])
        #expect(kinds(all, vendorProduct: "1234:abcd", isKeyboard: true) == [KeyCode(28): .select])
        // A key that is named for a device and for all devices has the device's meaning.
        #expect(kinds([158, 172], name: "Remote") == [Self.back: .menu, Self.home: .home])
    }

    /// One line a frame: its device, its milliseconds, and each change.
    private func log(_ held: inout HeldButtons) -> String {
        held.takeFrames().map { device, frame in
            "\(device) at \(frame.time.nanoseconds / 1_000_000):"
                + frame.changes.map { " \($0.button) \($0.kind.name) \($0.phase)" }.joined(separator: ",")
        }.joined(separator: "\n")
    }

    private func ms(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test func `presses are numbered over all devices, and changes of one moment are one frame`() {
        var held = HeldButtons()
        held.handle(Self.back, .back, isDown: true, device: 1, at: ms(10))
        held.handle(Self.home, .home, isDown: true, device: 1, at: ms(10))
        held.handle(Self.back, .back, isDown: true, device: 2, at: ms(10))
        #expect(log(&held) == "1 at 10: 1 back began, 2 home began\n2 at 10: 3 back began")
        held.handle(Self.back, .back, isDown: false, device: 1, at: ms(20))
        // The timestamps of the other device are behind.
        held.handle(Self.back, .back, isDown: false, device: 2, at: ms(15))
        #expect(log(&held) == "1 at 20: 1 back ended\n2 at 20: 3 back ended")
        #expect(held.count == 1)
    }

    @Test
    func `repeated presses and stray releases are ignored, and a press and release in one moment are two frames`() {
        var held = HeldButtons()
        held.handle(Self.back, .back, isDown: false, device: 1, at: ms(5))
        held.handle(Self.back, .back, isDown: true, device: 1, at: ms(10))
        held.handle(Self.back, .back, isDown: true, device: 1, at: ms(10))
        held.handle(Self.back, .back, isDown: false, device: 1, at: ms(10))
        #expect(log(&held) == "1 at 10: 1 back began\n1 at 10: 1 back ended")
    }

    @Test func `buttons held on a device that goes are cancelled, also if libinput has lifted them by then`() {
        var held = HeldButtons()
        held.handle(Self.back, .back, isDown: true, device: 1, at: ms(10))
        held.handle(Self.home, .home, isDown: true, device: 1, at: ms(11))
        held.handle(Self.home, .home, isDown: true, device: 2, at: ms(12))
        _ = held.takeFrames()
        held.handle(Self.back, .back, isDown: false, device: 1, at: ms(20))
        held.handle(Self.home, .home, isDown: false, device: 2, at: ms(20))
        held.remove(device: 1, at: ms(21))
        #expect(log(&held) == "1 at 20: 1 back cancelled\n2 at 20: 3 home ended\n1 at 21: 2 home cancelled")
        #expect(held.count == 0)
        held.remove(device: 1, at: ms(30))
        #expect(log(&held) == "")
    }
}
