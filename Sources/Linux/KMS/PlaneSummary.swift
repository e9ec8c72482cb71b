// What people are told of a plane.

import CDRM

/// A plane of a display engine, in words.
package struct PlaneSummary: Hashable, Sendable {
    /// `primary`, `overlay` or `cursor`.
    package let kind: String
    /// The pixels that it takes, by DRM's codes of four letters, such as `XR24`.
    package let formats: [String]
    /// Whether all that it shows can be made translucent.
    package let hasAlpha: Bool
    /// Whether its place from back to front can be changed.
    package let movesInDepth: Bool
    /// How it can turn and mirror, in the kernel's words without `rotate-0`: `rotate-90`, `reflect-x`…
    package let turns: [String]

    /// A plane as it is thought to be.
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

    /// The four letters of a number of drm_fourcc.h.
    static func name(_ fourcc: UInt32) -> String {
        let letters = (0..<4).map { UInt8(fourcc >> (8 * $0) & 255) }
        return String(decoding: letters, as: UTF8.self).replacing(" ", with: "")
    }
}

extension Card {
    /// The planes that can show something on `connector`, in the order of their numbers.
    func planes(for connector: Connector) -> [PlaneSummary] {
        _ = drmSetClientCap(fd, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
        return Plane.all(fd: fd).filter { $0.possibleCRTCs & connector.possibleCRTCs != 0 }.map {
            PlaneSummary($0, fd: fd)
        }
    }

    /// What the connector does with modes that are not its panel's own size, in the kernel's words: `Full aspect`; nil for
    /// one that cannot scale.
    func scaling(of connector: Connector) -> String? {
        let properties = ObjectProperties(fd: fd, object: connector.id, type: DRM_MODE_OBJECT_CONNECTOR)
        guard let mode = properties["scaling mode"] else { return nil }
        return mode.choices.first { $0.number == mode.value }?.name
    }
}
