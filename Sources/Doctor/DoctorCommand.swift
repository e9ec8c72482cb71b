// `bezel doctor`: checks whether a kiosk can run on this machine, and says what to do if it cannot.

import Glibc
import Linux
package import Machine

/// The options of `bezel doctor`.
package struct DoctorCommand {
    /// The kiosk's folder; nil for the folder that the machine's file names.
    package var kiosk: String?
    /// The path of the machine's file; nil for /etc/bezel/bezel.toml, if that exists.
    package var configuration: String?
    /// The folder of the calibrations that `bezel calibrate` wrote; nil for the one that the machine's file names, or else the
    /// standard folder.
    package var panels: String?
    /// Whether the output is JSON, with one object per line.
    package var isJSON = false

    /// Reads the kiosk's texts and pictures in other processes; nil reads them in this one.
    package var content: ContentProcess?

    /// Creates the command with default options.
    package init() {}

    /// Passes the findings to `say`, line by line. Throws, if no kiosk can run here, a failure with the code that a run would
    /// exit with. The check does not disturb a running kiosk and leaves nothing behind.
    package func run(say: (String) -> Void) throws(Failure) {
        // A running kiosk has priority on the processor over this check.
        _ = nice(19)
        let facts = MachineSurvey.run(file: configuration, kiosk: kiosk, panels: panels, content: content)
        let findings = DoctorCommand.findings(facts)
        let page = DoctorPage(heading: "bezel doctor on \(facts.host), as \(facts.account.name)", findings: findings)
        for line in isJSON ? page.json : page.lines { say(line) }
        if let code = findings.code { throw Failure(code, "") }
    }

    /// The findings of all checks on `facts`, in the order of the page.
    static func findings(_ facts: MachineFacts) -> [Finding] {
        ConfigurationCheck.findings(facts) + KioskCheck.findings(facts) + DisplayCheck.findings(facts)
            + PanelCheck.findings(facts) + SeatCheck.findings(facts) + PermissionCheck.findings(facts)
            + CalibrationCheck.findings(facts) + FontCheck.findings(facts) + ProgramCheck.findings(facts)
            + MemoryCheck.findings(facts)
            + ProcessorCheck.findings(facts) + TimeCheck.findings(facts) + ServiceCheck.findings(facts)
    }
}
