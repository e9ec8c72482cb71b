// A JSON object, written field by field: the one writer of JSON in Bezel.

/// Builds one JSON object in one line. Nil values are left out.
package struct JSONObject {
    /// The text between the braces.
    private var fields = ""

    /// An empty object.
    package init() {}

    /// The object as JSON.
    package var text: String { "{\(fields)}" }

    package mutating func add(_ name: String, _ value: String?) { add(name, raw: value.map(Self.quoted)) }
    package mutating func add(_ name: String, _ value: Int?) { add(name, raw: value.map(String.init)) }
    package mutating func add(_ name: String, _ value: Bool?) { add(name, raw: value.map { $0 ? "true" : "false" }) }
    /// Adds a number rounded to a thousandth; one that is not finite is `null`.
    package mutating func add(_ name: String, _ value: Double?) { add(name, raw: value.map(\.decimalThousandths)) }
    /// Adds a number with all its bits; one that is not finite is `null`.
    package mutating func add(_ name: String, exactly value: Double?) { add(name, raw: value.map(Self.exact)) }
    /// Adds a time in seconds with all its nanoseconds.
    package mutating func add(_ name: String, seconds value: Instant.Span) { add(name, raw: value.decimalSeconds) }
    package mutating func add(_ name: String, _ value: JSONObject?) { add(name, raw: value?.text) }
    package mutating func add(_ name: String, _ values: [Int]) { add(name, raw: Self.list(values.map(String.init))) }
    package mutating func add(_ name: String, _ values: [String]) { add(name, raw: Self.list(values.map(Self.quoted))) }
    package mutating func add(_ name: String, _ values: [JSONObject]) { add(name, raw: Self.list(values.map(\.text))) }
    /// Adds numbers with all their bits.
    package mutating func add(_ name: String, exactly values: [Double]?) {
        add(name, raw: values.map { Self.list($0.map(Self.exact)) })
    }
    /// Adds the fields of `others`.
    package mutating func add(_ others: JSONObject) {
        guard !others.fields.isEmpty else { return }
        if !fields.isEmpty { fields += "," }
        fields += others.fields
    }
    /// Adds `value`, which is JSON.
    package mutating func add(_ name: String, raw value: String?) {
        guard let value else { return }
        if !fields.isEmpty { fields += "," }
        fields += Self.quoted(name) + ":" + value
    }

    /// A list of `values`, which are JSON.
    package static func list(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

    private static func exact(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

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
