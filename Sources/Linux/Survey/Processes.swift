// Which processes there are of a few names.

import Glibc

/// The processes of this machine.
package enum Processes {
    /// The numbers of the processes called one of `names`, this one left out; names without any are not in it.
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
