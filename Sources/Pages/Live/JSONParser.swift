// Reads the values of JSON with json-c, and writes them down as bytes, so that another process can do it.

internal import CJSON
import Settings

/// Parses JSON: an array of objects is a table, everything else has single values. What json-c would take for another value than the
/// file has is an error.
enum JSONParser {
    /// The most values that lie in each other.
    private static let mostDepth = 16

    /// The values of `text` as bytes for `DataFile(parsed:)`.
    static func parse(_ text: ArraySlice<UInt8>) -> [UInt8] {
        // json-c ends names and values there.
        if let zero = escapedZero(in: text) {
            return DataFile.bytes(ofProblem: "\\u0000 is no character that can be shown; leave it out", atByte: zero)
        }
        // json-c takes them for quotation marks.
        if let apostrophe = apostrophe(in: text) {
            return DataFile.bytes(
                ofProblem: "this is not JSON: names and texts stand in double quotation marks, as in \"open\"",
                atByte: apostrophe)
        }
        guard let tokener = json_tokener_new_ex(Int32(mostDepth)) else { fatalError("json-c found no memory") }
        defer { json_tokener_free(tokener) }
        json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
        // The zero byte ends a number that ends the text.
        let value = (Array(text) + [0]).withUnsafeBytes {
            json_tokener_parse_ex(tokener, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
        }
        let error = json_tokener_get_error(tokener)
        guard error == json_tokener_success else {
            let reason =
                switch error {
                case json_tokener_continue, json_tokener_error_parse_eof: "the text ends in the middle of a value"
                case json_tokener_error_depth: "values lie in each other more than \(mostDepth) deep"
                default: "this is not JSON: \(String(cString: json_tokener_error_desc(error)))"
                }
            return DataFile.bytes(ofProblem: reason, atByte: min(json_tokener_get_parse_end(tokener), text.count))
        }
        defer { json_object_put(value) }
        if let problem = problem(in: value, at: "", text) { return DataFile.bytes(ofProblem: problem) }
        return file(of: value).bytes()
    }

    /// The place of the first `\u0000` in `text`, counted from 0; nil for none. Backslashes are in strings only.
    private static func escapedZero(in text: ArraySlice<UInt8>) -> Int? {
        var rest = text
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = text[backslash...].dropFirst()
            if rest.starts(with: "u0000".utf8) { return backslash - text.startIndex }
            // A backslash makes the sign after it plain, also another backslash.
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The place of the first `'` in `text` outside of strings, counted from 0; nil for none.
    private static func apostrophe(in text: ArraySlice<UInt8>) -> Int? {
        var (isInside, isEscaped) = (false, false)
        for (index, byte) in zip(text.indices, text) {
            if byte == UInt8(ascii: "'"), !isInside { return index - text.startIndex }
            if byte == UInt8(ascii: "\""), !isEscaped { isInside.toggle() }
            // A backslash makes the sign after it plain, also another backslash.
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return nil
    }

    /// What is wrong with the first number in `value`, whose path is `path`, that json-c reads all the same; nil for nothing. `text` is
    /// the whole file.
    private static func problem(in value: OpaquePointer?, at path: String, _ text: ArraySlice<UInt8>) -> String? {
        func inner(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        let place = path.isEmpty ? "" : "\"\(path.prefix(80))\": "
        switch json_object_get_type(value) {
        case json_type_object:
            return members(of: value).lazy.compactMap { problem(in: $0.value, at: inner($0.name), text) }.first
        case json_type_array:
            return elements(of: value).enumerated().lazy
                .compactMap { problem(in: $0.element, at: inner("\($0.offset)"), text) }.first
        case json_type_double:
            // The number as the file has it.
            let number = string(value)
            if !number.utf8.contains(where: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
                return "\(place)\(number) is no number of JSON; write null, or a text in quotation marks"
            }
            let isBroken =
                number.hasSuffix(".") || number.contains(".e") || number.contains(".E") || number.hasPrefix("-.")
            return isBroken ? "\(place)\(number) is no number of JSON; write a digit on both sides of the point" : nil
        case json_type_int:
            // json-c takes the nearest number that it can hold.
            let number = string(value)
            guard [String(Int64.min), String(UInt64.max)].contains(number), text.firstRange(of: number.utf8) == nil
            else { return nil }
            return "\(place)this number has more than 64 bits; write it as a text in quotation marks"
        default: return nil
        }
    }

    private static func file(of value: OpaquePointer?) -> DataFile {
        var file = DataFile()
        let items = json_object_get_type(value) == json_type_array ? elements(of: value) : nil
        // A list without rows.
        if items?.isEmpty == true { return file }
        // Objects without members are rows only where others name columns.
        let isTable =
            items?.allSatisfy { json_object_get_type($0) == json_type_object } == true
            && items?.contains { json_object_object_length($0) > 0 } == true
        guard let items, isTable else {
            for (path, text) in leaves(of: value, at: "") { file.values[path] = text }
            return file
        }
        let rows = items.map { json_object_object_length($0) > 0 ? leaves(of: $0, at: "") : [] }
        var known: Set<String> = []
        for row in rows { for (name, _) in row where known.insert(name).inserted { file.columns.append(name) } }
        file.rows = rows.map { row in
            let cells = Dictionary(row, uniquingKeysWith: { $1 })
            return file.columns.map { cells[$0] ?? "" }
        }
        return file
    }

    /// The values in `value` that contain no others, with their paths. `path` is that of `value`. An empty list is an empty value.
    private static func leaves(of value: OpaquePointer?, at path: String) -> [(path: String, text: String)] {
        func inner(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        switch json_object_get_type(value) {
        case json_type_object where json_object_object_length(value) > 0:
            return members(of: value).flatMap { leaves(of: $0.value, at: inner($0.name)) }
        case json_type_array where json_object_array_length(value) > 0:
            return elements(of: value).enumerated().flatMap { leaves(of: $0.element, at: inner("\($0.offset)")) }
        case json_type_null, json_type_object, json_type_array: return [(path, "")]
        default: return [(path, DataFile.clean(string(value)))]
        }
    }

    private static func string(_ value: OpaquePointer?) -> String {
        json_object_get_string(value).map { String(cString: $0) } ?? ""
    }

    private static func members(of object: OpaquePointer?) -> [(name: String, value: OpaquePointer?)] {
        var found: [(name: String, value: OpaquePointer?)] = []
        var place = json_object_iter_begin(object)
        var end = json_object_iter_end(object)
        while json_object_iter_equal(&place, &end) == 0 {
            let name = DataFile.clean(String(cString: json_object_iter_peek_name(&place)))
            found.append((name, json_object_iter_peek_value(&place)))
            json_object_iter_next(&place)
        }
        return found
    }

    private static func elements(of array: OpaquePointer?) -> [OpaquePointer?] {
        (0..<json_object_array_length(array)).map { json_object_array_get_idx(array, $0) }
    }
}
