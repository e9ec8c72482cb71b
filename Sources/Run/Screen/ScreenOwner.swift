// What a screen tells whoever runs it.

import Machine

/// Runs screens.
protocol ScreenOwner: AnyObject {
    /// `screen` has a stage now, and no frame of it is drawn yet.
    func began(_ screen: RunScreen) throws(Failure)
    /// The first frame of `screen` is on the glass of a display.
    func shown(_ screen: RunScreen)
    /// A frame of `screen` could not be shown, or the screen could not begin.
    func failed(_ screen: RunScreen, _ failure: Failure)
}
