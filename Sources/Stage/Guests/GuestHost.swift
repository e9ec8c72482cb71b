// Who starts the programs behind screens.

/// Starts and ends the programs whose windows are screens of a stage. A stage without one shows the programs' names instead.
@MainActor
package protocol GuestHost: AnyObject {
    /// `place` comes to the glass: its program is to run, and `GuestPlace.report` tells what becomes of it.
    func appeared(_ place: GuestPlace)
    /// `place` has left the glass.
    func disappeared(_ place: GuestPlace)
    /// A visitor has asked to try again, or to go back to the page before one that did not come.
    func retry(_ place: GuestPlace)
    /// A visitor goes back to the page of the web before the one that is shown.
    func goBack(_ place: GuestPlace)
    /// A screen is shown that leads to one of `programs`.
    func comesNear(_ programs: [GuestProgram])
    /// The visit is over. Nothing of it is left for the next one.
    func endVisit()
}
