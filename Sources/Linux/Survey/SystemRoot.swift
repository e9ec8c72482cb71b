// Where /proc, /sys, /etc and /run are: the machine's own, or a copy of some of their files.

import Glibc

/// The folder in which the kernel's and the system's files are looked for.
package struct SystemRoot: Sendable {
    /// What stands before each path; empty for the machine's own.
    let prefix: String

    /// The machine's own files, or those below the folder `prefix`.
    package init(_ prefix: String = "") { self.prefix = prefix }

    /// The lines of the file at `path`; none when it cannot be read.
    package func lines(_ path: String) -> [String] { SystemFiles.lines(prefix + path) }

    /// Where the symbolic link at `path` leads; nil when there is none.
    func target(_ path: String) -> String? { SystemFiles.target(prefix + path) }

    /// The names in the folder at `path`; none when it cannot be read.
    func names(_ path: String) -> [String] { (try? SystemFiles.names(prefix + path)) ?? [] }

    /// Whether there is something at `path`.
    func exists(_ path: String) -> Bool { access(prefix + path, F_OK) == 0 }
}

/// Lines such as `Key=value`, as systemctl and loginctl write them.
struct Properties {
    private var values: [String: String] = [:]

    /// What `text` says; the last line of a name counts.
    init(_ text: some StringProtocol) {
        for line in text.split(separator: "\n") {
            guard let sign = line.firstIndex(of: "=") else { continue }
            values[String(line[..<sign])] = String(line[line.index(after: sign)...])
        }
    }

    subscript(name: String) -> String? { values[name] }
}
