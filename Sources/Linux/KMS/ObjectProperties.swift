// The properties of a KMS object by name, looked up once.

import CDRM

/// The numbers and present values of an object's properties.
struct ObjectProperties {
    /// KMS's number of the object.
    let object: UInt32
    private var entries: [String: (id: UInt32, value: UInt64)] = [:]

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
            entries[name] = (property.pointee.prop_id, list.pointee.prop_values[index])
        }
    }

    /// The property's number; nil when the object has none of that name.
    func id(_ name: String) -> UInt32? { entries[name]?.id }

    /// Its value when it was looked up; nil when the object has none of that name.
    func value(_ name: String) -> UInt64? { entries[name]?.value }
}
