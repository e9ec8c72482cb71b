// Says once what many pages would say about one file that they name.

import Settings

/// What was reported about files that pages name and that cannot be shown.
struct LostFiles {
    /// The file that each message is about, by its path in the kiosk's folder. Messages about one file can differ in their advice.
    private var files: [String: String] = [:]

    /// The most places with a message of their own, and how many more are named after the first one.
    static let (mostAlone, mostNamed) = (3, 2)

    /// Notes that `message` is about the file at `path`.
    mutating func note(_ message: String, about path: String) { files[message] = path }

    /// The pages that have the same trouble with one file.
    private struct Trouble: Hashable {
        let file: String
        /// Whether their last good versions are shown.
        let isKept: Bool
    }

    /// `all` with one diagnostic for each file that many pages name: the first one, which says where the others are. The settings of
    /// `kiosk` keep theirs, and so does the first of the pages whose last good versions it shows: each message says what is shown
    /// instead. `inner` is the path in the kiosk's folder of a file as diagnostics name it.
    func joined(_ all: [Diagnostic], in kiosk: Kiosk, inner: (String) -> String?) -> [Diagnostic] {
        func trouble(of diagnostic: Diagnostic) -> Trouble? {
            guard diagnostic.severity == .error, diagnostic.file != kiosk.settingsFile,
                let file = files[diagnostic.message]
            else { return nil }
            return Trouble(file: file, isKept: kiosk.kept.contains(diagnostic.file))
        }
        var places: [Trouble: [Diagnostic]] = [:]
        for diagnostic in all {
            if let trouble = trouble(of: diagnostic) { places[trouble, default: []].append(diagnostic) }
        }
        return all.compactMap { diagnostic in
            guard let places = trouble(of: diagnostic).flatMap({ places[$0] }), places.count > Self.mostAlone else {
                return diagnostic
            }
            guard diagnostic == places[0] else { return nil }
            var first = diagnostic
            let named = places.dropFirst().prefix(Self.mostNamed).map { other in
                ([inner(other.file) ?? other.file] + [other.line, other.column].compactMap { $0.map { "\($0)" } })
                    .joined(separator: ":")
            }
            let others = named.joined(separator: ", ")
            first.message += "; so it is in \(places.count - 1) other places: \(others) and so on"
            return first
        }
    }
}
