// What a screen reports to the session that runs it.

import Linux
import Machine

/// Runs screens.
@MainActor
protocol ScreenOwner: AnyObject {
    /// The tasks of an app; nil where something else runs them.
    var tasks: MainQueue? { get }
    /// Called when `screen` has a stage, before its first frame is drawn.
    func began(_ screen: RunScreen) throws(Failure)
    /// Called when the first frame of `screen` on a display is drawn, and about to be shown.
    func drew(_ screen: RunScreen)
    /// Called when the first frame of `screen` is on the glass of a display.
    func shown(_ screen: RunScreen)
    /// Called when a frame of `screen` could not be shown, or when the screen could not begin.
    func failed(_ screen: RunScreen, _ failure: Failure)
}
