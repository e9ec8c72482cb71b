// A calibration as a filter of input, which corrects the positions of touches.

import Calibration
import Frames
package import Geometry

extension CalibrationSession: InputFilter {
    /// Maps `touches` to the picture according to the measurements so far.
    package func pass(_ touches: TouchFrame) -> TouchFrame? { mapTouches(touches) }
    /// Passes `presses` unchanged.
    package func pass(_ presses: PressFrame) -> PressFrame? { presses }
}
