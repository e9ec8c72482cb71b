// `bezel rescue`: a page without a kiosk, for a screen whose kiosk does not run.

import Geometry
import Linux
import Logging
import Stage

/// What `bezel rescue` is asked for.
public struct RescueCommand {
    /// How it is shown. No touch panel is opened, and no display engine's planes: the fewer parts, the fewer that fail.
    public var running = RunCommand()
    /// The file that says how to reach somebody.
    public var contact = RescueCommand.standardContact
    /// The file with the last lines of what has failed; nil for none.
    public var reason: String?
    /// Every how many minutes somebody tries the kiosk again, which is said too; nil: nobody does.
    public var retry: Int?

    /// Nothing asked for yet.
    public init() {}

    /// Where whoever runs a kiosk writes how to reach them.
    public static let standardContact = "/etc/bezel/contact"

    /// Shows the page until a signal ends it.
    public func run() throws(Failure) {
        var command = running
        command.takesTouches = false
        var machine: Configuration
        do throws(Failure) {
            machine = try command.machineConfiguration()
        } catch {
            // A wrong file may be what is wrong.
            Logger.ofCommand().warning("\(error); shown as if it said nothing")
            machine = Configuration()
        }
        machine.planes = .off
        let page = Rescue(notice: RescueNotice(contact: contact, reason: reason, retry: retry))
        machine.maintenance = nil
        try command.run(FirstScreens(page, on: machine), on: machine)
    }
}

private struct Rescue: App {
    var notice = RescueNotice(contact: RescueCommand.standardContact, reason: nil, retry: nil)

    func root() -> Screen { RescueScreen(notice) }
    var theme: Theme.Name { .night }
}
