// Which input devices are opened: touchscreens, or the configured ones.

/// Which input devices are opened. All others are never opened, so nothing that a keyboard on the machine sends can reach the
/// kiosk.
package enum DeviceFilter: Hashable, Sendable {
    /// All devices that udev classifies as touchscreens.
    case touchscreens
    /// The devices with these names, or with these `vid:pid` in hexadecimal.
    case named(Set<String>)

    /// `["auto"]` or an empty list selects touchscreens. Other lists contain names and `vid:pid`.
    package init(_ devices: [String]) {
        self = devices.isEmpty || devices == ["auto"] ? .touchscreens : .named(Set(devices))
    }

    /// Whether to open a device with this name and id. `isTouchscreen` is udev's classification.
    package func accepts(name: String, vendorProduct: String, isTouchscreen: Bool) -> Bool {
        switch self {
        case .touchscreens: isTouchscreen
        case .named(let names): names.contains(name) || names.contains { $0.lowercased() == vendorProduct }
        }
    }
}
