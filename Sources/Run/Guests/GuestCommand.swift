// `bezel guest`: runs one program for a kiosk.

import Guests
import Linux
package import Machine

/// What a kiosk, or bezel-guest@.service, starts for each program.
@MainActor
package enum GuestCommand {
    /// The subcommand.
    package static var name: String { GuestLauncher.command }

    /// Runs the program that the kiosk at the other end of standard input asks for, until either ends.
    package static func run() throws(Failure) {
        do throws(SystemError) { try GuestSupervisor.run(socket: 0) } catch { throw Failure(error) }
    }
}
