// The arguments of `bezel seat`.

import ArgumentParser
import Bezel
import Machine
import Run

struct Seat: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keep the seat, so that a kiosk's last picture stays on the screen while the kiosk restarts.",
        discussion: """
            What bezel-seat.service runs. A kiosk asks for the seat where the variable BEZEL_SEAT says.
            Example: bezel seat --socket /run/bezel-seat/socket
            """)

    @Option(help: "Where to listen for kiosks.")
    var socket = SeatCommand.standardSocket

    @Option(
        help: "The number of the virtual terminal that kiosks are to have (default: the one in the foreground).")
    var terminal: Int?

    func validate() throws {
        guard let terminal, !(1...63).contains(terminal) else { return }
        throw ValidationError("--terminal must be a number from 1 to 63, not \(terminal).")
    }

    func run() throws {
        var command = SeatCommand()
        command.terminal = terminal
        command.socket = socket
        try exiting(as: "bezel") { () throws(Failure) in try command.run() }
    }
}
