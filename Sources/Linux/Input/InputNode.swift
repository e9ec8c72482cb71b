// Describes an input device node from udev and sysfs, without opening it.

import CInput
import CLinux
import Geometry
import Glibc

/// A description of `/dev/input/event…` that needs no permissions.
struct InputNode {
    let path: String
    let name: String
    let vendor: Int
    let product: Int
    /// Whether udev classifies it as a touchscreen (ID_INPUT_TOUCHSCREEN).
    let isTouchscreen: Bool
    /// Whether udev classifies it as a mouse or a touchpad.
    let isMouse: Bool
    /// Whether udev classifies it as a keyboard, which has all letters. Remotes and case buttons have only a few keys.
    let isKeyboard: Bool
    /// The codes of the keys that it can send.
    let keys: Set<Int>
    /// What udev takes it for, if it could be a touch panel and is not called one.
    let mistaken: MistakenPanel?
    /// The touch surface, which udev derives from the axes' resolution; nil if unknown.
    let millimetres: Size?
    /// The six numbers of LIBINPUT_CALIBRATION_MATRIX; nil if no rule sets them.
    let calibrationRule: String?
    /// Whether udev has processed the device. Without a running udevd, no device is classified as a touchscreen.
    let isInitialized: Bool

    var vendorProduct: String { hexadecimal(vendor) + ":" + hexadecimal(product) }

    /// The node at `path`; nil if it does not exist.
    init?(path: String, udev: OpaquePointer) {
        var status = stat()
        guard stat(path, &status) == 0,
            let device = udev_device_new_from_devnum(udev, CChar(bitPattern: UInt8(ascii: "c")), status.st_rdev)
        else { return nil }
        defer { udev_device_unref(device) }
        self.init(path: path, device: device)
    }

    private init(path: String, device: OpaquePointer) {
        self.path = path
        func property(_ name: String) -> String? {
            udev_device_get_property_value(device, name).map { String(cString: $0) }
        }
        isTouchscreen = property("ID_INPUT_TOUCHSCREEN")?.hasPrefix("1") ?? false
        isMouse = ["ID_INPUT_MOUSE", "ID_INPUT_TOUCHPAD"].contains { property($0) == "1" }
        isKeyboard = property("ID_INPUT_KEYBOARD") == "1"
        let size = (
            property("ID_INPUT_WIDTH_MM").flatMap(Double.init), property("ID_INPUT_HEIGHT_MM").flatMap(Double.init)
        )
        if let width = size.0, let height = size.1 {
            millimetres = Panel.believable(Size(width, height))
        } else {
            millimetres = nil
        }
        calibrationRule = property("LIBINPUT_CALIBRATION_MATRIX")
        isInitialized = udev_device_get_is_initialized(device) > 0
        let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
        func attribute(_ name: String) -> String {
            parent.flatMap { udev_device_get_sysattr_value($0, name) }.map { String(cString: $0) } ?? ""
        }
        name = attribute("name")
        vendor = Int(attribute("id/vendor"), radix: 16) ?? 0
        product = Int(attribute("id/product"), radix: 16) ?? 0
        keys = KeyCode.codes(bits: attribute("capabilities/key"))
        mistaken = MistakenPanel(keys: keys, axes: KeyCode.codes(bits: attribute("capabilities/abs"))) {
            property($0)?.hasPrefix("1") == true
        }
    }

    /// Writes to `log` that it is not opened. libinput has no line about a device that could be a touch panel.
    func sayLeftAlone(by filter: DeviceFilter, _ log: LogClosure) {
        if filter == .touchscreens, let mistaken {
            log(
                .info,
                "\(path) (\(name)) is left alone: udev takes it for a \(mistaken.rawValue), not for a touchscreen")
        } else {
            log(.debug, "\(path) (\(name)) is not asked for: left alone")
        }
    }

    /// All event nodes of the machine, in the order of their names.
    static func all(udev: OpaquePointer) -> [InputNode] {
        guard let search = udev_enumerate_new(udev) else { return [] }
        defer { udev_enumerate_unref(search) }
        udev_enumerate_add_match_subsystem(search, "input")
        udev_enumerate_add_match_sysname(search, "event*")
        guard udev_enumerate_scan_devices(search) >= 0 else { return [] }
        var nodes: [InputNode] = []
        var entry = udev_enumerate_get_list_entry(search)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            guard let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) else { continue }
            defer { udev_device_unref(device) }
            guard let path = udev_device_get_devnode(device) else { continue }
            nodes.append(InputNode(path: String(cString: path), device: device))
        }
        return nodes.sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
    }
}
