// Why there is no picture: no permission, no display, a display held by another process, or a failure.

import Glibc

/// A display that could not be opened or that failed. The text says what failed, where, why, and what to do.
package enum DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The display exists, but this process has no permission to use it.
    case noPermission(String)
    /// There is no card, no connected connector, or no connector with the configured name.
    case noDisplay(String)
    /// Another process holds the display.
    case busy(String)
    /// The kernel rejected a valid request, or the configuration asks for something impossible.
    case failed(String)

    /// The text.
    package var description: String {
        switch self {
        case .noPermission(let text), .noDisplay(let text), .busy(let text), .failed(let text): text
        }
    }

    /// Converts a failed call to the display error that it causes.
    init(_ error: SystemError) {
        if error.isPermission {
            self = .noPermission(error.description)
        } else if error.isAbsence {
            self = .noDisplay(error.description)
        } else if error.errno == EBUSY {
            self = .busy(error.description)
        } else {
            self = .failed(error.description)
        }
    }
}
