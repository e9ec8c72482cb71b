// Which input devices are read: touchscreens, or those somebody named.

/// Which input devices are opened. All others are left alone: never opened, so that a keyboard that hangs on the machine
/// is nobody's business, and nothing it says can reach the kiosk.
package enum DeviceFilter: Hashable, Sendable {
    /// Everything that udev calls a touchscreen.
    case touchscreens
    /// The devices with these names, or these `vid:pid` in hexadecimal.
    case named(Set<String>)

    /// `["auto"]` or nothing: touchscreens; else names and `vid:pid`.
    package init(_ devices: [String]) {
        self = devices.isEmpty || devices == ["auto"] ? .touchscreens : .named(Set(devices))
    }

    /// Whether a device of this name and number, which udev calls a touchscreen or not, is to be opened.
    package func accepts(name: String, vendorProduct: String, isTouchscreen: Bool) -> Bool {
        switch self {
        case .touchscreens: isTouchscreen
        case .named(let names): names.contains(name) || names.contains { $0.lowercased() == vendorProduct }
        }
    }
}
