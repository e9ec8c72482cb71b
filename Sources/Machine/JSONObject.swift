// A JSON object, written field by field.

import Stage

/// Builds one JSON object. Nil values are left out.
package struct JSONObject {
    private var fields: [String] = []

    /// An empty object.
    package init() {}

    /// The object as JSON.
    package var text: String { "{\(fields.joined(separator: ","))}" }

    package mutating func add(_ name: String, _ value: String?) {
        if let value { fields.append("\(TraceRecord.quoted(name)):\(TraceRecord.quoted(value))") }
    }
    package mutating func add(_ name: String, _ value: Int?) { add(name, raw: value.map(String.init)) }
    package mutating func add(_ name: String, _ value: Bool?) { add(name, raw: value.map { $0 ? "true" : "false" }) }
    package mutating func add(_ name: String, _ value: Double?) {
        add(name, raw: value.map { TraceRecord.decimal($0) })
    }
    package mutating func add(_ others: JSONObject) { fields += others.fields }
    package mutating func add(_ name: String, _ values: [String]) {
        add(name, raw: "[\(values.map(TraceRecord.quoted).joined(separator: ","))]")
    }
    package mutating func add(_ name: String, _ values: [JSONObject]) {
        add(name, raw: "[\(values.map(\.text).joined(separator: ","))]")
    }
    package mutating func add(_ name: String, raw value: String?) {
        if let value { fields.append("\(TraceRecord.quoted(name)):\(value)") }
    }
}
