// A readable description of a plane.

import CDRM

/// A plane of a display engine, described in words.
package struct PlaneSummary: Hashable, Sendable {
    /// `primary`, `overlay` or `cursor`.
    package let kind: String
    /// The pixel formats that it takes, as DRM's four-letter codes, such as `XR24`.
    package let formats: [String]
    /// Whether it supports translucency of the whole plane.
    package let hasAlpha: Bool
    /// Whether its position in the stack can be changed.
    package let movesInDepth: Bool
    /// The rotations and reflections that it supports, by their kernel names without `rotate-0`: `rotate-90`, `reflect-x`…
    package let turns: [String]

    /// A plane with the given properties.
    package init(kind: String, formats: [String], hasAlpha: Bool, movesInDepth: Bool, turns: [String]) {
        self.kind = kind
        self.formats = formats
        self.hasAlpha = hasAlpha
        self.movesInDepth = movesInDepth
        self.turns = turns
    }

    init(_ plane: Plane, fd: Int32) {
        let properties = ObjectProperties(fd: fd, object: plane.id, type: DRM_MODE_OBJECT_PLANE)
        self.init(
            kind: "\(plane.kind)", formats: plane.formats.map(PlaneSummary.name), hasAlpha: plane.hasAlpha,
            movesInDepth: plane.zposRange.map { $0.count > 1 } ?? false,
            turns: (properties["rotation"]?.choices ?? []).map(\.name).filter { $0 != "rotate-0" })
    }

    /// The four letters of a code of drm_fourcc.h.
    static func name(_ fourcc: UInt32) -> String {
        let letters = (0..<4).map { UInt8(fourcc >> (8 * $0) & 255) }
        return String(decoding: letters, as: UTF8.self).replacing(" ", with: "")
    }
}

extension Card {
    /// The planes that can be shown on `connector`, sorted by id.
    func planes(for connector: Connector) -> [PlaneSummary] {
        _ = drmSetClientCap(fd, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
        return Plane.all(fd: fd).filter { $0.possibleCRTCs & connector.possibleCRTCs != 0 }.map {
            PlaneSummary($0, fd: fd)
        }
    }

    /// How the connector scales modes that differ from the panel's native size, by the kernel's name: `Full aspect`; nil if it
    /// cannot scale.
    func scaling(of connector: Connector) -> String? {
        let properties = ObjectProperties(fd: fd, object: connector.id, type: DRM_MODE_OBJECT_CONNECTOR)
        guard let mode = properties["scaling mode"] else { return nil }
        return mode.choices.first { $0.number == mode.value }?.name
    }
}
