// `bezel rescue`: a page without a kiosk, for a screen whose kiosk does not run.

import Geometry
import Linux
import Logging
package import Machine
import Stage

/// The options of `bezel rescue`.
package struct RescueCommand {
    /// How the page is shown. No touch panel is opened, and no planes of the display engine are used: the fewer parts, the
    /// fewer can fail.
    package var running = RunCommand()
    /// The file that says whom to contact.
    package var contact = RescueCommand.standardContact
    /// The file with the last lines of what has failed; nil for none.
    package var reason: String?
    /// The interval in minutes at which the kiosk is started again, which the page also shows; nil when it is not.
    package var retry: Int?

    /// Creates the command with default options.
    package init() {}

    /// The default file in which the operator of a kiosk writes whom to contact.
    package static let standardContact = "/etc/bezel/contact"

    /// Shows the page until a signal ends it.
    @MainActor package func run() throws(Failure) {
        var command = running
        command.takesTouches = false
        var machine: Configuration
        do throws(Failure) {
            machine = try command.machineConfiguration()
        } catch {
            // The machine's file may be the reason why the kiosk does not run.
            Logger.ofCommand().warning("\(error); its settings are ignored")
            machine = Configuration()
        }
        machine.planes = .off
        machine.maintenance = nil
        let notice = RescueNotice(contact: contact, reason: reason, retry: retry)
        let root = RescueScreen(notice).name
        let first = StartScreens(
            title: AppName.ofThisProcess, theme: .night, start: [root], on: machine, idle: machine.idleTable,
            gestures: { [machine] in machine.gestures(on: $0) },
            screen: { name throws(Failure) in
                guard name == root else {
                    throw Failure(.wrongInput, "there is no screen \"\(name)\"; the root is \"\(root)\"")
                }
                return RescueScreen(notice)
            })
        try command.run(first, on: machine)
    }
}
