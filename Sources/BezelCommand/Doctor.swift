// The arguments of `bezel doctor`.

import ArgumentParser
import Bezel
import Doctor
import Machine

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check whether a kiosk can run on this machine, and say what to do if not.",
        discussion: """
            It changes nothing, and does not disturb a running kiosk.
            Exit codes: 0 a kiosk can run, 65 a wrong file, 69 no display or no touch panel, 77 no permission, else 1.
            Example: bezel doctor /srv/kiosk
            """)

    @Argument(help: "The kiosk's folder (default: from the machine's configuration).", completion: .directory)
    var folder: String?
    @Option(
        name: [.customLong("config"), .customLong("configuration")],
        help: "The machine's configuration file (default: /etc/bezel/bezel.toml, if it exists).",
        completion: .file(extensions: ["toml"]))
    var file: String?
    @Option(help: "The folder with the calibrations (default: /var/lib/bezel/panels).", completion: .directory)
    var panels: String?
    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func run() throws {
        var command = DoctorCommand()
        command.kiosk = folder
        command.configuration = file
        command.panels = panels
        command.isJSON = json
        command.content = ContentProcess()
        try exiting(as: "bezel") { () throws(Failure) in try command.run(say: answer) }
    }
}
