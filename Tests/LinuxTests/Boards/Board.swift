// A display engine as its driver describes it to programs.

import CDRM
import Geometry

@testable import Linux

/// The planes, connectors and limits of one display engine, read from the source of its driver in Linux 6.12. A `TestCard` made
/// from it describes itself as the driver does, and refuses the commits that the driver refuses.
struct Board: Sendable {
    /// The name of its golden file.
    let name: String
    /// The name of the driver, as DRM_IOCTL_VERSION reports it.
    let driver: String
    /// The types of its connectors (DRM_MODE_CONNECTOR_…). Each has a CRTC of its own, with the same index.
    let connectors: [UInt32]
    /// The resolution of the panels that are typical for it.
    let screen: PixelSize
    /// Its planes by KMS id.
    let planes: [UInt32: Plane]
    /// The sizes of framebuffers that `mode_config` allows.
    var smallest = PixelSize(0, 0)
    var largest = PixelSize(4096, 4096)
    /// The number of bytes to which `dumb_create` rounds the pitch up.
    var pitch = 1
    /// The properties of its CRTCs that change colours.
    var colours: [String] = []
    /// Whether an active CRTC must show its primary plane.
    var needsPrimary = false
    /// What the driver's own `atomic_check` refuses beyond what the kernel's checks do; nil if it refuses nothing.
    var refusal: @Sendable (BoardCommit) -> String? = { _ in nil }
    /// What the driver accepts and shows wrongly; nil if the picture is right.
    var harm: @Sendable (BoardCommit) -> String? = { _ in nil }

    typealias Kind = Linux.Plane.Kind

    /// A plane with its capabilities.
    struct Plane: Sendable {
        /// What the golden files call it.
        let name: String
        let kind: Kind
        /// The CRTCs that it can be assigned to, as a bit mask.
        var crtcs: UInt32 = 1
        /// Its pixel formats as four-letter codes of drm_fourcc.h, without those that no kiosk draws (YUV, 10 bits).
        let formats: [String]
        var layout = Layout.linear
        var hasAlpha = false
        /// The values of `pixel blend mode`; empty if it does not have the property.
        var blends: [Blend] = []
        var zpos = ZPos.none
        /// The bits of `rotation`; 0 if it does not have the property.
        var turns: UInt64 = 0
        /// The ratios of source to screen size that the driver scales by.
        var scaling = 1.0...1.0
        /// Whether it must cover the CRTC (`can_position` is false).
        var coversScreen = false
        /// Whether the driver programs only what is visible of it. Others program what they are told, and a part beyond the
        /// screen then corrupts the picture; no test commit reveals that.
        var isClipped = true
    }

    /// The memory layouts of a plane, as the kernel's IN_FORMATS lists them.
    enum Layout {
        /// Row after row, as the CPU writes.
        case linear
        /// The driver has no list, which stands for row after row.
        case unlisted
        /// Only compressed or tiled pictures.
        case compressed
        /// As `compressed`, but the driver accepts row after row all the same.
        case compressedByName
    }

    /// A value of `pixel blend mode`, by the kernel's name.
    enum Blend: UInt64 {
        case premultiplied = 0
        case coverage = 1
        case none = 2

        var name: String {
            switch self {
            case .premultiplied: "Pre-multiplied"
            case .coverage: "Coverage"
            case .none: "None"
            }
        }
    }

    /// The property `zpos`.
    enum ZPos {
        case none
        case fixed(Int)
        case mutable(Int, in: ClosedRange<Int>)

        var value: Int? {
            switch self {
            case .none: nil
            case .fixed(let place): place
            case .mutable(let place, _): place
            }
        }
    }

    /// Planes with the KMS ids that the kernel gives in the order in which a driver creates them.
    static func numbered(_ planes: [Plane]) -> [UInt32: Plane] {
        Dictionary(uniqueKeysWithValues: planes.enumerated().map { (UInt32(100 + $0), $1) })
    }

    /// All rotations and reflections of `rotation`.
    static let (rotate0, rotate90, rotate180, rotate270, reflectX, reflectY):
        (
            UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
        ) = (1, 2, 4, 8, 16, 32)

    /// The number of a four-letter code.
    static func fourcc(_ letters: String) -> UInt32 {
        letters.utf8.enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
    }

    /// A card of no particular driver: for each of `plugs` CRTCs an HDMI connector, a primary plane, an overlay and a cursor.
    static func generic(plugs: Int) -> Board {
        var planes: [UInt32: Plane] = [:]
        for index in 0..<plugs {
            for (base, name, kind) in [
                (30, "primary", Kind.primary), (33, "overlay", .overlay), (36, "cursor", .cursor),
            ] {
                planes[UInt32(base + index)] = Plane(
                    name: "\(name) \(index)", kind: kind, crtcs: 1 << UInt32(index), formats: ["XR24", "AR24"],
                    layout: .unlisted, turns: rotate0 | rotate180)
            }
        }
        return Board(
            name: "generic", driver: "testcard",
            connectors: Array(repeating: UInt32(DRM_MODE_CONNECTOR_HDMIA), count: plugs),
            screen: PixelSize(64, 48), planes: planes, pitch: 64, colours: ["GAMMA_LUT", "DEGAMMA_LUT", "CTM"])
    }
}
