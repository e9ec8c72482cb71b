// The names of the requests that a running kiosk answers.

/// A request, by its name on the socket and on the command line.
package enum ControlVerb: String, CaseIterable, Sendable {
    /// Reports the state of the kiosk.
    case status
    /// Returns the picture on the glass.
    case screenshot
    /// Returns what is on the glass in words.
    case tree
    /// Goes to a page, like a link.
    case open
    /// Goes back, like the arrow in the bar.
    case back
    /// Goes to the start page.
    case home
    /// Shows the pages in a language.
    case language
    /// Reads pages and configuration again.
    case reload
    /// Returns the touches and decisions of the last minutes, or those to come.
    case record
    /// Sets the log level.
    case logLevel = "log-level"
    /// Turns the glass dark.
    case blank
    /// Lights the glass again.
    case wake
    /// Returns counters as OpenMetrics text.
    case metrics

    /// Whether carrying it out can take long, so that one such request waits for the one before it.
    package var waitsForTurn: Bool {
        switch self {
        case .status, .tree, .metrics, .logLevel: false
        case .screenshot, .open, .back, .home, .language, .reload, .record, .blank, .wake: true
        }
    }
}
