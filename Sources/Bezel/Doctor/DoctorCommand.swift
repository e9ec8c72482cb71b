// `bezel doctor`: whether a kiosk can run on this machine, and what to do where it cannot.

import Glibc
import Linux

/// What `bezel doctor` is asked for.
public struct DoctorCommand {
    /// The kiosk's folder; nil for the one that the machine's file names.
    public var kiosk: String?
    /// The machine's file; nil for /etc/bezel/bezel.toml, if it is there.
    public var configuration: String?
    /// The folder of what `bezel calibrate` measured; nil for what the machine's file says.
    public var panels: String?
    /// Whether the answer is JSON, one object a line.
    public var isJSON = false

    /// Nothing asked for yet.
    public init() {}

    /// Says what was found through `say`. Throws with the code that a run would exit with when no kiosk can run. A kiosk
    /// that runs meanwhile is not disturbed, and nothing is left behind.
    public func run(say: (String) -> Void) throws(Failure) {
        // Whatever this takes of the processor, a kiosk that runs comes first.
        _ = nice(19)
        let facts = MachineFacts.look(file: configuration, kiosk: kiosk, panels: panels)
        let findings = DoctorCommand.findings(facts)
        let page = DoctorPage(heading: "bezel doctor on \(facts.host), as \(facts.account.name)", findings: findings)
        for line in isJSON ? page.json : page.lines { say(line) }
        if let code = findings.code { throw Failure(code, "") }
    }

    /// What each check makes of `facts`, in the order of the page.
    static func findings(_ facts: MachineFacts) -> [Finding] {
        ConfigurationCheck.findings(facts) + KioskCheck.findings(facts) + DisplayCheck.findings(facts)
            + PanelCheck.findings(facts) + SeatCheck.findings(facts) + PermissionCheck.findings(facts)
            + CalibrationCheck.findings(facts) + FontCheck.findings(facts) + MemoryCheck.findings(facts)
            + TimeCheck.findings(facts) + ServiceCheck.findings(facts)
    }
}
