// How the program of a screen is started.

package import Web

/// The command of a program, and the pages that it is held to.
package struct GuestStart {
    /// The program with its arguments.
    let words: [String]
    /// The page that a browser loads over its DevTools protocol, and where that may lead; nil for another program.
    let pages: WebHosts?
    /// How it is told of fingers that a gesture of the kiosk takes.
    let touchCancellation: TouchCancellation

    /// Starts `words`; a browser that shows `pages` has the DevTools protocol at its descriptors 3 and 4.
    package init(
        _ words: [String], showing pages: WebHosts? = nil, touchCancellation: TouchCancellation = .cancel
    ) {
        (self.words, self.pages, self.touchCancellation) = (words, pages, touchCancellation)
    }
}
