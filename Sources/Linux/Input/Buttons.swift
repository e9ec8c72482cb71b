// Which keys of which devices are the kiosk's buttons.

package import Geometry

/// The keys that somebody named, and what each of them is for. No other key reaches the kiosk, and a device that has none
/// of them is never opened.
package struct Buttons: Hashable, Sendable {
    /// One of them.
    package struct Button: Hashable, Sendable {
        /// What it is for.
        package var kind: PressFrame.Kind
        /// The key that it sends.
        package var key: KeyCode
        /// Its device's name, or `vid:pid` in hexadecimal; nil for any but a whole keyboard.
        package var device: String?

        /// The button for `kind`, which is `key` of `device`.
        package init(_ kind: PressFrame.Kind, _ key: KeyCode, device: String? = nil) {
            (self.kind, self.key, self.device) = (kind, key, device)
        }
    }

    /// All of them.
    package var all: [Button]

    /// These buttons.
    package init(_ all: [Button] = []) { self.all = all }

    /// What the keys of a device are for that has this name and number and can send `keys`. A keyboard is what udev calls
    /// so, which has all letters: anybody can plug one in, so it has to be named.
    package func kinds(
        name: String, vendorProduct: String, keys: Set<Int>, isKeyboard: Bool
    ) -> [KeyCode: PressFrame.Kind] {
        var kinds: [KeyCode: PressFrame.Kind] = [:]
        for button in all where keys.contains(button.key.number) {
            if let device = button.device {
                if device == name || device.lowercased() == vendorProduct { kinds[button.key] = button.kind }
            } else if !isKeyboard, kinds[button.key] == nil {
                kinds[button.key] = button.kind
            }
        }
        return kinds
    }
}
