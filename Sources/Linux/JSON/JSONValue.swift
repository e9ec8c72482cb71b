// A JSON text, read by json-c, and strictly: what is not JSON by RFC 8259 is an error.

import CJSON

/// A JSON value.
package indirect enum JSONValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// The most bytes of a text that is read.
    package static let mostBytes = 4 << 20
    /// The most values that lie in each other.
    package static let mostDepth = 32

    /// Reads `bytes`, which hold one value and nothing else. Throws what is wrong, and at which byte.
    ///
    /// A text is at most `mostBytes` long, and its values nest at most `mostDepth` deep. Whole numbers fit in 64 bits, others in
    /// a Double. A key is there once in its object. A string has no `\u0000`, and no half of a surrogate pair.
    package init(reading bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= Self.mostBytes else {
            throw JSONError(byte: Self.mostBytes + 1, reason: "it is longer than \(Self.mostBytes) bytes")
        }
        if let place = JSONScan.firstNonText(bytes) {
            throw JSONError(byte: place + 1, reason: bytes[place] == 0 ? "a zero byte" : "this is not UTF-8")
        }
        let tokener = Tokener()
        let value = try tokener.parse(bytes)
        defer { json_object_put(value) }
        try JSONScan.check(bytes)
        self = Self.value(value)
    }

    /// The value under `key`; nil where this is no object, or has no such key.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The string that this is; nil for other values.
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The whole number that this is; nil for other values.
    package var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    /// The number that this is, whole or not; nil for other values.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .null, .flag, .text, .list, .object: nil
        }
    }
    /// The values of the list that this is; nil for other values.
    package var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }
    /// The Boolean that this is; nil for other values.
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

    /// `value` of json-c, whose depth its tokener has bounded.
    private static func value(_ value: OpaquePointer?) -> JSONValue {
        switch json_object_get_type(value) {
        case json_type_null: return .null
        case json_type_boolean: return .flag(json_object_get_boolean(value) != 0)
        case json_type_int: return .integer(Int(json_object_get_int64(value)))
        case json_type_double: return .number(json_object_get_double(value))
        case json_type_string: return .text(text(value))
        case json_type_array:
            return .list((0..<json_object_array_length(value)).map { Self.value(json_object_array_get_idx(value, $0)) })
        case json_type_object:
            var members: [String: JSONValue] = [:]
            var place = json_object_iter_begin(value)
            var end = json_object_iter_end(value)
            while json_object_iter_equal(&place, &end) == 0 {
                members[String(cString: json_object_iter_peek_name(&place))] = Self.value(
                    json_object_iter_peek_value(&place))
                json_object_iter_next(&place)
            }
            return .object(members)
        case let type: fatalError("json-c has a type of values that is not known: \(type.rawValue)")
        }
    }

    /// The text of the string `value` of json-c.
    fileprivate static func text(_ value: OpaquePointer?) -> String {
        let start = UnsafeRawPointer(json_object_get_string(value))
        return String(
            decoding: UnsafeRawBufferPointer(start: start, count: Int(json_object_get_string_len(value))), as: UTF8.self
        )
    }

    /// The text that the string of JSON `bytes`, with its quotes, stands for. The bytes are part of what was parsed before.
    static func unescaped(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> String {
        let value = try Tokener().parse(Array(bytes))
        defer { json_object_put(value) }
        return text(value)
    }
}

/// What is wrong with a JSON text.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The byte at which it shows, counted from 1.
    package var byte: Int
    /// What is wrong there.
    package var reason: String

    package var description: String { "byte \(byte): \(reason)" }
}

/// json-c's parser.
private final class Tokener {
    private let pointer: UnsafeMutablePointer<json_tokener>

    init() {
        // Out of memory traps, as in Swift.
        guard let pointer = json_tokener_new_ex(Int32(JSONValue.mostDepth)) else {
            fatalError("json-c found no memory")
        }
        self.pointer = pointer
        json_tokener_set_flags(pointer, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
    }

    deinit { json_tokener_free(pointer) }

    /// The value that `bytes` hold; nil for null. The caller puts it back.
    func parse(_ bytes: [UInt8]) throws(JSONError) -> OpaquePointer? {
        // The zero byte tells a number that ends the text from one that goes on.
        let value = (bytes + [0]).withUnsafeBytes {
            json_tokener_parse_ex(
                pointer, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
        }
        let error = json_tokener_get_error(pointer)
        guard error == json_tokener_success else {
            throw JSONError(byte: json_tokener_get_parse_end(pointer) + 1, reason: Self.reason(error))
        }
        return value
    }

    private static func reason(_ error: json_tokener_error) -> String {
        switch error {
        case json_tokener_continue, json_tokener_error_parse_eof: "the text ends in the middle"
        case json_tokener_error_depth: "values nest deeper than \(JSONValue.mostDepth)"
        default: String(cString: json_tokener_error_desc(error))
        }
    }
}
