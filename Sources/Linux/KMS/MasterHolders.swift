// Which processes have a card open: the ones to look at when DRM master cannot be had.

import Glibc

enum MasterHolders {
    /// `plymouthd (pid 212)` for each other process that has `path` open, as far as /proc lets this one see.
    static func find(of path: String) -> [String] {
        let own = getpid()
        let processes = ((try? SystemFiles.names("/proc")) ?? []).compactMap { Int32($0) }.sorted()
        return processes.filter { $0 != own }.compactMap { pid in
            let folder = "/proc/\(pid)/fd"
            let descriptors = (try? SystemFiles.names(folder)) ?? []
            guard descriptors.contains(where: { SystemFiles.target("\(folder)/\($0)") == path }) else { return nil }
            return "\(SystemFiles.lines("/proc/\(pid)/comm").first ?? "?") (pid \(pid))"
        }
    }
}
