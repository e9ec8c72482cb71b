// A program that runs for the kiosk in a process beside it, and the connection to that.

package import Linux

/// Who starts the programs of guests.
package enum GuestLauncher: Hashable, Sendable {
    /// systemd, which starts `bezel guest` in a sandbox of its own for each connection to this socket.
    case service(socket: String)
    /// This process starts `program guest` as a child.
    case child(program: String)

    /// The subcommand that runs one program.
    package static let command = "guest"
}

/// A program. It ends when this is released.
package final class GuestProcess {
    private let connection: PacketConnection
    private var watch: EventLoop.Watch?
    private let onConnection: (consuming FileDescriptor) -> Void
    private let onEnd: (GuestEnd) -> Void

    /// Has `launcher` start `words`, with `descriptors` of this process by their numbers in the program. Calls `onConnection` with each
    /// Wayland connection that it makes, and `onEnd` once.
    package init(
        _ words: [String], descriptors: [(number: Int32, file: Int32)] = [], by launcher: GuestLauncher,
        loop: EventLoop,
        onConnection: @escaping (consuming FileDescriptor) -> Void, onEnd: @escaping (GuestEnd) -> Void
    ) throws(SystemError) {
        (self.onConnection, self.onEnd) = (onConnection, onEnd)
        switch launcher {
        case .service(let socket): connection = try PacketConnection(to: socket)
        case .child(let program):
            connection = try PacketConnection(pairedWith: { (other) throws(SystemError) in
                // The loop takes its status, whenever it ends.
                _ = try ChildProcess([program, GuestLauncher.command], input: other, on: loop) { _ in }
            })
        }
        for (number, file) in descriptors { try connection.send(GuestMessage.descriptor(number).text, file) }
        try connection.send(GuestMessage.start(words).text)
        watch = try loop.watch(connection.number) { [unowned self] _ in hear() }
    }

    isolated deinit { end() }

    /// Ends it, with all that it has started.
    package func end() {
        watch?.cancel()
        watch = nil
    }

    /// The most packets that are taken in one turn of the loop.
    private static let mostAtOnce = 8

    private func hear() {
        for _ in 0..<Self.mostAtOnce {
            guard watch != nil else { return }
            do throws(SystemError) {
                guard var packet = try connection.receive() else { return }
                let file = packet.descriptor.take()
                switch GuestMessage(packet.text) {
                case .connection: if let file { onConnection(file) }
                case .missing(let reason): finish(.missing(reason))
                case .ended(let status): finish(.status(status))
                case .descriptor, .start, nil: finish(.lost)
                }
            } catch { finish(.lost) }
        }
    }

    private func finish(_ end: GuestEnd) {
        self.end()
        onEnd(end)
    }
}

/// How a program has ended.
package enum GuestEnd {
    /// It could not be started.
    case missing(String)
    /// It has ended with this status.
    case status(Int32)
    /// The process that runs it has gone.
    case lost
}
