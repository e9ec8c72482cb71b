// The properties of a test's card: what they can be set to, and what they are called.

import CDRM
import Geometry
import Glibc

@testable import Linux

extension TestCard {
    private static let propertyNames = [
        "CRTC_ID", "link-status", "DPMS", "MODE_ID", "ACTIVE", "GAMMA_LUT", "DEGAMMA_LUT", "CTM", "type", "rotation",
        "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "FB_DAMAGE_CLIPS",
        "zpos", "alpha", "pixel blend mode", "IN_FORMATS", "panel orientation",
    ]

    /// Each object has properties of its own: the number of the object, then the number of the name.
    static func propertyName(_ id: UInt32) -> String? {
        let index = Int(id & 0xff) - 1
        return propertyNames.indices.contains(index) ? propertyNames[index] : nil
    }

    /// The properties of `plane` before anything is shown.
    func properties(of plane: Board.Plane) -> [String: UInt64] {
        let type: UInt64 =
            switch plane.kind {
            case .overlay: 0
            case .primary: 1
            case .cursor: 2
            }
        var values: [String: UInt64] = ["type": type]
        let names = [
            "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
        ]
        for name in names { values[name] = 0 }
        if board.name == "generic", plane.kind == .primary { values["FB_DAMAGE_CLIPS"] = 0 }
        if plane.hasAlpha { values["alpha"] = 0xffff }
        if !plane.blends.isEmpty { values["pixel blend mode"] = Board.Blend.premultiplied.rawValue }
        if plane.turns != 0 { values["rotation"] = Board.rotate0 }
        if let place = plane.zpos.value { values["zpos"] = UInt64(place) }
        if let blob = layouts(of: plane) {
            nextID += 1
            blobs[nextID] = blob
            values["IN_FORMATS"] = UInt64(nextID)
        }
        return values
    }

    /// The blob of IN_FORMATS, struct drm_format_modifier_blob; nil if the plane has none.
    private func layouts(of plane: Board.Plane) -> [UInt8]? {
        let modifier: UInt64 =
            switch plane.layout {
            case .unlisted: UInt64.max
            case .linear: 0
            // DRM_FORMAT_MOD_ARM_AFBC(AFBC_FORMAT_MOD_BLOCK_SIZE_16x16)
            case .compressed, .compressedByName: 0x0800_0000_0000_0001
            }
        guard modifier != .max else { return nil }
        let formats = plane.formats.map { Board.fourcc($0) }
        let end = UInt32(24 + 4 * formats.count + 7) / 8 * 8
        var blob: [UInt8] = []
        func add<T: FixedWidthInteger>(_ number: T) { withUnsafeBytes(of: number.littleEndian) { blob += $0 } }
        for number in [1, 0, UInt32(formats.count), 24, 1, end] { add(number) }
        for format in formats { add(format) }
        while blob.count < end { blob.append(0) }
        add(UInt64(1) << UInt64(formats.count) - 1)
        add(UInt64(0))
        add(modifier)
        return blob
    }

    // MARK: What they can be

    /// Why the kernel does not set the property `name` of `object` to `value`; nil if it does.
    func refusal(of value: UInt64, for name: String, of object: UInt32) -> String? {
        guard let plane = board.planes[object] else { return nil }
        switch name {
        case "zpos":
            guard case .mutable(_, let range) = plane.zpos else {
                return board.name == "generic" ? nil : "zpos of \(plane.name) is immutable"
            }
            return range.contains(Int(value)) ? nil : "zpos \(value) of \(plane.name) is out of range"
        case "alpha": return value <= 0xffff ? nil : "alpha \(value) of \(plane.name) is out of range"
        case "rotation":
            return value & ~plane.turns == 0 && (value & 0xf).nonzeroBitCount == 1
                ? nil : "\(plane.name) does not turn by \(value)"
        case "pixel blend mode":
            return plane.blends.contains { $0.rawValue == value } ? nil : "\(plane.name) does not blend by \(value)"
        case "type", "IN_FORMATS": return "\(name) of \(plane.name) is immutable"
        default: return nil
        }
    }

