// The roles of the kiosk's own gestures, by which content recognizes them.

import Gestures

extension Recognizer.Role {
    /// Pops a screen, or brings one back, from an edge.
    static let edgePop = Recognizer.Role("edge-pop")
    /// Pops a screen from anywhere.
    static let fullScreenPop = Recognizer.Role("full-screen-pop")
    /// Pulls a sheet away.
    static let pull = Recognizer.Role("pull")
    /// Catches a moving screen.
    static let `catch` = Recognizer.Role("catch")
    /// Only shows something.
    static let hint = Recognizer.Role("hint")
}
