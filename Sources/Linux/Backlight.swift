// The backlights of panels, which the kernel switches independently of the picture.

import Glibc

/// The backlights of the machine that this user may switch.
package struct Backlight {
    private let switches: [String]

    /// The backlights under `folder`; nil if there are none that this process may write.
    package init?(folder: String = "/sys/class/backlight") {
        let names = (try? SystemFiles.names(folder)) ?? []
        switches = names.filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)/bl_power" }.filter {
            access($0, W_OK) == 0
        }
        if switches.isEmpty { return nil }
    }

    /// Turns all of them on or off.
    package func setPower(_ isOn: Bool) throws(SystemError) {
        for path in switches {
            let file = try FileDescriptor(opening: path, O_WRONLY)
            // FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN.
            let number = file.number
            try SystemError.check("write", path) { Int32(write(number, isOn ? "0" : "4", 1)) }
        }
    }
}
