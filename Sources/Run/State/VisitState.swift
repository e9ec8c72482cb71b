// What a visitor saw: enough to return to it after a crash, and nothing that the visitor typed.

import Geometry
import Linux
import Pages
import Settings
import Stage

/// The pages that a kiosk showed, as they are in its file.
struct VisitState: Equatable {
    /// The names of the screens, root first, in the format of `--stack`; empty for the start.
    var stack: [String] = []
    /// The language that the visitor has chosen; nil for the default language.
    var language: String?
    /// What the visitor has set with sliders, by their names.
    var sliders: [String: Int] = [:]
    /// The visitor's last touch; nil when there was none.
    var touched: Instant?
    /// How many crashes in a row happened with the last of these screens on top.
    var crashes = 0
    /// The number of restarts after crashes, with any page on top, since the kiosk was last started on purpose.
    var restarts = 0

    /// The text of the file. `boot` identifies the boot from which the instant counts.
    func text(boot: String) -> String {
        var lines = ["# What bezel shows, to return to it after a crash.", "boot = \(boot.quotedForTOML)"]
        lines.append("stack = [\(stack.map(\.quotedForTOML).joined(separator: ", "))]")
        if let language { lines.append("language = \(language.quotedForTOML)") }
        if !sliders.isEmpty {
            lines.append("sliders = [\(sliders.sliderTexts.map(\.quotedForTOML).joined(separator: ", "))]")
        }
        if let touched { lines.append("touched = \"\(touched.nanoseconds / 1_000_000) ms\"") }
        lines.append("crashes = \(crashes)")
        lines.append("restarts = \(restarts)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// A state with these values. The defaults stand for the start, without a visit.
    init(
        stack: [String] = [], language: String? = nil, sliders: [String: Int] = [:], touched: Instant? = nil,
        crashes: Int = 0, restarts: Int = 0
    ) {
        (self.stack, self.language, self.sliders, self.touched) = (stack, language, sliders, touched)
        (self.crashes, self.restarts) = (crashes, restarts)
    }

    /// The state of the visit on `stage`, with the last touch at `touched`. While the stage attracts people, there is none.
    @MainActor
    init(of stage: Stage, isAttracting: Bool, touched: Instant?) {
        self.init(
            stack: isAttracting ? [] : stage.visitNames, language: stage.language, sliders: stage.sliders,
            touched: touched)
    }

    /// The most screens that are shown again.
    private static let deepestStack = 1024

    /// Reads the file at `path`. A visit ends with its boot, so this returns nil for a file from another one. Throws the first
    /// thing that is wrong with the file.
    init?(path: String, boot: String) throws(Diagnostic) {
        let settings = try Settings(path: path)
        // Where the boot is not known, the visit may be of another one.
        let isOurs = settings.string("boot") == boot && !boot.isEmpty
        stack = Array((settings.strings("stack") ?? []).prefix(Self.deepestStack))
        language = settings.string("language")
        sliders = [String: Int](sliderTexts: settings.strings("sliders") ?? [])
        touched = settings.span("touched").map { .zero + $0 }
        crashes = settings.integer("crashes", in: 0...1_000_000) ?? 0
        restarts = settings.integer("restarts", in: 0...1_000_000_000) ?? 0
        settings.finish()
        if let first = settings.diagnostics.all.first { throw first }
        if !isOurs { return nil }
    }
}

extension String {
    /// This string as a basic string of TOML. Page names are file names, which can contain anything.
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
