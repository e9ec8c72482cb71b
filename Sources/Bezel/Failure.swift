// Why a command cannot go on, and with which code it exits.

import Linux
import Pages

/// An error that ends a command: a sentence for people and an exit code for scripts.
public struct Failure: Error, CustomStringConvertible, Sendable {
    /// The exit codes of `bezel`.
    public enum Code: Int32, Sendable {
        /// Something failed that should have worked.
        case failed = 1
        /// Wrong arguments.
        case usage = 64
        /// A wrong file: a recording, a kiosk, a configuration.
        case wrongInput = 65
        /// No display or no touch panel.
        case unavailable = 69
        /// No permission.
        case noPermission = 77
    }

    /// The exit code.
    public let code: Code
    /// What, which, why, and what to do.
    public let description: String

    /// A failure that exits with `code` and says `description`.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// What opening a display threw.
    init(opening error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as DisplayError: self.init(error)
        default: self.init(.failed, "\(error)")
        }
    }

    /// No display could be had, for these reasons.
    init(_ refusals: [(backend: Configuration.Backend, failure: Failure)]) {
        let codes = refusals.map(\.failure.code)
        let reasons = refusals.map { "\($0.backend.rawValue): \($0.failure)" }.joined(separator: "; ")
        self.init(codes.contains(.noPermission) ? .noPermission : codes.last ?? .failed, "no display: \(reasons)")
    }

    init(_ error: DisplayError) {
        switch error {
        case .noPermission: self.init(.noPermission, "\(error)")
        case .noDisplay: self.init(.unavailable, "\(error)")
        case .busy: self.init(.noPermission, "\(error)")
        case .failed: self.init(.failed, "\(error)")
        }
    }

    init(_ error: SeatError) { self.init(error.isPermission ? .noPermission : .unavailable, "\(error)") }

    init(_ error: SystemError) { self.init(error.isPermission ? .noPermission : .failed, "\(error)") }
}
