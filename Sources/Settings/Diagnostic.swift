// Errors and warnings about a file, with their places. They are collected, so that one run shows all of them.

import Geometry

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

    /// The most characters of a message. A quotation from a file can have any length.
    private static let longestMessage = 600

    /// `message` about `file`, at `line` and `column` if given. A diagnostic is one line of plain text, so control characters in
    /// quotations from the file are replaced, and what is too long is cut.
    package init(
        _ message: String, file: String, line: Int? = nil, column: Int? = nil, severity: Severity = .error
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        var text = String.UnicodeScalarView()
        for scalar in message.unicodeScalars.prefix(Self.longestMessage) {
            let isLineEnd = scalar.properties.isWhitespace && Character(scalar).isNewline
            text.append(isLineEnd ? " " : scalar.isControl ? "\u{FFFD}" : scalar)
        }
        self.message = String(text) + (message.unicodeScalars.count > Self.longestMessage ? " …" : "")
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
    /// The most diagnostics of each severity that are kept.
    static let most = 1000

    /// What follows the number of those that are not kept.
    package static let moreElsewhere = " more, in this file and others"

    /// All diagnostics, sorted by place, without duplicates. Beyond the first 1,000 errors and 1,000 warnings, one of each kind
    /// says how many there are.
    package var all: [Diagnostic] {
        let kept = Set(found).sorted()
        let more = left.sorted { $0.key.rawValue < $1.key.rawValue }.map { severity, left in
            Diagnostic("\(left.count)\(Self.moreElsewhere)", file: left.file, severity: severity)
        }
        return kept + more
    }
    /// Whether one of them is an error.
    package var hasErrors: Bool { found.contains { $0.severity == .error } }
    private var found: [Diagnostic] = []
    /// How many were kept of each severity.
    private var kept: [Diagnostic.Severity: Int] = [:]
    /// The diagnostics that were not kept: their number, and the file of the last of them.
    private var left: [Diagnostic.Severity: (count: Int, file: String)] = [:]

    /// An empty list.
    package init() {}

    /// Adds a diagnostic.
    package mutating func add(_ diagnostic: Diagnostic) {
        if kept[diagnostic.severity, default: 0] < Self.most {
            kept[diagnostic.severity, default: 0] += 1
            found.append(diagnostic)
        } else {
            left[diagnostic.severity] = ((left[diagnostic.severity]?.count ?? 0) + 1, diagnostic.file)
        }
    }
    /// Counts one more diagnostic of `file`, of which nothing else is known.
    package mutating func addOneMore(_ severity: Diagnostic.Severity, in file: String) {
        left[severity] = ((left[severity]?.count ?? 0) + 1, file)
    }
    /// Replaces the diagnostics that were kept by what `change` makes of them, sorted by place.
    package mutating func change(_ change: ([Diagnostic]) -> [Diagnostic]) { found = change(Set(found).sorted()) }
    /// Takes all of `others`.
    package mutating func add(_ others: Diagnostics) {
        for diagnostic in others.found { add(diagnostic) }
        for (severity, more) in others.left { left[severity] = ((left[severity]?.count ?? 0) + more.count, more.file) }
    }

    /// One diagnostic per line.
    package var description: String { all.map { $0.description + "\n" }.joined() }
}
