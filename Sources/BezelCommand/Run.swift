// The arguments of `bezel run`.

import ArgumentParser
import Bezel
import Machine
import Run

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a kiosk on this machine's display and touch panels.",
        discussion: """
            Example: bezel run config/museum --size 527x296
            It ends with Ctrl-C or SIGTERM and leaves the console as it was.
            """)

    @Argument(help: "The kiosk's folder (default: from the machine's configuration).", completion: .directory)
    var folder: String?
    @OptionGroup var options: RunOptions

    func run() throws {
        try exiting(as: "bezel") { () throws(Failure) in try options.command.run(kiosk: folder) }
    }
}
