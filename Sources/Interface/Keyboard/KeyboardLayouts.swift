// The keyboard layouts that were read.

import Keyboards
import Stage

/// The keyboard layouts that were read. Each is read once, also one that is missing.
enum KeyboardLayouts {
    private static var known: [String: KeyboardLayout?] = [:]

    /// The layout called `name`; nil if it is missing, which `screen` warns of the first time.
    static func layout(named name: String, on screen: Screen) -> KeyboardLayout? {
        if let layout = known[name] { return layout }
        do throws(KeyboardLayout.Problem) {
            let layout = try KeyboardLayout(named: name)
            known[name] = .some(layout)
            return layout
        } catch {
            known[name] = .some(nil)
            screen.navigator?.stage.warn("\(error)")
            return nil
        }
    }
}
