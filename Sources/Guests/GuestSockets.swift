// systemd's sockets for programs.

import Glibc
import Linux

/// The sockets of bezel-guest@.socket in a folder, each called by its number. systemd runs one program at a time for each, as a user who is called after the socket.
package final class GuestSockets {
    private let folder: String
    private var taken: Set<String> = []
    /// Those that were given back, the last one at the end. systemd may still be ending what it ran there.
    private var used: [String] = []

    /// Where the first search begins: not where a kiosk began that ran before this one, whose programs may still be ending.
    private let start: Int

    /// The sockets in `folder`. `start` is any number, such as that of this process.
    package init(in folder: String, startingAt start: Int = 0) { (self.folder, self.start) = (folder, start) }

    /// A socket that runs a program, until this is released.
    final class Taken {
        private let name: String
        private let sockets: GuestSockets

        fileprivate init(_ name: String, of sockets: GuestSockets) { (self.name, self.sockets) = (name, sockets) }

        isolated deinit { sockets.giveBack(name) }
    }

    /// Connects to the socket that has run no program for longest. Throws when there is none.
    func take() throws(SystemError) -> (PacketConnection, Taken) {
        var there = try SystemFiles.names(folder).filter { Int($0) != nil }.sorted()
        if !there.isEmpty { there = Array(there[(start % there.count)...] + there[..<(start % there.count)]) }
        used.removeAll { !there.contains($0) }
        let free = there.filter { !taken.contains($0) && !used.contains($0) } + used
        let hint =
            there.isEmpty
            ? "it has none of the sockets of bezel-guest@.socket; systemctl restart bezel brings them back"
            : "all its sockets run programs"
        var failure = SystemError(call: "connect", errno: EAGAIN, subject: folder, hint: hint)
        for name in free {
            do throws(SystemError) {
                let connection = try PacketConnection(to: "\(folder)/\(name)")
                used.removeAll { $0 == name }
                taken.insert(name)
                return (connection, Taken(name, of: self))
            } catch { failure = error }
        }
        throw failure
    }

    private func giveBack(_ name: String) {
        taken.remove(name)
        used.append(name)
    }
}
