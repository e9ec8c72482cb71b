// The screens of a calibration.

package import Machine
import Pages
package import Stage

extension StartScreens {
    /// The pages of the calibration `plan`. Swipes do not pop a page, because every page measures fingers.
    package init(_ plan: CalibrationPlan, theme: Theme.Name = .paper, on machine: Configuration) {
        self.init(
            title: "Bezel", theme: theme, start: ["calibration"], on: machine, idle: IdleTable(),
            gestures: { _ in
                var gestures = machine.gestures()
                (gestures.pop, gestures.trailing) = (.off, .off)
                return gestures
            },
            screen: { _ in CalibrationSession(plan).firstScreen() })
    }
}
