// A line of a trace: a decision, its time and its reason.

package import Geometry
import Gestures

/// A decision. Lengths are in mm of panel space, velocities in mm/s.
package struct TraceRecord {
    /// The time of the decision.
    package let time: Instant
    /// The kind of decision.
    package let kind: String
    /// The name and the value of each field, in the order in which they are written.
    package let fields: [(String, Value)]

    /// The types of values.
    package enum Value {
        case text(String)
        case integer(Int)
        case length(Double)
        case flag(Bool)
        case numbers([Int])
        case texts([String])
        case lengths([(String, Double)])
        case lists([(String, [String])])
    }

    /// Creates a record of `kind` with `fields`.
    package init(time: Instant, kind: String, fields: [(String, Value)]) {
        self.time = time
        self.kind = kind
        self.fields = fields
    }

    /// The record as one line of JSON; `start` is the instant of t = 0.
    package func json(since start: Instant) -> String {
        var line = "{\"t\":\(Self.seconds(time - start)),\"kind\":\"\(kind)\""
        for (name, value) in fields { line += ",\"\(name)\":\(Self.json(value))" }
        return line + "}"
    }

    private static func json(_ value: Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .integer(let number): String(number)
        case .length(let length): decimal(length)
        case .flag(let flag): flag ? "true" : "false"
        case .numbers(let numbers): "[\(numbers.map(String.init).joined(separator: ","))]"
        case .texts(let texts): "[\(texts.map(quoted).joined(separator: ","))]"
        case .lengths(let pairs): "{\(pairs.map { quoted($0.0) + ":" + decimal($0.1) }.joined(separator: ","))}"
        case .lists(let pairs): "{\(pairs.map { quoted($0.0) + ":" + json(.texts($0.1)) }.joined(separator: ","))}"
        }
    }

    /// Formats seconds with three to nine decimals and no trailing zeros after the third.
    package static func seconds(_ span: Instant.Span) -> String {
        let nanoseconds = abs(span.nanoseconds)
        var digits = String(nanoseconds % 1_000_000_000)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.count > 3, digits.last == "0" { digits.removeLast() }
        return "\(span.nanoseconds < 0 ? "-" : "")\(nanoseconds / 1_000_000_000).\(digits)"
    }

    /// Formats a number rounded to a thousandth (a length in mm to 1 µm), with at least one decimal. Rounding removes
    /// the last bits of a Double, which differ between machines.
    package static func decimal(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        // From 2^52 on a Double has no fraction, and thousandths would not fit into 64 bits.
        guard abs(value) < 0x1p52 else { return "\(value)" }
        let micrometres = Int64((value * 1000).rounded())
        var digits = String(abs(micrometres % 1000))
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        return "\(micrometres < 0 ? "-" : "")\(abs(micrometres) / 1000).\(digits)"
    }

    /// `text` as a JSON string, with its quotes.
    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            // JSON is also read as YAML, in which the other characters end a line or are not allowed.
            case "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}",
                _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension TraceRecord {
    /// Creates the record of a recognizer's change of state.
    init(_ event: GestureEvent, at time: Instant) {
        var fields: [(String, Value)] = [
            ("name", .text(event.name)), ("id", .integer(event.id)), ("state", .text(event.state.rawValue)),
        ]
        if event.state == .began || event.state == .ended && !event.hadBegun {
            // A recognizer follows fingers or buttons, never both. Buttons have no position on the glass.
            fields +=
                event.presses.isEmpty
                ? [
                    ("touches", .numbers(event.touches)), ("view", .text(event.view)), ("x", .length(event.x)),
                    ("y", .length(event.y)),
                ] : [("presses", .numbers(event.presses)), ("view", .text(event.view))]
        }
        if let why = event.why { fields.append(("why", .text(why))) }
        self.init(time: time, kind: "gesture", fields: fields)
    }
}
