// Formats the findings of `bezel doctor`: a page for a console with 80 columns, or JSON.

import Geometry
import Machine

/// A page of findings.
struct DoctorPage {
    /// The first line: the machine's name and the user.
    let heading: String
    let findings: [Finding]

    private static let width = 80
    /// The column where the text of a finding begins.
    private static let indent = 21

    /// The page as lines of plain text.
    var lines: [String] {
        [heading, ""] + findings.flatMap(DoctorPage.lines) + ["", conclusion]
    }

    /// The findings as JSON, one object per line.
    var json: [String] {
        findings.map { finding in
            var object = JSONObject()
            object.add("check", finding.subject.rawValue)
            object.add("verdict", finding.verdict.rawValue)
            object.add("text", finding.text)
            if !finding.remedy.isEmpty { object.add("do", finding.remedy.joined(separator: "\n")) }
            object.add("exit", finding.code.map { Int($0.rawValue) })
            return object.text
        }
    }

    private var conclusion: String {
        let stops = Finding.Subject.allCases.filter { subject in
            findings.contains { $0.subject == subject && $0.verdict == .stop }
        }
        let looks = findings.count { $0.verdict == .look }
        guard stops.isEmpty else {
            return "No kiosk can run here: see \(stops.map(\.rawValue).joined(separator: ", "))."
        }
        switch looks {
        case 0: return "A kiosk can run here."
        case 1: return "A kiosk can run here; one thing is worth a look."
        default: return "A kiosk can run here; \(looks) things are worth a look."
        }
    }

    private static func lines(_ finding: Finding) -> [String] {
        let verdict = finding.verdict == .stop ? "STOP" : finding.verdict.rawValue
        let label = padded(verdict, to: 6) + padded(finding.subject.rawValue, to: indent - 6)
        let blank = String(repeating: " ", count: indent)
        let text = finding.text.split(separator: "\n").flatMap { wrapped(String($0), to: width - indent) }
        return text.enumerated().map { ($0 == 0 ? label : blank) + $1 }
            + finding.remedy.flatMap { remedy in
                wrapped(remedy, to: width - 10).enumerated().map { ($0 == 0 ? "      do: " : "          ") + $1 }
            }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
