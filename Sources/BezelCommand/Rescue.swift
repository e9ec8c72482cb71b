// The arguments of `bezel rescue`.

import ArgumentParser
import Bezel
import Machine
import Run

struct Rescue: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show an out-of-order page with the reason and a contact.",
        discussion: """
            bezel-rescue.service runs it when bezel.service has failed too often.
            Example: bezel rescue --contact contact.txt --reason last-lines.txt
            """)

    @Option(help: "A file with contact details (default: /etc/bezel/contact, if it exists).", completion: .file())
    var contact: String?
    @Option(help: "A file with the last log lines of the failed service.")
    var reason: String?
    @Option(help: "Show that the kiosk is started again every this many minutes.")
    var retry: Int?
    @OptionGroup var options: RunOptions

    func validate() throws {
        if let retry, retry < 1 { throw ValidationError("--retry must be at least 1") }
    }

    func run() throws {
        var command = RescueCommand()
        command.running = options.command
        command.contact = contact ?? command.contact
        command.reason = reason
        command.retry = retry
        try exiting(as: "bezel") { () throws(Failure) in try command.run() }
    }
}
