// Where a run keeps what has to outlive it.

import Glibc

/// The folders that systemd gives a service, or the one that was asked for.
enum StateFolder {
    /// For what is worth nothing after the next boot: the one asked for, RuntimeDirectory, or StateDirectory.
    static func volatile(_ asked: String?) -> String? {
        asked ?? first("RUNTIME_DIRECTORY") ?? first("STATE_DIRECTORY")
    }

    /// For what is to be read later: the one asked for, StateDirectory, or RuntimeDirectory.
    static func lasting(_ asked: String?) -> String? { asked ?? first("STATE_DIRECTORY") ?? first("RUNTIME_DIRECTORY") }

    /// systemd names several with colons between them.
    private static func first(_ variable: String) -> String? {
        getenv(variable).flatMap { String(cString: $0).split(separator: ":").first.map(String.init) }
    }
}
