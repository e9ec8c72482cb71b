// The folders in which a run keeps state.

import Glibc
import Linux

/// The folders that systemd gives a service, or the folder of the option `--state`.
package enum StateFolder {
    /// The folder for state that the next boot makes worthless: `asked`, or else RuntimeDirectory, or else
    /// StateDirectory.
    package static func volatile(_ asked: String?) -> String? {
        nonempty(asked) ?? first("RUNTIME_DIRECTORY") ?? first("STATE_DIRECTORY")
    }

    /// The folder for state that is read later: `asked`, or else StateDirectory, or else RuntimeDirectory.
    package static func lasting(_ asked: String?) -> String? {
        nonempty(asked) ?? first("STATE_DIRECTORY") ?? first("RUNTIME_DIRECTORY")
    }

    /// `path`, unless it is empty, as in a script whose variable is not set.
    private static func nonempty(_ path: String?) -> String? { path.flatMap { $0.isEmpty ? nil : $0 } }

    /// The first folder in `variable`. systemd separates several folders with colons.
    private static func first(_ variable: String) -> String? {
        getenv(variable).flatMap { String(cString: $0).split(separator: ":").first.map(String.init) }
    }
}

/// A folder for the state of one run. Two runs in one folder would take each other's visit for that of a crash.
package final class StateClaim {
    /// Holds the lock on the folder, which the kernel releases however the process ends; nil where a folder cannot be locked.
    private let lock: FileDescriptor?

    /// Claims the folder `path`, which is created if it is missing, with those above it. Returns nil while another process has
    /// claimed it.
    package init?(_ path: String) {
        // Where that fails, the files of the state say why.
        try? WholeFile.makeFolders(path, mode: 0o700)
        do throws(SystemError) {
            let opened = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
            if flock(opened.number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
            lock = consume opened
        } catch { lock = nil }
    }
}
