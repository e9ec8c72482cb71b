// A JSON object, written field by field.

import Stage

/// Builds one JSON object. Absent values are left out.
struct JSONObject {
    private var fields: [String] = []

    var text: String { "{\(fields.joined(separator: ","))}" }

    mutating func add(_ name: String, _ value: String?) {
        if let value { fields.append("\(TraceRecord.quoted(name)):\(TraceRecord.quoted(value))") }
    }
    mutating func add(_ name: String, _ value: Int?) { add(name, raw: value.map(String.init)) }
    mutating func add(_ name: String, _ value: Bool?) { add(name, raw: value.map { $0 ? "true" : "false" }) }
    mutating func add(_ name: String, _ value: Double?) { add(name, raw: value.map { TraceRecord.decimal($0) }) }
    mutating func add(_ others: JSONObject) { fields += others.fields }
    mutating func add(_ name: String, _ values: [String]) {
        add(name, raw: "[\(values.map(TraceRecord.quoted).joined(separator: ","))]")
    }
    mutating func add(_ name: String, _ values: [JSONObject]) {
        add(name, raw: "[\(values.map(\.text).joined(separator: ","))]")
    }
    mutating func add(_ name: String, raw value: String?) {
        if let value { fields.append("\(TraceRecord.quoted(name)):\(value)") }
    }
}
