// A touch panel as libinput and udev describe it.

import CInput
package import Geometry

/// A touch panel.
package struct TouchDevice: Hashable, Sendable, Identifiable {
    /// Unique in its context; a panel that is plugged in again gets a new id.
    package let id: Int
    /// The kernel's name for it: `ILITEK ILITEK-TP`.
    package let name: String
    /// The USB vendor, or the bus's equivalent.
    package let vendor: Int
    /// The USB product, or the bus's equivalent.
    package let product: Int
    /// Such as `event3`.
    package let sysname: String
    /// The touch surface in millimetres, from the axes' resolution; nil if the panel reports none or an implausible one.
    package let millimetres: Size?
    /// The number of contacts that it can track; nil if it does not report it.
    package let contacts: Int?
    /// Where it is plugged in, and hints at its screen.
    package let place: PanelPlace
    /// The calibration matrix, which libinput applies to its axes (0…1).
    package internal(set) var calibration: AffineTransform

    /// Such as `/dev/input/event3`.
    package var devnode: String { "/dev/input/\(sysname)" }
    /// Such as `222a:0001`.
    package var vendorProduct: String { hexadecimal(vendor) + ":" + hexadecimal(product) }
}

extension TouchDevice {
    /// Reads the properties of libinput's `device`.
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

/// Four lower-case hexadecimal digits, in the format of `lsusb`.
func hexadecimal(_ id: Int) -> String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
