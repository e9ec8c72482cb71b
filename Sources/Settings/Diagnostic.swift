// Errors and warnings about a file, with their places. They are collected, so that one run shows all of them.

/// An error or warning about a file or a folder, as a sentence with its place.
package struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// How bad it is.
    package enum Severity: String, Sendable {
        /// Something will not work or will not be shown.
        case error
        /// Everything works, but probably not as intended.
        case warning
    }

    /// The file or folder, by the name that the user gave.
    package var file: String
    /// The line, from 1; nil for the whole file.
    package var line: Int?
    /// The column in characters, from 1; nil for the whole line.
    package var column: Int?
    /// The severity.
    package var severity: Severity
    /// What is wrong, why, and what to do, without the place.
    package var message: String

    /// `message` about `file`, at `line` and `column` if given. Line feeds in quotations from the file are replaced, because a
    /// diagnostic is one line.
    package init(
        _ message: String, file: String, line: Int? = nil, column: Int? = nil, severity: Severity = .error
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.message = String(message.map { $0.isNewline ? " " : $0 })
    }

    /// `file:line:column: message`, with `warning: ` before the message of a warning.
    package var description: String {
        var place = file
        if let line { place += ":\(line)" }
        if line != nil, let column { place += ":\(column)" }
        return place + ": " + (severity == .warning ? "warning: " : "") + message
    }
}

extension Diagnostic: Comparable {
    /// Sorted by file, line and column. Diagnostics for a whole file come first.
    package static func < (a: Diagnostic, b: Diagnostic) -> Bool {
        (a.file, a.line ?? 0, a.column ?? 0, a.message) < (b.file, b.line ?? 0, b.column ?? 0, b.message)
    }
}

/// A list of diagnostics.
package struct Diagnostics: Sendable, CustomStringConvertible {
    /// All diagnostics, sorted by place, without duplicates.
    package var all: [Diagnostic] { Set(found).sorted() }
    /// Whether one of them is an error.
    package var hasErrors: Bool { found.contains { $0.severity == .error } }
    private var found: [Diagnostic] = []

    /// An empty list.
    package init() {}

    /// Adds a diagnostic.
    package mutating func add(_ diagnostic: Diagnostic) { found.append(diagnostic) }
    /// Takes all of `others`.
    package mutating func add(_ others: Diagnostics) { found += others.found }

    /// One diagnostic per line.
    package var description: String { all.map { $0.description + "\n" }.joined() }
}
