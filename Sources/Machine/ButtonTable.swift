// The key `buttons` in [input] of the machine's file: the keys of the case or of a remote that act as buttons.

import Geometry
import Linux
import Pages
import Settings

extension Buttons {
    /// The buttons of the table `buttons` in `settings`. Each kind of button can have a key, as in `back = "KEY_BACK"`
    /// or `back = { key = "KEY_BACK", device = "gpio-keys" }`. Without the table there are no buttons.
    init(reading settings: Settings) {
        self.init()
        guard let table = settings.table("buttons") else { return }
        for kind in PressFrame.Kind.named {
            guard let button = Buttons.button(kind, table) else { continue }
            if let other = all.first(where: { $0.sharesKey(with: button) }) {
                table.report(kind.name, "\(button.key.name) is the button \"\(other.kind.name)\" already")
            }
            all.append(button)
        }
    }

    private static func button(_ kind: PressFrame.Kind, _ table: Settings) -> Button? {
        if table.isTable(kind.name), let parts = table.table(kind.name) {
            let device = parts.string("device")
            if !parts.has("key") { parts.reportMissing("key", "such as \"KEY_BACK\"") }
            return key("key", parts).map { Button(kind, $0, device: device) }
        }
        return key(kind.name, table).map { Button(kind, $0) }
    }

    private static func key(_ name: String, _ table: Settings) -> KeyCode? {
        guard let text = table.string(name) else { return nil }
        if let key = KeyCode(name: text) { return key }
        let bare = text.uppercased()
        let meant = ["KEY_\(bare)", "BTN_\(bare)"].first { KeyCode(name: $0) != nil }
        let hint =
            (meant ?? Spelling(KeyCode.names).nearest(to: text)).map { "did you mean \"\($0)\"?" }
            ?? "the names are the kernel's, such as \"KEY_BACK\"; \"libinput debug-events --show-keycodes\" says which one a button sends"
        table.report(name, "there is no key \"\(text)\"; \(hint)")
        return nil
    }
}

extension Buttons.Button {
    /// Whether a press cannot be told apart between the two buttons. A button of one device takes precedence over a
    /// button of any device, so these two do not conflict.
    fileprivate func sharesKey(with other: Buttons.Button) -> Bool {
        key == other.key && device == other.device
    }
}
