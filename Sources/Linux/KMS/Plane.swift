// A plane of a display engine: its capabilities, its state, and the ids of its properties.

import CDRM
import Geometry

/// A plane as the card describes it.
struct Plane: Equatable {
    /// The type of a plane.
    enum Kind { case primary, overlay, cursor }

    /// The KMS id of the plane.
    let id: UInt32
    let kind: Kind
    /// The CRTC that it is assigned to; 0 for none.
    var crtc: UInt32 = 0
    /// The CRTCs that it can be assigned to, as a bit mask.
    var possibleCRTCs: UInt32 = 1
    /// The pixel formats that it takes row after row, as the CPU writes them: codes of drm_fourcc.h.
    var formats: [UInt32]
    /// Whether it supports translucency of the whole plane.
    var hasAlpha = false
    /// Its position in the stack, from back to front; nil if the driver does not report it, in which case planes are stacked by
    /// id.
    var zpos: Int?
    /// The positions that it can be moved to; nil if its position is fixed.
    var zposRange: ClosedRange<Int>?
    var names = Names()

    /// The ids of the properties that are set; 0 for properties that it does not have.
    struct Names: Equatable {
        var framebuffer: UInt32 = 0
        var crtc: UInt32 = 0
        var sourceX: UInt32 = 0
        var sourceY: UInt32 = 0
        var sourceWidth: UInt32 = 0
        var sourceHeight: UInt32 = 0
        var x: UInt32 = 0
        var y: UInt32 = 0
        var width: UInt32 = 0
        var height: UInt32 = 0
        var alpha: UInt32 = 0
        var zpos: UInt32 = 0
        var damage: UInt32 = 0
        var rotation: UInt32 = 0
        var blend: UInt32 = 0
    }

    /// Whether it is the plane that covers a whole CRTC.
    var isPrimary: Bool { kind == .primary }

    /// Whether it can be assigned to the CRTC of `target`.
    func reaches(_ target: PipeTarget) -> Bool { possibleCRTCs & (1 << UInt32(target.crtcIndex)) != 0 }

    /// The share of `overlays` for the first of `sharers` displays: those that no other display can use, and as many of the rest
    /// as leave an equal number for each other display.
    static func share(of overlays: [Plane], among sharers: Int) -> [Plane] {
        let common = overlays.filter { $0.possibleCRTCs.nonzeroBitCount > 1 }
        let mine = Set(common.prefix((common.count + sharers - 1) / sharers).map(\.id))
        return overlays.filter { $0.possibleCRTCs.nonzeroBitCount == 1 || mine.contains($0.id) }
    }

    /// Whether it is currently behind `other`. The kernel sorts by `zpos`, then by id.
    func isBehind(_ other: Plane) -> Bool { (zpos ?? 0, id) < (other.zpos ?? 0, other.id) }
}

extension Plane {
    /// The planes of the card behind `fd`, sorted by id. Without DRM_CLIENT_CAP_UNIVERSAL_PLANES, only the overlays.
    static func all(fd: Int32) -> [Plane] {
        guard let list = drmModeGetPlaneResources(fd) else { return [] }
        defer { drmModeFreePlaneResources(list) }
        let ids = UnsafeBufferPointer(start: list.pointee.planes, count: Int(list.pointee.count_planes))
        return ids.compactMap { Plane(fd: fd, id: $0) }.sorted { $0.id < $1.id }
    }

    /// The CRTC that the plane `id` of the card behind `fd` is assigned to; 0 for none.
    static func crtc(of id: UInt32, fd: Int32) -> UInt32 {
        guard let plane = drmModeGetPlane(fd, id) else { return 0 }
        defer { drmModeFreePlane(plane) }
        return plane.pointee.crtc_id
    }

