// A key of an input device by the name that the kernel has for it: KEY_BACK, KEY_HOMEPAGE, BTN_SIDE.

import CInput

/// A key or button of an input device.
package struct KeyCode: Hashable, Sendable {
    /// Its code in linux/input-event-codes.h.
    package let number: Int

    /// The key with the code `number`.
    package init(_ number: Int) { self.number = number }

    /// The key that the kernel calls `name`; nil when it calls none so. libevdev knows the kernel's names.
    package init?(name: String) {
        let code = Int(libevdev_event_code_from_name(UInt32(EV_KEY), name))
        guard KeyCode.all.contains(code) else { return nil }
        number = code
    }

    /// What the kernel calls it, such as `KEY_BACK`; its code where that has no name.
    package var name: String {
        libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(number)).map { String(cString: $0) } ?? "\(number)"
    }

    /// The names of all keys that there are, in the order of their codes.
    package static var names: [String] {
        all.compactMap { code in
            libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) }
        }
    }

    /// Code 0 is KEY_RESERVED, which nothing sends.
    private static let all = 1..<Int(KEY_MAX)

    /// The codes in `bits`, which is how sysfs writes what a device can send (`capabilities/key`): words of the kernel's
    /// `long` in hexadecimal, the highest first.
    static func codes(bits: String) -> Set<Int> {
        var codes: Set<Int> = []
        for (index, word) in bits.split(whereSeparator: \.isWhitespace).reversed().enumerated() {
            guard let value = UInt(word, radix: 16) else { return [] }
            for bit in 0..<UInt.bitWidth where value >> bit & 1 == 1 { codes.insert(index * UInt.bitWidth + bit) }
        }
        return codes
    }
}
