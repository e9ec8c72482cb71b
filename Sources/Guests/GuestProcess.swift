// A program that runs for the kiosk in a process beside it, and the connection to that.

import CWaylandServer
import Geometry
package import Linux

/// Who starts the programs of guests.
package enum GuestLauncher {
    /// systemd, which starts `bezel guest` in a sandbox of its own for a connection to one of these sockets.
    case service(GuestSockets)
    /// This process starts `program guest` as a child.
    case child(program: String)

    /// The subcommand that runs one program.
    package static let command = "guest"
}

/// A program. It ends when this is released. The actor is named: when it is not, Swift 6.3 does not read an isolated deinit in another module.
@MainActor
package final class GuestProcess {
    private let connection: PacketConnection
    /// systemd's socket, given back with the program's end; nil where systemd does not start it.
    private var socket: GuestSockets.Taken?
    private var watch: EventLoop.Watch?
    /// Listens to the program again when it has connected too often.
    private var rest: Timer?
    private var pace = ConnectionPace()
    /// Waits for the process to start the program.
    private let start: Timer
    /// Where the kiosk starts the process itself.
    private var child: ChildProcess?
    private let loop: EventLoop
    private let onConnection: (consuming FileDescriptor) -> Void
    private let onEnd: (GuestEnd) -> Void

    /// How long the process may take to start the program. On a slow board systemd and the process take two seconds, and there may be a boot beside.
    static let patience = Instant.Span.seconds(20)

    /// Has `launcher` start `words`, with `descriptors` of this process by their numbers in the program. Messages call it `name`. Calls `onConnection`
    /// with each Wayland connection that it makes, and `onEnd` once.
    package init(
        _ words: [String], called name: String = "program", descriptors: [(number: Int32, file: Int32)] = [],
        by launcher: GuestLauncher, loop: EventLoop,
        onConnection: @escaping (consuming FileDescriptor) -> Void, onEnd: @escaping (GuestEnd) -> Void
    ) throws(SystemError) {
        (self.onConnection, self.onEnd, self.loop) = (onConnection, onEnd, loop)
        var isLate: () -> Void = {}
        start = loop.timer { isLate() }
        do throws(SystemError) {
            switch launcher {
            case .service(let sockets): (connection, socket) = try sockets.take()
            case .child(let program):
                var child: ChildProcess?
                connection = try PacketConnection(pairedWith: { (other) throws(SystemError) in
                    // The loop takes its status, whenever it ends.
                    child = try ChildProcess([program, GuestLauncher.command], input: other, on: loop) { _ in }
                })
                self.child = child
                // systemd's journal knows whose lines it has, and bounds them.
                try connection.send(GuestMessage.lines(of: name).text)
            }
        } catch {
            start.cancel()
            throw error
        }
        for (number, file) in descriptors { try connection.send(GuestMessage.descriptor(number).text, file) }
        try connection.send(GuestMessage.start(words).text)
        watch = try loop.watch(connection.number) { [unowned self] _ in hear() }
        isLate = { [unowned self] in finish(.silent) }
        start.setDeadline(loop.now + Self.patience)
    }

    isolated deinit {
        end()
        // Connections may wait in it, with whatever the program has sent through them.
        if let socket = connection.release() { bezel_hang_up(socket) }
    }

    /// Ends it, with all that it has started.
    package func end() {
        rest?.cancel()
        watch?.cancel()
        start.cancel()
        // One that was stopped would never see that the connection closes.
        child?.goOn()
        (watch, socket, child) = (nil, nil, nil)
    }

    private func listen() {
        do throws(SystemError) {
            watch = try loop.watch(connection.number) { [unowned self] _ in hear() }
        } catch { finish(.lost) }
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
                case .started: start.setDeadline(nil)
                case .connection:
                    start.setDeadline(nil)
                    if let file { onConnection(file) }
                    if let until = pace.connected(at: MonotonicClock.now()), watch != nil {
                        return stopListening(until)
                    }
                case .missing(let reason): finish(.missing(reason))
                case .ended(let status): finish(.status(status))
                case .descriptor, .lines, .start, nil: finish(.lost)
                }
            } catch { finish(.lost) }
        }
    }

    /// Leaves what the program says unheard until `instant`. What connects meanwhile waits, and more than the socket holds is refused.
    private func stopListening(_ instant: Instant) {
        watch?.cancel()
        watch = nil
        let rest = rest ?? loop.timer { [unowned self] in listen() }
        self.rest = rest
        rest.setDeadline(instant)
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
    /// The process that runs it has not started it in time.
    case silent
}
