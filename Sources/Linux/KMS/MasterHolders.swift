// Finds the processes that have a card open, and its DRM master, for error messages.

import Glibc

/// The users of a card, as far as this process may see them; root sees all.
package enum MasterHolders {
    /// The DRM master of the card at `path`, such as `weston (pid 300)`, if debugfs names it (only to root). Otherwise every
    /// other process that has the card open.
    package static func find(of path: String) -> [String] {
        let number = path.drop { !$0.isNumber }
        let masters = SystemFiles.lines("/sys/kernel/debug/dri/\(number)/clients").dropFirst().compactMap(master)
        return (masters.isEmpty ? openers(of: path) : masters).map { pid in
            "\(SystemFiles.lines("/proc/\(pid)/comm").first ?? "?") (pid \(pid))"
        }
    }

    /// Parses a line of `clients`: command, process, device, master, authenticated, user and magic. Returns the process if it is
    /// the card's master. The command can contain spaces.
    static func master(_ line: String) -> Int32? {
        let fields = line.split(separator: " ")
        guard fields.count >= 7, fields[fields.count - 4] == "y" else { return nil }
        return Int32(fields[fields.count - 6])
    }

    private static func openers(of path: String) -> [Int32] {
        let own = getpid()
        let processes = ((try? SystemFiles.names("/proc")) ?? []).compactMap { Int32($0) }.sorted()
        return processes.filter { pid in
            let folder = "/proc/\(pid)/fd"
            let descriptors = pid == own ? [] : (try? SystemFiles.names(folder)) ?? []
            return descriptors.contains { SystemFiles.target("\(folder)/\($0)") == path }
        }
    }
}
