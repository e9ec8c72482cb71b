// Values that go over D-Bus.

import CGIO

/// A value of D-Bus, of the types that AT-SPI has.
package indirect enum BusValue: Hashable, Sendable {
    case string(String)
    case path(String)
    case int(Int)
    case uint(UInt32)
    case short(Int16)
    case double(Double)
    case boolean(Bool)
    /// Values of one type, which is needed where there are none.
    case array(of: String, [BusValue])
    case structure([BusValue])
    case entry(BusValue, BusValue)
    case variant(BusValue)

    /// The same for GIO. The caller gets a floating reference.
    func makeVariant() -> OpaquePointer {
        switch self {
        case .string(let text): return g_variant_new_string(text)
        case .path(let path): return g_variant_new_object_path(path)
        case .int(let number): return g_variant_new_int32(Int32(clamping: number))
        case .uint(let number): return g_variant_new_uint32(number)
        case .short(let number): return g_variant_new_int16(number)
        case .double(let number): return g_variant_new_double(number)
        case .boolean(let isTrue): return g_variant_new_boolean(isTrue ? 1 : 0)
        case .array(let type, let values):
            let kind = g_variant_type_new(type)
            defer { g_variant_type_free(kind) }
            let children = values.map { Optional($0.makeVariant()) }
            return g_variant_new_array(kind, children, gsize(children.count))
        case .structure(let values):
            let children = values.map { Optional($0.makeVariant()) }
            return g_variant_new_tuple(children, gsize(children.count))
        case .entry(let key, let value): return g_variant_new_dict_entry(key.makeVariant(), value.makeVariant())
        case .variant(let value): return g_variant_new_variant(value.makeVariant())
        }
    }

    /// A copy of what GIO has, which need not be of the types above.
    init?(_ variant: OpaquePointer) {
        switch String(cString: g_variant_get_type_string(variant)) {
        case "s": self = .string(String(cString: g_variant_get_string(variant, nil)))
        case "o": self = .path(String(cString: g_variant_get_string(variant, nil)))
        case "i": self = .int(Int(g_variant_get_int32(variant)))
        case "u": self = .uint(g_variant_get_uint32(variant))
        case "n": self = .short(g_variant_get_int16(variant))
        case "d": self = .double(g_variant_get_double(variant))
        case "b": self = .boolean(g_variant_get_boolean(variant) != 0)
        case "v":
            guard let value = Self.children(of: variant)?.first else { return nil }
            self = .variant(value)
        case let type where type.hasPrefix("a"):
            guard let values = Self.children(of: variant) else { return nil }
            self = .array(of: String(type.dropFirst()), values)
        case let type where type.hasPrefix("("):
            guard let values = Self.children(of: variant) else { return nil }
            self = .structure(values)
        case let type where type.hasPrefix("{"):
            guard let values = Self.children(of: variant), values.count == 2 else { return nil }
            self = .entry(values[0], values[1])
        default: return nil
        }
    }

    private static func children(of variant: OpaquePointer) -> [BusValue]? {
        var values: [BusValue] = []
        for index in 0..<g_variant_n_children(variant) {
            guard let child = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(child) }
            guard let value = BusValue(child) else { return nil }
            values.append(value)
        }
        return values
    }
}
