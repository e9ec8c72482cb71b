// What is wrong with the placeholders of a page.

import Geometry
import Settings

extension MarkdownSource {
    /// What is wrong with `placeholder` on this page; nil for nothing.
    func problem(of placeholder: Placeholder) -> (String, Diagnostic.Severity)? {
        switch placeholder {
        case .open where !hasHours:
            return (
                "{{open}} needs the hours of the place: write [hours] with open = [\"tue-sun 10:00-18:00\"] in kiosk.toml, or "
                    + "hours = [\"tue-sun 10:00-18:00\"] at the top of the page", .error
            )
        case .value(let file, let path):
            let (data, problem) = references.data(file, on: page)
            if let problem { return (problem, .error) }
            guard let data = data.map({ references.dataUse.shown($0, at: file) }) else { return nil }
            if data.cells(at: path).count > 1 {
                return ("\(file) has several rows for \"\(path)\"; the first one is shown", .warning)
            }
            if data.value(at: path) != nil { return nil }
            return (
                "\(file) has no value \"\(path)\" now, so \(LiveValues.unknown) is shown\(data.hint(at: path))",
                .warning
            )
        case .until(let moment):
            guard let now = references.now, moment.seconds <= now.seconds else { return nil }
            return (
                "\(placeholder.source) is past, so nothing is shown here; write a later date, or remove it", .warning
            )
        case .time, .date, .weekday, .open, .cell, .slider: return nil
        }
    }
}