    func describe(_ property: inout drm_mode_get_property) -> Int32 {
        guard let name = TestCard.propertyName(property.prop_id) else { return ENOENT }
        withUnsafeMutableBytes(of: &property.name) { $0.copyBytes(from: Array(name.utf8) + [0]) }
        let plane = board.planes[property.prop_id >> 8]
        var (flags, values, choices) = (0, [UInt64](), [(name: String, number: UInt64)]())
        switch (name, plane?.zpos) {
        case ("zpos", .mutable(_, let range)):
            (flags, values) = (Int(DRM_MODE_PROP_RANGE), [UInt64(range.lowerBound), UInt64(range.upperBound)])
        case ("zpos", .fixed(let place)):
            flags = Int(DRM_MODE_PROP_RANGE) | Int(DRM_MODE_PROP_IMMUTABLE)
            values = [UInt64(place), UInt64(place)]
        // A test has given the plane this property.
        case ("zpos", _): (flags, values) = (Int(DRM_MODE_PROP_RANGE), [0, 5])
        case ("alpha", _): (flags, values) = (Int(DRM_MODE_PROP_RANGE), [0, 0xffff])
        case ("pixel blend mode", _):
            flags = Int(DRM_MODE_PROP_ENUM)
            choices = plane?.blends.map { ($0.name, $0.rawValue) } ?? []
        case ("rotation", _):
            flags = Int(DRM_MODE_PROP_BITMASK)
            let names = ["rotate-0", "rotate-90", "rotate-180", "rotate-270", "reflect-x", "reflect-y"]
            choices = names.indices.filter { (plane?.turns ?? 0) & 1 << UInt64($0) != 0 }.map {
                (names[$0], UInt64($0))
            }
        case ("panel orientation", _):
            flags = Int(DRM_MODE_PROP_ENUM) | Int(DRM_MODE_PROP_IMMUTABLE)
            choices = [("Normal", 0), ("Upside Down", 1), ("Left Side Up", 2), ("Right Side Up", 3)]
        default: break
        }
        property.flags = UInt32(flags)
        TestCard.give(choices.isEmpty ? values : choices.map(\.number), to: property.values_ptr, &property.count_values)
        let entries = choices.map { choice in
            var entry = drm_mode_property_enum()
            entry.value = choice.number
            withUnsafeMutableBytes(of: &entry.name) { $0.copyBytes(from: Array(choice.name.utf8) + [0]) }
            return entry
        }
        TestCard.give(entries, to: property.enum_blob_ptr, &property.count_enum_blobs)
        return 0
    }

    func describe(_ list: inout drm_mode_obj_get_properties) -> Int32 {
        guard let object = objects[list.obj_id] else { return ENOENT }
        let known = TestCard.propertyNames.indices.compactMap { index in
            object.values[TestCard.propertyNames[index]].map { (list.obj_id << 8 | UInt32(index + 1), $0) }
        }
        var count = list.count_props
        TestCard.give(known.map(\.0), to: list.props_ptr, &count)
        TestCard.give(known.map(\.1), to: list.prop_values_ptr, &list.count_props)
        return 0
    }

    func describe(_ blob: inout drm_mode_get_blob) -> Int32 {
        guard let bytes = blobs[blob.blob_id] else { return ENOENT }
        if Int(blob.length) >= bytes.count, let target = UnsafeMutableRawPointer(bitPattern: UInt(blob.data)) {
            target.copyMemory(from: bytes, byteCount: bytes.count)
        }
        blob.length = UInt32(bytes.count)
        return 0
    }

    // MARK: In words

    /// The part of a request that is about `object`, such as `primary: FB_ID XR24 1024x600 #2, CRTC_ID CRTC 0`.
    func line(_ object: UInt32, _ properties: ArraySlice<UInt32>, _ values: ArraySlice<UInt64>) -> String {
        let settings = zip(properties, values).map { id, value in
            let name = TestCard.propertyName(id) ?? "property \(id)"
            return "\(name) \(word(for: value, of: name))"
        }
        return "\(objects[object]?.name ?? "object \(object)"): " + settings.joined(separator: ", ")
    }

    private func word(for value: UInt64, of name: String) -> String {
        switch name {
        case "FB_ID":
            guard let picture = pictures[UInt32(value)] else { return value == 0 ? "none" : "unknown" }
            return "\(picture.format) \(picture.size.width)x\(picture.size.height) #\(picture.number)"
        case "CRTC_ID": return objects[UInt32(value)]?.name ?? "none"
        case "MODE_ID": return value == 0 ? "none" : "\(board.screen.width)x\(board.screen.height)"
        case "SRC_X", "SRC_Y", "SRC_W", "SRC_H": return value & 0xffff == 0 ? "\(value >> 16)" : "\(value)/65536"
        case "CRTC_X", "CRTC_Y": return "\(Int64(bitPattern: value))"
        case "pixel blend mode": return Board.Blend(rawValue: value)?.name ?? "\(value)"
        case "alpha": return "0x" + String(value, radix: 16)
        default: return "\(value)"
        }
    }
}
