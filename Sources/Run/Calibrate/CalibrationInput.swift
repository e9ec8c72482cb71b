// The place of a calibration on the way of touches: it corrects where they are.

import Calibration
import Frames
package import Geometry

extension CalibrationSession: InputFilter {
    /// Touches where the measurements so far say that they are.
    package func pass(_ touches: TouchFrame) -> TouchFrame? { take(touches) }
    /// Presses as they are.
    package func pass(_ presses: PressFrame) -> PressFrame? { presses }
}
