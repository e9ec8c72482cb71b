// The values of a TOML document as Swift holds them.

import TOMLKit

/// A value of a TOML document.
indirect enum SettingsValue: Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case bool(Bool)
    case array([SettingsValue])
    case table([String: SettingsValue])
    /// A date, a time or both: no setting is one.
    case moment

    init(_ table: TOMLTable) {
        var values: [String: SettingsValue] = [:]
        for key in table.keys {
            if let value = table[key] { values[key] = SettingsValue(value) }
        }
        self = .table(values)
    }

    private init(_ value: any TOMLValueConvertible) {
        self =
            switch value.type {
            case .string: .string(value.string ?? "")
            case .int: .integer(value.int ?? 0)
            case .double: .number(value.double ?? 0)
            case .bool: .bool(value.bool ?? false)
            case .array: .array((value.array.map { Array($0) } ?? []).map { SettingsValue($0) })
            case .table: value.table.map { SettingsValue($0) } ?? .table([:])
            case .date, .time, .dateTime: .moment
            }
    }

    /// The value as a sentence shows it.
    var shown: String {
        switch self {
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
