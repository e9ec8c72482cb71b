// Why there is no picture: not allowed, nothing there, somebody else has it, or it failed.

import Glibc

/// A display that could not be had or did not do what it was told. The text says what, which, why and what to do.
package enum DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is there, but this process may not use it.
    case noPermission(String)
    /// There is no card, no connected connector, or none of the name that was asked for.
    case noDisplay(String)
    /// Another process holds it.
    case busy(String)
    /// The kernel refused something it should have done, or the configuration asks for what cannot be.
    case failed(String)

    /// The text.
    package var description: String {
        switch self {
        case .noPermission(let text), .noDisplay(let text), .busy(let text), .failed(let text): text
        }
    }

    /// The failed call as what it means for the display.
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
