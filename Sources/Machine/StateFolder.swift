// The folders in which a run keeps state.

import Glibc

/// The folders that systemd gives a service, or the folder of the option `--state`.
package enum StateFolder {
    /// The folder for state that the next boot makes worthless: `asked`, or else RuntimeDirectory, or else
    /// StateDirectory.
    package static func volatile(_ asked: String?) -> String? {
        asked ?? first("RUNTIME_DIRECTORY") ?? first("STATE_DIRECTORY")
    }

    /// The folder for state that is read later: `asked`, or else StateDirectory, or else RuntimeDirectory.
    package static func lasting(_ asked: String?) -> String? {
        asked ?? first("STATE_DIRECTORY") ?? first("RUNTIME_DIRECTORY")
    }

    /// The first folder in `variable`. systemd separates several folders with colons.
    private static func first(_ variable: String) -> String? {
        getenv(variable).flatMap { String(cString: $0).split(separator: ":").first.map(String.init) }
    }
}
