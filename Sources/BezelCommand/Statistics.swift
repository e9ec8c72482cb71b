// The arguments of `bezel statistics`.

import ArgumentParser
import Bezel
import Machine
import Run

struct Statistics: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what visitors did: pages opened, ways taken, time spent.",
        discussion: "Example: bezel statistics --from 2026-11-01")

    @Argument(
        help: "The folder with a file for each day (default: that of [statistics] in the machine's file).",
        completion: .directory)
    var folder: String?
    @Option(help: "The first day, such as 2026-11-01 (default: the oldest).")
    var from: String?
    @Option(help: "The last day (default: the newest).")
    var to: String?
    @Flag(help: "Print CSV, with a line for each sum of each day.")
    var csv = false
    @Option(
        help: "The machine's configuration file (default: /etc/bezel/bezel.toml, if it exists).",
        completion: .file(extensions: ["toml"]))
    var config: String?

    func run() throws {
        var command = StatisticsCommand()
        (command.folder, command.configuration, command.first, command.last) = (folder, config, from, to)
        command.isCSV = csv
        try exiting(as: "bezel") { () throws(Failure) in try command.run(answer: answer, say: say) }
    }
}
