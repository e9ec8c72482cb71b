// Reports when a display is plugged in or unplugged.

import CInput
import Glibc

/// A udev monitor on the subsystem drm.
package final class DisplayHotplug {
    /// Called with the card's name (`card0`) when the card changes, appears or disappears.
    package var onHotplug: ((String) -> Void)?
    private let udev: OpaquePointer
    private let monitor: OpaquePointer
    private var watch: EventLoop.Watch?

    /// Starts to listen. Throws if netlink is not available (as in a service with PrivateNetwork=).
    package init(loop: EventLoop) throws(SystemError) {
        guard let udev = udev_new() else { throw SystemError(call: "udev_new", errno: errno) }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let number = errno
            udev_unref(udev)
            throw SystemError(call: "udev_monitor_new_from_netlink", errno: number)
        }
        self.udev = udev
        self.monitor = monitor
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
        try SystemError.checkNegated("udev_monitor_enable_receiving", "drm") { udev_monitor_enable_receiving(monitor) }
        watch = try loop.watch(udev_monitor_get_fd(monitor)) { [unowned self] _ in receive() }
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// Stops listening.
    package func close() {
        watch?.cancel()
        onHotplug = nil
    }

    private func receive() {
        while let device = udev_monitor_receive_device(monitor) {
            defer { udev_device_unref(device) }
            guard let name = udev_device_get_sysname(device).map({ String(cString: $0) }), name.hasPrefix("card"),
                !name.contains("-")
            else { continue }
            onHotplug?(name)
        }
    }
}
