// The udev rule that tells every program how a panel lies on its screen.

package import Geometry
import Linux
package import Machine

/// A rule for one kind of panel. libinput applies it in every program.
package struct UdevRule {
    /// The vendor and product id, such as `222a:0001`.
    package let panel: String
    /// The kernel's name for the panel; empty if it is unknown.
    package let name: String
    /// The transform from the panel's axes to the glass, both 0…1.
    package let matrix: AffineTransform

    /// The text of the file. The ids are those of the kernel's input device, so the rule holds for panels on any bus. Most panels
    /// that are wired to a board have no ids, and share that with other devices, so the rule asks for their name as well.
    package var text: String {
        let ids = panel.split(separator: ":").map(String.init)
        let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
            .map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: " ")
        let named = panel == "0000:0000" && !name.isEmpty ? "ATTRS{name}==\"\(udevPattern(name))\", " : ""
        return """
            # How the touch panel \(panel) lies on its screen, for libinput, as measured by bezel calibrate.
            ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="\(ids.first ?? "")", \
            ATTRS{id/product}=="\(ids.last ?? "")", \(named)ENV{LIBINPUT_CALIBRATION_MATRIX}="\(numbers)"

            """
    }

    /// Writes the rule to the file at `path`.
    package func write(to path: String) throws(Failure) {
        try Machine.write(text, to: path)
    }

    package init(panel: String, name: String, matrix: AffineTransform) {
        self.panel = panel
        self.name = name
        self.matrix = matrix
    }
}
