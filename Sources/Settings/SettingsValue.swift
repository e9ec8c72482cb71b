// The values of a TOML document as Swift values, with their places.

import CTOML

/// A place in a document: line and column in characters, both from 1.
struct SettingsPlace {
    var line: Int
    var column: Int

    init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    fileprivate init(_ place: toml_place) { self.init(line: Int(place.line), column: Int(place.column)) }
}

/// A value of a TOML document.
struct SettingsValue {
    enum Content {
        case string(String)
        case integer(Int)
        case number(Double)
        case bool(Bool)
        /// The indices of the elements in the document's list of values.
        case array(Range<Int>)
        /// The indices of the members in the document's list of values.
        case table(Range<Int>)
        /// A date, a time, or both, which no setting uses.
        case moment
    }

    /// The value's key in its table; empty for an array element and for the whole document.
    let key: String
    /// The start of the key; for a table with a heading, the start of the heading.
    let keyPlace: SettingsPlace
    /// The start of the value; for a table with a heading, the start of the heading.
    let place: SettingsPlace
    let content: Content

    /// The values of the document `text`. Each value comes before those that it contains, so the first is the table of the whole
    /// document. Throws a syntax error.
    static func all(in text: String) throws(SettingsMistake) -> [SettingsValue] {
        try SettingsMistake.check(text)
        var utf8 = text
        let read = utf8.withUTF8 { toml_read($0.baseAddress, $0.count)! }
        defer { toml_free(read) }
        let document = read.pointee
        guard document.count > 0 else {
            throw SettingsMistake(
                String(decoding: document.mistake.buffer, as: UTF8.self), at: SettingsPlace(document.mistake_place),
                in: text)
        }
        var values: [SettingsValue] = []
        values.reserveCapacity(document.count)
        for value in UnsafeBufferPointer(start: document.values, count: document.count) {
            values.append(try SettingsValue(value))
        }
        return values
    }

    private init(_ value: toml_value) throws(SettingsMistake) {
        keyPlace = SettingsPlace(value.key_place)
        place = SettingsPlace(value.place)
        key = try value.key.string(at: keyPlace)
        let inner = value.first..<value.first + value.count
        content =
            switch value.kind {
            case TOML_STRING: .string(try value.string.string(at: place))
            case TOML_INTEGER: .integer(Int(value.integer))
            case TOML_FLOAT: .number(value.number)
            case TOML_BOOLEAN: .bool(value.integer != 0)
            case TOML_ARRAY: .array(inner)
            case TOML_TABLE: .table(inner)
            default: .moment
            }
    }

    /// The value as it is quoted in messages.
    var shown: String {
        switch content {
        case .string(let text):
            text.count > 60 || text.contains(where: \.isNewline)
                ? "\"\(text.prefix { !$0.isNewline }.prefix(60))…\"" : "\"\(text)\""
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        case .array: "a list"
        case .table: "a table"
        case .moment: "a date or time"
        }
    }
}

extension toml_text {
    fileprivate var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

    /// The text as a string. Throws if it has a zero byte.
    fileprivate func string(at place: SettingsPlace) throws(SettingsMistake) -> String {
        if buffer.contains(0) { throw .zeroByte(at: place) }
        return String(decoding: buffer, as: UTF8.self)
    }
}
