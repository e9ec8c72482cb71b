// The udev rule that tells every program how a panel lies on its screen.

package import Geometry
package import Machine

/// A rule for one kind of panel. libinput applies it in every program.
package struct UdevRule {
    /// The vendor and product id, such as `222a:0001`.
    package let panel: String
    /// The transform from the panel's axes to the glass, both 0…1.
    package let matrix: AffineTransform

    /// The text of the file. The ids are those of the kernel's input device, so the rule holds for panels on any bus.
    package var text: String {
        let ids = panel.split(separator: ":").map(String.init)
        let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
            .map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: " ")
        return """
            # How the touch panel \(panel) lies on its screen, for libinput, as measured by bezel calibrate.
            ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="\(ids.first ?? "")", \
            ATTRS{id/product}=="\(ids.last ?? "")", ENV{LIBINPUT_CALIBRATION_MATRIX}="\(numbers)"

            """
    }

    /// Writes the rule to the file at `path`.
    package func write(to path: String) throws(Failure) {
        try Machine.write(text, to: path)
    }

    package init(panel: String, matrix: AffineTransform) {
        self.panel = panel
        self.matrix = matrix
    }
}
