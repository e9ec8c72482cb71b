// Which processes have a card open, and which of them is its DRM master: the ones to look at when that cannot be had.

import Glibc

/// The users of a card, as far as this process may see them; root sees all.
package enum MasterHolders {
    /// `weston (pid 300)` for the master of the card at `path` where debugfs tells who that is (to root); else for each
    /// other process that has it open.
    package static func find(of path: String) -> [String] {
        let number = path.drop { !$0.isNumber }
        let masters = SystemFiles.lines("/sys/kernel/debug/dri/\(number)/clients").dropFirst().compactMap(master)
        return (masters.isEmpty ? openers(of: path) : masters).map { pid in
            "\(SystemFiles.lines("/proc/\(pid)/comm").first ?? "?") (pid \(pid))"
        }
    }

    /// The process of a line of `clients` if it is the card's master: command, process, device, master, authenticated, user
    /// and magic. (A command can have spaces.)
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