    private init?(fd: Int32, id: UInt32) {
        guard let plane = drmModeGetPlane(fd, id) else { return nil }
        defer { drmModeFreePlane(plane) }
        let properties = ObjectProperties(fd: fd, object: id, type: DRM_MODE_OBJECT_PLANE)
        self.id = id
        switch properties.value("type") {
        case UInt64(DRM_PLANE_TYPE_PRIMARY): kind = .primary
        case UInt64(DRM_PLANE_TYPE_CURSOR): kind = .cursor
        default: kind = .overlay
        }
        crtc = plane.pointee.crtc_id
        possibleCRTCs = plane.pointee.possible_crtcs
        let all = Array(UnsafeBufferPointer(start: plane.pointee.formats, count: Int(plane.pointee.count_formats)))
        // There is no other primary plane, and rockchip (RK3588) has some that take such pictures without listing them.
        formats = kind == .primary ? all : Plane.linear(all, fd: fd, properties)
        hasAlpha = properties["alpha"]?.range != nil
        zpos = properties.value("zpos").map { Int(clamping: $0) }
        zposRange = properties["zpos"]?.range.map { Int(clamping: $0.lowerBound)...Int(clamping: $0.upperBound) }
        names = Names(
            framebuffer: properties.id("FB_ID"), crtc: properties.id("CRTC_ID"), sourceX: properties.id("SRC_X"),
            sourceY: properties.id("SRC_Y"), sourceWidth: properties.id("SRC_W"), sourceHeight: properties.id("SRC_H"),
            x: properties.id("CRTC_X"), y: properties.id("CRTC_Y"), width: properties.id("CRTC_W"),
            height: properties.id("CRTC_H"), alpha: properties.id("alpha"),
            zpos: zposRange == nil ? 0 : properties.id("zpos"), damage: properties.id("FB_DAMAGE_CLIPS"),
            rotation: properties.id("rotation"), blend: properties.id("pixel blend mode"))
    }

    /// Those of `formats` that a plane with these properties takes row after row; all if the driver does not say. Some planes take
    /// only pictures that a GPU has compressed.
    private static func linear(_ formats: [UInt32], fd: Int32, _ properties: ObjectProperties) -> [UInt32] {
        guard let id = properties.value("IN_FORMATS"), let blob = drmModeGetPropertyBlob(fd, UInt32(id)) else {
            return formats
        }
        defer { drmModeFreePropertyBlob(blob) }
        var (entry, linear) = (drmModeFormatModifierIterator(), [UInt32]())
        while drmModeFormatModifierBlobIterNext(blob, &entry) {
            if entry.mod == BEZEL_DRM_FORMAT_MOD_LINEAR { linear.append(entry.fmt) }
        }
        return formats.filter { linear.contains($0) }
    }
}

extension AtomicRequest {
    /// Shows `framebuffer` on `crtc` at `place`, from the pixel (`sourceX`, `sourceY`) on. Sets all that another program may have
    /// changed.
    mutating func show(
        _ framebuffer: UInt32, on plane: Plane, crtc: UInt32, sourceX: Int = 0, sourceY: Int = 0, at place: PixelRect,
        alpha: UInt16 = .max
    ) {
        let names = plane.names
        let (width, height) = (UInt64(place.width), UInt64(place.height))
        set(plane.id, names.framebuffer, UInt64(framebuffer))
        set(plane.id, names.crtc, UInt64(crtc))
        set(plane.id, names.sourceX, UInt64(sourceX) << 16)
        set(plane.id, names.sourceY, UInt64(sourceY) << 16)
        set(plane.id, names.sourceWidth, width << 16)
        set(plane.id, names.sourceHeight, height << 16)
        set(plane.id, names.x, UInt64(place.x))
        set(plane.id, names.y, UInt64(place.y))
        set(plane.id, names.width, width)
        set(plane.id, names.height, height)
        if plane.hasAlpha { set(plane.id, names.alpha, UInt64(alpha)) }
        set(plane.id, names.rotation, UInt64(DRM_MODE_ROTATE_0))
        // "Pre-multiplied", which every driver with this property has, is 0 (DRM_MODE_BLEND_PREMULTI).
        set(plane.id, names.blend, 0)
    }

    /// Removes the plane from the screen.
    mutating func turnOff(_ plane: Plane) {
        set(plane.id, plane.names.framebuffer, 0)
        set(plane.id, plane.names.crtc, 0)
    }
}
