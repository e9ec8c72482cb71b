// An error that ends a command, and its exit code.

package import Linux
import Pages
package import Settings

/// An error that ends a command: a sentence for people and an exit code for scripts.
package struct Failure: Error, CustomStringConvertible, Sendable {
    /// The exit codes of `bezel`.
    package enum Code: Int32, Sendable {
        /// An operation failed that should have worked.
        case failed = 1
        /// The arguments are wrong.
        case usage = 64
        /// A file is wrong: a recording, a kiosk or a configuration.
        case wrongInput = 65
        /// There is no display or no touch panel.
        case unavailable = 69
        /// A permission is missing.
        case noPermission = 77
    }

    /// The exit code.
    package let code: Code
    /// The message: what failed, on which object, why, and how to fix it.
    package let description: String
    /// What is wrong in files, each with its place, if that is the reason.
    package let diagnostics: [Diagnostic]

    /// Makes a failure that exits with `code` and shows `description`.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
        diagnostics = []
    }

    /// The failure of a command whose input has the mistakes `diagnostics`.
    package init(_ diagnostics: [Diagnostic]) {
        code = .wrongInput
        description = diagnostics.map(\.description).joined(separator: "\n")
        self.diagnostics = diagnostics
    }

    /// Converts an error from opening a display.
    package init(opening error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as DisplayError: self.init(error)
        default: self.init(.failed, "\(error)")
        }
    }

    /// The failure when no display could be opened. `refusals` holds the reason of each backend.
    package init(_ refusals: [(backend: Configuration.Backend, failure: Failure)]) {
        let codes = refusals.map(\.failure.code)
        let reasons = refusals.map { "\($0.backend.rawValue): \($0.failure)" }.joined(separator: "; ")
        self.init(codes.contains(.noPermission) ? .noPermission : codes.last ?? .failed, "no display: \(reasons)")
    }

    package init(_ error: DisplayError) {
        switch error {
        case .noPermission: self.init(.noPermission, "\(error)")
        case .noDisplay: self.init(.unavailable, "\(error)")
        case .busy: self.init(.noPermission, "\(error)")
        case .failed: self.init(.failed, "\(error)")
        }
    }

    package init(_ error: SeatError) { self.init(error.isPermission ? .noPermission : .unavailable, "\(error)") }

    package init(_ error: SystemError) { self.init(error.isPermission ? .noPermission : .failed, "\(error)") }
}
