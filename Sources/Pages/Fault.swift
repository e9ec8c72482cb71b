// A mistake in the files of a kiosk that runs, and what the kiosk shows in its place.

package import Settings

/// A mistake in a file, and what is shown instead of what the file has.
package struct Fault: Hashable, Sendable, CustomStringConvertible {
    /// How the kiosk does without what is wrong.
    package enum Remedy: String, CaseIterable, Sendable {
        /// The page or the settings are used without the part that is wrong.
        case without
        /// The whole page or file is left out.
        case leftOut = "left-out"
        /// The last version without this mistake is still used.
        case lastGood = "last-good"
    }

    /// What is wrong, and where.
    package let diagnostic: Diagnostic
    /// How the kiosk does without it.
    package let remedy: Remedy
    /// What is shown instead, as a sentence without its capital and its full stop.
    package let instead: String

    /// The mistake `diagnostic`, for which the kiosk has the `remedy`. `instead` says what that means for what is shown.
    package init(_ diagnostic: Diagnostic, _ remedy: Remedy, _ instead: String) {
        (self.diagnostic, self.remedy, self.instead) = (diagnostic, remedy, instead)
    }

    /// One line: the place, what is wrong, and what is shown instead.
    package var description: String { "\(diagnostic.description) (\(instead))" }

    /// Whether `other` is the same mistake, perhaps in another line, with the same remedy.
    package func isLike(_ other: Fault) -> Bool {
        remedy == other.remedy && diagnostic.file == other.diagnostic.file
            && diagnostic.mistake == other.diagnostic.mistake
    }
}

extension Diagnostic {
    /// The message without what to write instead, which depends on the other files, and without a count of other mistakes.
    var mistake: String {
        if message.hasSuffix(Diagnostics.moreElsewhere) { return Diagnostics.moreElsewhere }
        guard let advice = message.firstRange(of: "; did you mean") else { return message }
        return String(message[..<advice.lowerBound])
    }
}

extension [Diagnostic] {
    /// The errors among them, by which a later load tells what is new.
    var mistakes: Set<String> { Set(filter { $0.severity == .error }.map(\.mistake)) }
}

extension Kiosk {
    /// The errors among `diagnostics`, which were found while this kiosk was loaded, with what it shows instead.
    package func faults(in diagnostics: [Diagnostic]) -> [Fault] {
        let files = Set(pages.values.map(\.file))
        return diagnostics.filter { $0.severity == .error }.map { diagnostic in
            switch diagnostic.file {
            case settingsFile where kept.contains(settingsFile),
                folder where refusedSettings.contains(diagnostic.mistake):
                return Fault(diagnostic, .lastGood, "the last good settings stay")
            case settingsFile, folder: return Fault(diagnostic, .without, "the kiosk runs without it")
            case let file where kept.contains(file) && !files.contains(file) && DataFile.isName(file):
                return Fault(diagnostic, .lastGood, "its last good values are shown")
            case let file where DataFile.isName(file):
                return Fault(diagnostic, .leftOut, "its values are left out")
            case let file where kept.contains(file):
                return Fault(diagnostic, .lastGood, "the last good version of the page is shown")
            case let file where files.contains(file):
                return Fault(diagnostic, .without, "the page is shown without it")
            case let file:
                return Fault(
                    diagnostic, .leftOut, "the \(PageFile.page(at: file) != nil ? "page" : "file") is left out")
            }
        }
    }

    /// Whether a visitor sees the same as with `other`.
    package func looksLike(_ other: Kiosk) -> Bool {
        var (a, b) = (self, other)
        for kiosk in [\Kiosk.kept, \.refusedSettings, \.files] { (a[keyPath: kiosk], b[keyPath: kiosk]) = ([], []) }
        (a.sizes, b.sizes) = ([:], [:])
        return a == b
    }

    /// Whether each page that both have looks the same in both if its own contents are the same.
    package func hasSameSettings(as other: Kiosk) -> Bool {
        func settings(_ kiosk: Kiosk) -> Kiosk {
            var rest = kiosk
            // The title of the first page is on the way back from the others.
            rest.pages =
                kiosk.start.first.flatMap { kiosk.pages[$0] }.map { ["": Page(name: $0.title, file: "")] } ?? [:]
            // New values of files come to the stage by themselves.
            (rest.kept, rest.sizes, rest.data) = ([], [:], [:])
            return rest
        }
        return settings(self) == settings(other)
    }

    /// Whether the values in files differ from those of `other`, and nothing else does.
    package func differsOnlyInData(from other: Kiosk) -> Bool {
        var mine = self
        mine.data = other.data
        return data != other.data && mine.looksLike(other)
    }

    /// The path of `kiosk.toml`, as diagnostics name it.
    var settingsFile: String { folder == "/" ? "/kiosk.toml" : "\(folder)/kiosk.toml" }
}
