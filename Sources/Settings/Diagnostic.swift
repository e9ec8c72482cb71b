// What is wrong in a file, where, and what to do; collected, so that one look shows all of it.

/// One thing that is wrong in a file or a folder, as a sentence with its place.
package struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// How bad it is.
    package enum Severity: String, Sendable {
        /// Something will not work or not be shown.
        case error
        /// Everything works, though probably not as it was meant.
        case warning
    }

    /// The file or folder, named as its reader was told it.
    package var file: String
    /// The line, from 1; nil when it is about the whole file.
    package var line: Int?
    /// The column in characters, from 1; nil when it is about the whole line.
    package var column: Int?
    /// How bad it is.
    package var severity: Severity
    /// What, which, why and what to do, without the place.
    package var message: String

    /// `message` about `file`, at `line` and `column` where there is one. What it quotes from the file may have line feeds;
    /// the message has none, since each is one line.
    package init(
        _ message: String, file: String, line: Int? = nil, column: Int? = nil, severity: Severity = .error
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.message = String(message.map { $0.isNewline ? " " : $0 })
    }

    /// `file:line:column: message`, with `warning: ` before a message that is none of an error.
    package var description: String {
        var place = file
        if let line { place += ":\(line)" }
        if line != nil, let column { place += ":\(column)" }
        return place + ": " + (severity == .warning ? "warning: " : "") + message
    }
}

extension Diagnostic: Comparable {
    /// By file, then line, then column; what is about a whole file comes first.
    package static func < (a: Diagnostic, b: Diagnostic) -> Bool {
        (a.file, a.line ?? 0, a.column ?? 0, a.message) < (b.file, b.line ?? 0, b.column ?? 0, b.message)
    }
}

/// Several diagnostics on their way to a reader.
package struct Diagnostics: Sendable, CustomStringConvertible {
    /// All of them, in the order of their places; no two alike.
    package var all: [Diagnostic] { Set(found).sorted() }
    /// Whether one of them is an error.
    package var hasErrors: Bool { found.contains { $0.severity == .error } }
    private var found: [Diagnostic] = []

    /// None yet.
    package init() {}

    /// Takes one more.
    package mutating func add(_ diagnostic: Diagnostic) { found.append(diagnostic) }
    /// Takes all of `others`.
    package mutating func add(_ others: Diagnostics) { found += others.found }

    /// One a line.
    package var description: String { all.map { $0.description + "\n" }.joined() }
}
