// What a program writes to a terminal that it shares with the kiosk: its lines, with a bound.

package import Geometry

/// Passes the lines of a program on, with a name before each, and leaves out what is like a line of the same minute, and what is more than an
/// integrator reads beside the kiosk's own lines. At the end of the minute a line says how much was left out.
package struct ProgramLines {
    /// The most lines in `period`, and the time in which a line is not repeated.
    package static let (most, period) = (12, Instant.Span.seconds(60))
    /// The most bytes of a line; what follows is left out.
    static let mostBytes = 400
    /// So many lines that were left out are compared with those that were written. A program that writes more has no time for that.
    private static let mostCompared = 1000
    /// The most letters of the name.
    private static let longestName = 80

    private let name: String
    private var line: [UInt8] = []
    /// When the minute began in which lines are counted; nil while there are none.
    private var begin: Instant?
    /// The lines of this minute, without their numbers.
    private var written: Set<String> = []
    private var repeated = 0
    private var others = 0

    /// The lines of a program that messages call `name`.
    package init(of name: String) { self.name = String(Self.plain(name).prefix(Self.longestName)) }

    /// When `advance(to:)` has something to say; nil for never.
    package var nextDeadline: Instant? { repeated + others > 0 ? begin.map { $0 + Self.period } : nil }

    /// The program has written `bytes` at `now`. Returns the lines that are to be written, each with its line feed.
    package mutating func take(_ bytes: some Sequence<UInt8>, at now: Instant) -> String {
        var text = ""
        for byte in bytes {
            if byte != UInt8(ascii: "\n") {
                if line.count < Self.mostBytes { line.append(byte) }
                continue
            }
            text += end(at: now)
        }
        return text
    }

    /// Returns what is to be said by `now` of the lines that were left out.
    package mutating func advance(to now: Instant) -> String {
        guard let begin, now - begin >= Self.period else { return "" }
        return summary()
    }

    /// The program has ended. Returns its last line, and what was left out.
    package mutating func finish(at now: Instant) -> String {
        (line.isEmpty ? "" : end(at: now)) + summary()
    }

    /// Ends a line at `now`.
    private mutating func end(at now: Instant) -> String {
        if repeated + others > Self.mostCompared, begin.map({ now - $0 < Self.period }) ?? false {
            (line, others) = ([], others + 1)
            return ""
        }
        let text = Self.plain(String(decoding: line, as: UTF8.self))
        line = []
        guard text.contains(where: { $0 != " " }) else { return "" }
        let before = advance(to: now)
        begin = begin ?? now
        let kind = Self.kind(text)
        if written.contains(kind) {
            repeated += 1
            return before
        }
        guard written.count < Self.most else {
            others += 1
            return before
        }
        written.insert(kind)
        return before + "\(name): \(text)\n"
    }

    private mutating func summary() -> String {
        defer { (begin, written, repeated, others) = (nil, [], 0, 0) }
        switch (repeated, others) {
        case (0, 0): return ""
        case (_, 0): return "\(name): \(Self.count(repeated)) like these left out\n"
        case (0, _): return "\(name): \(Self.count(others)) left out: more than \(Self.most) in a minute\n"
        default:
            return "\(name): \(Self.count(repeated)) like these left out, and \(others) more: "
                + "over \(Self.most) in a minute\n"
        }
    }

    /// What lines that say the same have in common: times, addresses and the numbers of processes do not make one another.
    private static func kind(_ text: String) -> String {
        text.split { !$0.isLetter && !$0.isNumber }.filter { !$0.contains(where: \.isNumber) }.joined(separator: " ")
    }

    private static func count(_ lines: Int) -> String { lines == 1 ? "1 line" : "\(lines) lines" }

    /// `text` without what a terminal takes for a command.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: " "
                    default: scalar
                    }
                }))
    }
}
