// A touch panel as libinput and udev describe it.

import CInput
package import Geometry

/// A touch panel.
package struct TouchDevice: Hashable, Sendable, Identifiable {
    /// Tells devices of one context apart; a panel that is plugged in again gets a new one.
    package let id: Int
    /// The kernel's name for it: `ILITEK ILITEK-TP`.
    package let name: String
    /// USB vendor, or what the bus uses in its place.
    package let vendor: Int
    /// USB product, or what the bus uses in its place.
    package let product: Int
    /// Such as `event3`.
    package let sysname: String
    /// The touch surface in millimetres, from the axes' resolution; nil when the panel does not say, or
    /// what cannot be.
    package let millimetres: Size?
    /// How many contacts it can tell apart; nil when it does not say.
    package let contacts: Int?
    /// Where it is plugged in, and what is known of its screen.
    package let place: PanelPlace
    /// What is applied to its axes (0…1) before anyone sees them.
    package internal(set) var calibration: AffineTransform

    /// Such as `/dev/input/event3`.
    package var devnode: String { "/dev/input/\(sysname)" }
    /// Such as `222a:0001`.
    package var vendorProduct: String { hexadecimal(vendor) + ":" + hexadecimal(product) }

    /// What libinput says of `device`.
    init(id: Int, _ device: OpaquePointer) {
        self.id = id
        name = String(cString: libinput_device_get_name(device))
        vendor = Int(libinput_device_get_id_vendor(device))
        product = Int(libinput_device_get_id_product(device))
        sysname = String(cString: libinput_device_get_sysname(device))
        var (width, height) = (0.0, 0.0)
        let hasSize = libinput_device_get_size(device, &width, &height) == 0
        millimetres = hasSize ? Panel.believable(Size(width, height)) : nil
        let count = Int(libinput_device_touch_get_touch_count(device))
        contacts = count > 0 ? count : nil
        calibration = TouchDevice.calibration(of: device)
        let known = libinput_device_get_udev_device(device)
        defer { if let known { udev_device_unref(known) } }
        place = known.map { PanelPlace($0) } ?? PanelPlace()
    }

    static func calibration(of device: OpaquePointer) -> AffineTransform {
        var matrix = [Float](repeating: 0, count: 6)
        guard libinput_device_config_calibration_has_matrix(device) != 0 else { return .identity }
        _ = libinput_device_config_calibration_get_matrix(device, &matrix)
        let numbers = matrix.map(Double.init)
        return AffineTransform(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}

/// Four lower-case hexadecimal digits, as `lsusb` writes an id.
func hexadecimal(_ id: Int) -> String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
