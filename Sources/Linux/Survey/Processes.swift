// Finds processes by name.

import Glibc

/// The processes of this machine.
package enum Processes {
    /// The ids of the processes with each of `names`, without this process. Names without a process are not in the result.
    package static func named(_ names: Set<String>, system: SystemRoot = SystemRoot()) -> [String: [Int]] {
        var found: [String: [Int]] = [:]
        for number in system.names("/proc").compactMap({ Int($0) }).sorted() where number != Int(getpid()) {
            if let name = system.lines("/proc/\(number)/comm").first, names.contains(name) {
                found[name, default: []].append(number)
            }
        }
        return found
    }
}
