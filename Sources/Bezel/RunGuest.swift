// The arguments of the process that runs one program for a kiosk.

package import ArgumentParser
import Machine
import Run

/// Runs a program whose window is a screen, for the kiosk that started it. It is not in the help.
package struct RunGuest: ParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "guest", shouldDisplay: false)

    package init() {}

    package func run() throws {
        try MainActor.assumeIsolated {
            try exiting(as: "bezel") { () throws(Failure) in try GuestCommand.run() }
        }
    }
}
