// A key of an input device, by its kernel name: KEY_BACK, KEY_HOMEPAGE, BTN_SIDE.

import CInput

/// A key or button of an input device.
package struct KeyCode: Hashable, Sendable {
    /// Its code in linux/input-event-codes.h.
    package let number: Int

    /// The key with the code `number`.
    package init(_ number: Int) { self.number = number }

    /// The key with the kernel name `name`, which libevdev looks up; nil if there is none.
    package init?(name: String) {
        let code = Int(libevdev_event_code_from_name(UInt32(EV_KEY), name))
        guard KeyCode.all.contains(code) else { return nil }
        number = code
    }

    /// The kernel's name, such as `KEY_BACK`, or the code if it has none.
    package var name: String {
        libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(number)).map { String(cString: $0) } ?? "\(number)"
    }

    /// The names of all keys, in the order of their codes.
    package static var names: [String] {
        all.compactMap { code in
            libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) }
        }
    }

    /// Excludes code 0, KEY_RESERVED, which no device sends.
    private static let all = 1..<Int(KEY_MAX)

    /// The keys of keyboards. The codes above are those of mice and gamepads.
    static let keyboard = 1..<Int(BTN_MISC)

    /// Parses `bits`, the format in which sysfs lists the codes that a device can send (`capabilities/key`): hexadecimal words of
    /// the kernel's `long`, highest first.
    static func codes(bits: String) -> Set<Int> {
        var codes: Set<Int> = []
        for (index, word) in bits.split(whereSeparator: \.isWhitespace).reversed().enumerated() {
            guard let value = UInt(word, radix: 16) else { return [] }
            for bit in 0..<UInt.bitWidth where value >> bit & 1 == 1 { codes.insert(index * UInt.bitWidth + bit) }
        }
        return codes
    }
}
