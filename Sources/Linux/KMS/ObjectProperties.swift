// The properties of a KMS object, looked up once by name.

import CDRM

/// The ids and current values of an object's properties.
struct ObjectProperties {
    /// The KMS id of the object.
    let object: UInt32
    private var entries: [String: Property] = [:]

    /// A property at the time of the lookup.
    struct Property {
        let id: UInt32
        let value: UInt64
        /// The range of a writable number; nil for other properties.
        let range: ClosedRange<UInt64>?
        /// The names and values of an enum, or of a bit mask's bits; empty for other properties.
        let choices: [(name: String, number: UInt64)]
    }

    /// Reads the properties of `object` from the card behind `fd`. `type` is one of DRM_MODE_OBJECT_….
    init(fd: Int32, object: UInt32, type: UInt32) {
        self.object = object
        guard let list = drmModeObjectGetProperties(fd, object, type) else { return }
        defer { drmModeFreeObjectProperties(list) }
        for index in 0..<Int(list.pointee.count_props) {
            guard let property = drmModeGetProperty(fd, list.pointee.props[index]) else { continue }
            defer { drmModeFreeProperty(property) }
            let name = withUnsafeBytes(of: &property.pointee.name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let flags = property.pointee.flags
            var range: ClosedRange<UInt64>?
            if flags & UInt32(DRM_MODE_PROP_RANGE) != 0, flags & UInt32(DRM_MODE_PROP_IMMUTABLE) == 0,
                property.pointee.count_values == 2, property.pointee.values[0] <= property.pointee.values[1]
            {
                range = property.pointee.values[0]...property.pointee.values[1]
            }
            let choices = UnsafeBufferPointer(
                start: property.pointee.enums, count: Int(property.pointee.count_enums)
            ).map { choice in
                (
                    withUnsafeBytes(of: choice.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) },
                    choice.value
                )
            }
            entries[name] = Property(
                id: property.pointee.prop_id, value: list.pointee.prop_values[index], range: range, choices: choices)
        }
    }

    /// The property's id; 0, which no property has, if the object does not have it.
    func id(_ name: String) -> UInt32 { entries[name]?.id ?? 0 }

    /// The property; nil if the object does not have it.
    subscript(name: String) -> Property? { entries[name] }

    /// The property's value at the lookup; nil if the object does not have it.
    func value(_ name: String) -> UInt64? { entries[name]?.value }
}
