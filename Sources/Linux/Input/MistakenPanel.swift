// Devices that could be touch panels, but that udev takes for something else.

import CInput

/// What udev takes a device for that has a touch panel's contact and axes. libinput goes by udev's word, so no touch of the device
/// arrives. A pen's tablet and a laptop's touchpad are such devices as well, and are not meant to be touch panels.
package enum MistakenPanel: String, CaseIterable, Sendable {
    case tablet, touchpad, mouse

    /// The property by which udev says it, in `60-input-id.rules`.
    package var property: String { "ID_INPUT_\(rawValue.uppercased())" }

    /// The kind of a device with these keys and axes, by the codes of linux/input-event-codes.h, and with udev's properties, of which
    /// `has` says whether one is set. Nil if udev calls it a touchscreen, or if it has no contact or no place.
    init?(keys: Set<Int>, axes: Set<Int>, has: (String) -> Bool) {
        let hasPlace =
            axes.isSuperset(of: [Int(ABS_X), Int(ABS_Y)])
            || axes.isSuperset(of: [Int(ABS_MT_POSITION_X), Int(ABS_MT_POSITION_Y)])
        guard hasPlace, keys.contains(Int(BTN_TOUCH)), !has("ID_INPUT_TOUCHSCREEN"),
            let kind = MistakenPanel.allCases.first(where: { has($0.property) })
        else { return nil }
        self = kind
    }

    /// A udev rule that calls the device with the kernel's name `name` a touchscreen. It has to come after `60-input-id.rules`.
    package func rule(name: String) -> String {
        "KERNEL==\"event*\", ATTRS{name}==\"\(udevPattern(name))\", ENV{\(property)}=\"0\", "
            + "ENV{ID_INPUT_TOUCHSCREEN}=\"1\""
    }
}

/// A pattern of udev's rules that fits the name `name`. Characters that mean something in a rule become `?`, any character.
package func udevPattern(_ name: String) -> String {
    name.unicodeScalars.map { "\"\\*?[]|".unicodeScalars.contains($0) || $0.value < 32 ? "?" : String($0) }.joined()
}
