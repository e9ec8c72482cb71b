// Where a visitor was: enough to come back there after a crash, and nothing that anybody typed.

import Geometry
import Linux
import Pages

/// The pages that a kiosk showed, as its file has them.
struct VisitState: Equatable {
    /// The names of the screens, root first, as `--stack` has them; none for the start.
    var stack: [String] = []
    /// When the visitor touched the panel last; nil when there was none.
    var touched: Instant?
    /// How often in a row the kiosk has crashed while the last of these screens was on top.
    var crashes = 0
    /// How often the kiosk has come back since it was started on purpose, with whatever page.
    var restarts = 0

    /// The file's text. `boot` is what the instant counts from.
    func text(boot: String) -> String {
        var lines = ["# What bezel shows, to come back to it after a crash.", "boot = \(boot.quotedForTOML)"]
        lines.append("stack = [\(stack.map(\.quotedForTOML).joined(separator: ", "))]")
        if let touched { lines.append("touched = \"\(touched.nanoseconds / 1_000_000) ms\"") }
        lines.append("crashes = \(crashes)")
        lines.append("restarts = \(restarts)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Where no visit is remembered.
    init(stack: [String] = [], touched: Instant? = nil, crashes: Int = 0, restarts: Int = 0) {
        (self.stack, self.touched, self.crashes, self.restarts) = (stack, touched, crashes, restarts)
    }

    /// Reads the file at `path`. A visit ends with its boot: nil for one of another. Throws what is wrong with the file.
    init?(path: String, boot: String) throws(Diagnostic) {
        let settings = try Settings(path: path)
        let isOurs = settings.string("boot") == boot
        stack = settings.strings("stack") ?? []
        touched = settings.span("touched").map { .zero + $0 }
        crashes = settings.integer("crashes", in: 0...1_000_000) ?? 0
        restarts = settings.integer("restarts", in: 0...1_000_000_000) ?? 0
        settings.finish()
        if let first = settings.diagnostics.all.first { throw first }
        if !isOurs { return nil }
    }
}

extension String {
    /// As a basic string of TOML: page names are file names, which can hold anything.
    fileprivate var quotedForTOML: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
