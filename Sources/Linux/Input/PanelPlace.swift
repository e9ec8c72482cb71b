// Where a touch panel is plugged in, and what udev knows about the screen under it.

import CInput
import CLinux
import Glibc

/// Distinguishes two panels of the same model, and hints at their screens.
package struct PanelPlace: Hashable, Sendable {
    /// The port, such as `pci-0000:00:14.0-usb-0:2:1.0` (udev's ID_PATH), or else the physical path that the driver reports; nil
    /// if neither is known.
    package var path: String?
    /// The connector that a udev rule assigns to the panel (WL_OUTPUT, as for compositors); nil if none does.
    package var output: String?
    /// Whether it is wired to the board (I²C, SPI, a serial line) instead of plugged in.
    package var isBuiltIn: Bool

    /// A place with the given properties.
    package init(path: String? = nil, output: String? = nil, isBuiltIn: Bool = false) {
        (self.path, self.output, self.isBuiltIn) = (path, output, isBuiltIn)
    }

    /// The place of the device node at `path`, such as `/dev/input/event3`, according to udev.
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

    /// The place of `device` according to udev.
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
