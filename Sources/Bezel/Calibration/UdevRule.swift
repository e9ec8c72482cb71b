// The rule that makes udev tell every program how a panel lies on its screen.

import Geometry

/// A rule for one kind of panel, which libinput obeys in whatever program uses it.
struct UdevRule {
    /// Such as `222a:0001`.
    let panel: String
    /// From the panel's axes to the glass, both 0…1.
    let matrix: AffineTransform

    /// The file's text. The ids are those of the kernel's input device, so the rule holds for panels on any bus.
    var text: String {
        let ids = panel.split(separator: ":").map(String.init)
        let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
            .map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: " ")
        return """
            # How the touch panel \(panel) lies on its screen, for libinput: bezel calibrate measured it.
            ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="\(ids.first ?? "")", \
            ATTRS{id/product}=="\(ids.last ?? "")", ENV{LIBINPUT_CALIBRATION_MATRIX}="\(numbers)"

            """
    }

    /// Writes the rule to the file at `path`.
    func write(to path: String) throws(Failure) {
        try CalibrateCommand.write(text, to: path)
    }
}
