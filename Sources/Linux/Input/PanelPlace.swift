// Where a touch panel is plugged in, and what udev knows of the screen that it lies on.

import CInput
import Glibc

/// What tells two panels of one kind apart, and hints at their screens.
package struct PanelPlace: Hashable, Sendable {
    /// Where it is plugged in, such as `pci-0000:00:14.0-usb-0:2:1.0` (ID_PATH); what the driver says instead where udev
    /// does not know; nil when neither does.
    package var path: String?
    /// The connector that a udev rule names for it (WL_OUTPUT), as for compositors; nil when none does.
    package var output: String?
    /// Whether it is wired to the board (I²C, SPI, a serial line), not plugged in.
    package var isBuiltIn: Bool

    /// A place that is described.
    package init(path: String? = nil, output: String? = nil, isBuiltIn: Bool = false) {
        (self.path, self.output, self.isBuiltIn) = (path, output, isBuiltIn)
    }

    /// Of the device node at `path`, such as `/dev/input/event3`, as udev knows it.
    package init(of path: String) {
        self.init()
        var status = stat()
        guard let udev = udev_new() else { return }
        defer { udev_unref(udev) }
        guard stat(path, &status) == 0,
            let device = udev_device_new_from_devnum(udev, CChar(bitPattern: UInt8(ascii: "c")), status.st_rdev)
        else { return }
        defer { udev_device_unref(device) }
        self.init(device)
    }

    /// What udev says of `device`.
    init(_ device: OpaquePointer) {
        func property(_ name: String) -> String? {
            udev_device_get_property_value(device, name).map { String(cString: $0) }
        }
        let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
        func attribute(_ name: String) -> String? {
            parent.flatMap { udev_device_get_sysattr_value($0, name) }.map { String(cString: $0) }
        }
        path = [property("ID_PATH"), attribute("phys")].compactMap(\.self).first { !$0.isEmpty }
        output = property("WL_OUTPUT")
        // BUS_RS232, BUS_I2C, BUS_HOST, BUS_SPI of linux/input.h.
        isBuiltIn = [0x13, 0x18, 0x19, 0x1C].contains(attribute("id/bustype").flatMap { Int($0, radix: 16) })
    }
}
