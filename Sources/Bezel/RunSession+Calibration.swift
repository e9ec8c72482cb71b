// A run that calibrates: where its touches are, and how it ends.

import Linux

extension RunSession {
    /// Its touches are where `calibration` says, and the run ends with it.
    func connect(_ calibration: CalibrationSession, _ runtime: Runtime) {
        runtime.placeTouches = { [unowned calibration] in calibration.take($0) }
        calibration.onEnd = { [unowned self] outcome in
            self.outcome = outcome
            loop.stop()
        }
    }
}
