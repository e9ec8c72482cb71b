// The root of /proc, /sys, /etc and /run: the machine's own, or a copy for tests.

import Glibc

/// The folder that contains the kernel's and the system's files.
package struct SystemRoot: Sendable {
    /// The prefix of each path; empty for the machine's own files.
    let prefix: String

    /// The machine's own files, or those below the folder `prefix`.
    package init(_ prefix: String = "") { self.prefix = prefix }

    /// The lines of the file at `path`; empty if it cannot be read.
    package func lines(_ path: String) -> [String] { SystemFiles.lines(prefix + path) }

    /// The target of the symbolic link at `path`; nil if there is no link.
    func target(_ path: String) -> String? { SystemFiles.target(prefix + path) }

    /// The names in the folder at `path`; empty if it cannot be read.
    func names(_ path: String) -> [String] { (try? SystemFiles.names(prefix + path)) ?? [] }

    /// Whether `path` exists.
    func exists(_ path: String) -> Bool { access(prefix + path, F_OK) == 0 }
}

/// `Key=value` lines, as printed by systemctl and loginctl.
struct Properties {
    private var values: [String: String] = [:]

    /// Parses `text`; the last line for a key wins.
    init(_ text: some StringProtocol) {
        for line in text.split(separator: "\n") {
            guard let sign = line.firstIndex(of: "=") else { continue }
            values[String(line[..<sign])] = String(line[line.index(after: sign)...])
        }
    }

    subscript(name: String) -> String? { values[name] }
}
