// Which keys of which devices are buttons of the kiosk.

package import Geometry

/// The configured keys and their purposes, and the keyboard. No other key reaches the kiosk, and a device without any of these keys is
/// never opened.
package struct Buttons: Hashable, Sendable {
    /// A configured button.
    package struct Button: Hashable, Sendable {
        /// The button's purpose.
        package var kind: PressFrame.Kind
        /// The key that the button sends.
        package var key: KeyCode
        /// The device's name, or `vid:pid` in hexadecimal; nil for any device except a full keyboard.
        package var device: String?

        /// A button for `kind`: the key `key` of `device`.
        package init(_ kind: PressFrame.Kind, _ key: KeyCode, device: String? = nil) {
            (self.kind, self.key, self.device) = (kind, key, device)
        }
    }

    /// All configured buttons.
    package var all: [Button]
    /// The keyboard that types into text fields, by the device's name, or `vid:pid` in hexadecimal; nil for none. All its keys count.
    package var keyboard: String?

    /// The given buttons, and the keyboard `keyboard`.
    package init(_ all: [Button] = [], keyboard: String? = nil) { (self.all, self.keyboard) = (all, keyboard) }

    /// The purposes of the keys of a device with this name and id that can send `keys`. `isKeyboard` is udev's word for a device
    /// with all letters. A keyboard must be named in the configuration, because anybody can plug one in.
    package func kinds(
        name: String, vendorProduct: String, keys: Set<Int>, isKeyboard: Bool
    ) -> [KeyCode: PressFrame.Kind] {
        var kinds: [KeyCode: PressFrame.Kind] = [:]
        if let keyboard, keyboard == name || keyboard.lowercased() == vendorProduct {
            for key in keys where KeyCode.keyboard.contains(key) { kinds[KeyCode(key)] = .other(key) }
        }
        for button in all where keys.contains(button.key.number) {
            if let device = button.device {
                if device == name || device.lowercased() == vendorProduct { kinds[button.key] = button.kind }
            } else if !isKeyboard, kinds[button.key].map({ $0.isOfKeyboard }) ?? true {
                kinds[button.key] = button.kind
            }
        }
        return kinds
    }
}

extension Buttons {
    /// What `kinds` are for, in words for the log.
    static func words(for kinds: [KeyCode: PressFrame.Kind]) -> [String] {
        let named = kinds.filter { !$0.value.isOfKeyboard }
        let words = named.sorted { $0.key.number < $1.key.number }.map { "\($0.key.name) is \($0.value.name)" }
        return words + (named.count < kinds.count ? ["\(kinds.count - named.count) keys type"] : [])
    }

    /// The purposes of the keys of `node`.
    func kinds(of node: InputNode) -> [KeyCode: PressFrame.Kind] {
        kinds(name: node.name, vendorProduct: node.vendorProduct, keys: node.keys, isKeyboard: node.isKeyboard)
    }
}

extension PressFrame.Kind {
    /// Whether it is a key of a keyboard, which has no purpose of its own.
    fileprivate var isOfKeyboard: Bool { if case .other = self { true } else { false } }
}
