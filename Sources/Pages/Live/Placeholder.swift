// The places in a text where something is shown that changes: {{time}}, {{open}}, {{departures.json:0.time}}.

package import Geometry
import Settings

/// What stands between `{{` and `}}`.
package enum Placeholder: Hashable, Sendable {
    /// The time of day.
    case time
    /// The date.
    case date
    /// The day of the week.
    case weekday
    /// Whether the place is open, and until when.
    case open
    /// The time until a moment of local time.
    case until(CivilTime)
    /// The value at `path` in the file at `file` of the kiosk's folder.
    case value(file: String, path: String)
    /// The cell of a table in a file, by its row from 0 and its column.
    case cell(file: String, row: Int, column: String)
    /// The number to which the slider called so is set.
    case slider(String)

    /// The words that stand alone.
    private static let words: [String: Placeholder] = [
        "time": .time, "date": .date, "weekday": .weekday, "open": .open,
    ]

    /// Why a text is no placeholder, as half a sentence.
    struct Problem: Error {
        let reason: String
    }

    /// Whether `text` between braces is something, whatever sliders there are.
    static func isWord(_ text: String) -> Bool { words[text] != nil || text == "until" }

    /// Reads `text`, which stood between `{{` and `}}` on `page` of a kiosk with `sliders`; nil where they are not known.
    init(_ text: Substring, on page: String, sliders: [String: SliderTable]? = [:]) throws(Problem) {
        let text = text.trimmingSpaces
        if let known = Self.words[text] {
            self = known
        } else if sliders.map({ $0[text] != nil }) ?? (SliderTable.problem(ofName: text) == nil) {
            self = .slider(text)
        } else if text == "until" || text.hasPrefix("until ") {
            guard let moment = CivilTime(String(text.dropFirst(5)).trimmingSpaces) else {
                throw Problem(
                    reason:
                        "{{\(text)}} needs a date, and a time if it is not midnight, such as {{until 2026-12-24 18:00}}"
                )
            }
            self = .until(moment)
        } else if let colon = text.firstIndex(of: ":"), DataFile.isName(String(text[..<colon])) {
            let path = String(text[text.index(after: colon)...]).trimmingSpaces
            guard case .file(let file, _) = Reference(String(text[..<colon]), on: page, isThere: { _ in true }),
                !path.isEmpty
            else { throw Problem(reason: "{{\(text)}} names no value of a file; write {{departures.json:0.time}}") }
            self = .value(file: file, path: path)
        } else {
            let near = Spelling(Self.words.keys.sorted() + ["until"] + (sliders ?? [:]).keys.sorted()).nearest(
                to: text.lowercased())
            let all =
                "{{time}}, {{date}}, {{weekday}}, {{open}}, {{until 2026-12-24 18:00}} and {{departures.json:0.time}}"
            throw Problem(
                reason: "nothing is called {{\(text)}}; "
                    + (near.map { "did you mean {{\($0)}}?" } ?? "there are \(all).")
                    + " To show it as it is, write \\{{\(text)}}")
        }
    }

    /// The placeholder as pages write it.
    var source: String {
        switch self {
        case .time: "{{time}}"
        case .date: "{{date}}"
        case .weekday: "{{weekday}}"
        case .open: "{{open}}"
        case .until(let moment):
            "{{until \(moment)}}"
        case .value(let file, let path): "{{\(file):\(path)}}"
        case .cell(let file, let row, let column): "{{\(file):\(row).\(column)}}"
        case .slider(let name): "{{\(name)}}"
        }
    }

    /// The file in which the value lies; nil for none.
    var file: String? {
        switch self {
        case .time, .date, .weekday, .open, .until, .slider: nil
        case .value(let file, _), .cell(let file, _, _): file
        }
    }

    /// Whether the value changes with the wall clock.
    var followsClock: Bool { if case .slider = self { false } else { file == nil } }

    /// The slider that sets the value; nil for none.
    var slider: String? { if case .slider(let name) = self { name } else { nil } }
}

// MARK: In a text

extension Placeholder {
    /// A text in pieces: as it is, or a placeholder, or what is wrong with one.
    enum Piece {
        case text(String)
        case placeholder(Placeholder)
        case problem(String, source: String)
        /// A text with braces that are no placeholder's, as it is, and what is odd about it.
        case stray(String, problem: String)
    }

