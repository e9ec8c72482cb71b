// One finding of `bezel doctor`: a fact and what to do about it.

import Machine

/// The result of one check.
struct Finding: Hashable {
    /// The subjects, in the order of the page.
    enum Subject: String, CaseIterable {
        case configuration, kiosk, display, panel, seat, permission, calibration, fonts, programs, memory, processor,
            time,
            service
    }

    /// What a finding means for a kiosk.
    enum Verdict: String {
        case fine
        /// A kiosk runs, though not as well as it could.
        case look
        /// No kiosk runs.
        case stop
    }

    /// The subject that was checked.
    let subject: Subject
    /// What the finding means for a kiosk.
    let verdict: Verdict
    /// The fact that was found.
    let text: String
    /// What to do: commands, or lines of bezel.toml.
    let remedy: [String]
    /// The code that a run of the kiosk would exit with; nil if the kiosk would run.
    let code: Failure.Code?

    /// A finding that all is well.
    static func fine(_ subject: Subject, _ text: String) -> Finding {
        Finding(subject: subject, verdict: .fine, text: text, remedy: [], code: nil)
    }

    /// A finding that is worth a look.
    static func warn(_ subject: Subject, _ text: String, _ remedy: String...) -> Finding {
        Finding(subject: subject, verdict: .look, text: text, remedy: remedy, code: nil)
    }

    /// A finding that stops the kiosk, which exits with `code`.
    static func stop(_ subject: Subject, _ code: Failure.Code, _ text: String, _ remedy: String...) -> Finding {
        Finding(subject: subject, verdict: .stop, text: text, remedy: remedy, code: code)
    }

    /// This finding for a screen that the running kiosk waits for: worth a look instead of a stop.
    var waiting: Finding {
        Finding(subject: subject, verdict: .look, text: text + "; the kiosk waits for it", remedy: remedy, code: nil)
    }
}

extension [Finding] {
    /// The exit code of `bezel doctor`; nil when a kiosk can run. A wrong file comes first, because everything else may follow
    /// from it. Then come missing things, then missing permissions, then other failures.
    var code: Failure.Code? {
        let codes = compactMap(\.code)
        return [.wrongInput, .unavailable, .noPermission, .failed].first { codes.contains($0) } ?? codes.first
    }
}
