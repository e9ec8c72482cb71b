// One line of what `bezel doctor` found: what is, and what to do about it.

/// Something that was looked at.
struct Finding: Hashable {
    /// What was looked at, in the order of the page.
    enum Subject: String, CaseIterable {
        case configuration, kiosk, display, panel, seat, permission, calibration, fonts, memory, time, service
    }

    /// What it means for a kiosk.
    enum Verdict: String {
        case fine
        /// A kiosk runs, though not as well as it could.
        case look
        /// No kiosk runs.
        case stop
    }

    /// What was looked at.
    let subject: Subject
    /// What it means for a kiosk.
    let verdict: Verdict
    /// What is, or is not.
    let text: String
    /// What to do: commands, or lines of bezel.toml.
    let remedy: [String]
    /// What a run of a kiosk would exit with; nil when it would run.
    let code: Failure.Code?

    /// All is well.
    static func fine(_ subject: Subject, _ text: String) -> Finding {
        Finding(subject: subject, verdict: .fine, text: text, remedy: [], code: nil)
    }

    /// Worth a look.
    static func look(_ subject: Subject, _ text: String, _ remedy: String...) -> Finding {
        Finding(subject: subject, verdict: .look, text: text, remedy: remedy, code: nil)
    }

    /// Stops a kiosk, which exits with `code`.
    static func stop(_ subject: Subject, _ code: Failure.Code, _ text: String, _ remedy: String...) -> Finding {
        Finding(subject: subject, verdict: .stop, text: text, remedy: remedy, code: code)
    }

    /// The same where a kiosk runs all the same, and comes there later.
    var waiting: Finding {
        Finding(subject: subject, verdict: .look, text: text + "; the kiosk waits for it", remedy: remedy, code: nil)
    }
}

extension [Finding] {
    /// What `bezel doctor` exits with: a wrong file first, since all else may follow from it, then what is not there, then
    /// what is not allowed; nil when a kiosk can run.
    var code: Failure.Code? {
        let codes = compactMap(\.code)
        return [.wrongInput, .unavailable, .noPermission, .failed].first { codes.contains($0) } ?? codes.first
    }
}
