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

    /// Parses a line of `clients`: command, process, device, master (y or n), authenticated (y or n), and more, which differs between
    /// kernels. Returns the process if it is the card's master. The command can contain spaces.
    static func master(_ line: String) -> Int32? {
        let fields = line.split(separator: " ")
        func isAnswer(_ index: Int) -> Bool { fields[index] == "y" || fields[index] == "n" }
        for index in fields.indices.dropFirst().dropLast(3).reversed() {
            guard let process = Int32(fields[index]), Int(fields[index + 1]) != nil, isAnswer(index + 2),
                isAnswer(index + 3)
            else { continue }
            return fields[index + 2] == "y" ? process : nil
        }
        return nil
    }

    private static func openers(of path: String) -> [Int32] {
        let own = getpid()
        let processes = ((try? SystemFiles.names("/proc")) ?? []).compactMap { Int32($0) }.sorted()
        return processes.filter { pid in
            let folder = "/proc/\(pid)/fd"
            let descriptors = pid == own || isBroker(pid) ? [] : (try? SystemFiles.names(folder)) ?? []
            return descriptors.contains { SystemFiles.target("\(folder)/\($0)") == path }
        }
    }

    /// Whether the process has cards open for others: the service manager, which keeps a picture, the providers of seats, and the
    /// keeper of Bezel's seat.
    private static func isBroker(_ process: Int32) -> Bool {
        let words = SystemFiles.bytes("/proc/\(process)/cmdline").map {
            $0.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
        let name = SystemFiles.lines("/proc/\(process)/comm").first
        return process == 1 || ["seatd", "systemd-logind"].contains(name)
            || name == SystemFiles.lines("/proc/self/comm").first && words?.dropFirst().first == "seat"
    }
}
