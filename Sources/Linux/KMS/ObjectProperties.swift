// The properties of a KMS object by name, looked up once.

import CDRM

/// The numbers and present values of an object's properties.
struct ObjectProperties {
    /// KMS's number of the object.
    let object: UInt32
    private var entries: [String: Property] = [:]

    /// One property as it was when it was looked up.
    struct Property {
        let id: UInt32
        let value: UInt64
        /// What it may be, if it is a number that may be set; nil for what is no range or cannot be set.
        let range: ClosedRange<UInt64>?
        /// The names of what it can be, or of its bits, each with its number; empty for what has no names.
        let choices: [(name: String, number: UInt64)]
    }

    /// What the card behind `fd` says of `object`, whose `type` is one of DRM_MODE_OBJECT_….
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

    /// The property's number; 0, which no property has, when the object has none of that name.
    func id(_ name: String) -> UInt32 { entries[name]?.id ?? 0 }

    /// The property; nil when the object has none of that name.
    subscript(name: String) -> Property? { entries[name] }

    /// Its value when it was looked up; nil when the object has none of that name.
    func value(_ name: String) -> UInt64? { entries[name]?.value }
}