    /// The text `text`, which is on `page`, with its placeholders. What is wrong with them goes to `report`.
    static func inlines(
        of text: String, on page: String, sliders: [String: SliderTable]? = [:], report: (String) -> Void
    ) -> [Inline] {
        pieces(of: text, on: page, sliders: sliders).map {
            switch $0 {
            case .text(let text): return .text(text)
            case .placeholder(let placeholder): return .placeholder(placeholder)
            case .problem(let reason, let source):
                report(reason)
                return .text(source)
            case .stray(let text, let problem):
                report(problem)
                return .text(text)
            }
        }
    }

    /// What is odd about `text`, in which `{{` has no `}}`, or `}}` no `{{`; nil for what is probably meant so.
    private static func problem(ofStray text: Substring) -> String? {
        guard text.contains("{{") || text.contains("}}"), let open = text.firstIndex(of: "{"),
            !text[..<open].unicodeScalars.contains(escaped)
        else { return nil }
        let inner = text[open...].drop { $0 == "{" }.prefix { $0 != "}" }
        let word = inner.drop { $0 == " " }.prefix { $0 != " " }
        guard let name = [inner, word].first(where: { (try? Placeholder($0, on: "")) != nil })?.trimmingSpaces else {
            return nil
        }
        return
            "this is shown as text: {{\(name)}} has two braces at both ends; to show it as it is, write \\{{\(name)}}"
    }

    /// The most placeholders in a text; what follows is shown as it is.
    private static let most = 100

    /// The pieces of `text`, which is on `page`.
    static func pieces(of text: String, on page: String, sliders: [String: SliderTable]? = [:]) -> [Piece] {
        func rest(_ text: Substring) -> Piece {
            problem(ofStray: text).map { .stray(plain(String(text)), problem: $0) } ?? .text(plain(String(text)))
        }
        guard text.contains("{{") else { return [rest(text[...])] }
        var (pieces, left): ([Piece], Substring) = ([], text[...])
        while pieces.count < 2 * most, let open = left.firstRange(of: "{{"),
            let close = left[open.upperBound...].firstRange(of: "}}")
        {
            if open.lowerBound > left.startIndex { pieces.append(rest(left[..<open.lowerBound])) }
            do throws(Problem) {
                let inner = left[open.upperBound..<close.lowerBound]
                pieces.append(.placeholder(try Placeholder(inner, on: page, sliders: sliders)))
            } catch {
                pieces.append(.problem(error.reason, source: String(left[open.lowerBound..<close.upperBound])))
            }
            left = left[close.upperBound...]
        }
        if !left.isEmpty { pieces.append(rest(left)) }
        return pieces
    }

    /// Stands for a brace after a backslash while Markdown is parsed, which removes the backslash. It is a control character (PRIVATE
    /// USE ONE) that pages do not use, of as many bytes, so that all columns stay.
    private static let escaped: Unicode.Scalar = "\u{91}"

    /// `text`, in Markdown, in which `\{{` is marked, so that it can still be told from `{{` after parsing.
    static func marked(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let (backslash, brace) = (UInt8(ascii: "\\"), UInt8(ascii: "{"))
        guard text.contains(backslash) else { return text }
        var (marked, index) = (text, text.startIndex)
        while index + 2 < text.endIndex {
            if text[index] == backslash, text[index + 1] == brace, text[index + 2] == brace {
                (marked[index], marked[index + 1]) = (0xC2, 0x91)
            }
            // A backslash makes the sign after it plain, also another backslash.
            index += text[index] == backslash ? 2 : 1
        }
        return marked
    }

    /// `text` with a brace for each mark.
    static func plain(_ text: String) -> String {
        text.unicodeScalars.contains(escaped) ? text.replacing("\u{91}", with: "{") : text
    }

    /// `text`, which is code, with a backslash and a brace for each mark, as it was written.
    static func literal(_ text: String) -> String {
        text.unicodeScalars.contains(escaped) ? text.replacing("\u{91}", with: "\\{") : text
    }
}

extension StringProtocol {
    /// The text without spaces at both ends.
    fileprivate var trimmingSpaces: String {
        var rest = String(self)[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}

extension [Inline] {
    /// All placeholders in the text, in reading order.
    var placeholders: [Placeholder] { flatMap(\.placeholders) }
}

extension Inline {
    /// All placeholders in the text, in reading order.
    fileprivate var placeholders: [Placeholder] {
        switch self {
        case .placeholder(let placeholder): [placeholder]
        case .emphasis(let parts), .strong(let parts), .struck(let parts), .link(_, let parts): parts.placeholders
        case .text, .code, .lineBreak, .note: []
        }
    }
}
