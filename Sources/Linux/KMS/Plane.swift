// A plane of a display engine: what it can show, where, and the numbers of its properties.

import CDRM
import Geometry

/// A plane as the card describes it.
struct Plane: Equatable {
    /// What it is for.
    enum Kind { case primary, overlay, cursor }

    /// KMS's number of the plane.
    let id: UInt32
    let kind: Kind
    /// The CRTC that it is on; 0 for none.
    var crtc: UInt32 = 0
    /// A bit for each CRTC that it can be on.
    var possibleCRTCs: UInt32 = 1
    /// The pixels that it takes: numbers of drm_fourcc.h.
    var formats: [UInt32]
    /// Whether all that it shows can be made translucent.
    var hasAlpha = false
    /// Its place from back to front; nil when the driver does not say: then planes lie in the order of their numbers.
    var zpos: Int?
    /// The places it can be put; nil when its place is fixed.
    var zposRange: ClosedRange<Int>?
    var names = Names()

    /// The numbers of the properties that are set; 0 for those that it does not have.
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
    }

    /// Whether it is the one that covers the whole of a CRTC.
    var isPrimary: Bool { kind == .primary }

    /// Whether the CRTC of `target` can show it.
    func reaches(_ target: PipeTarget) -> Bool { possibleCRTCs & (1 << UInt32(target.crtcIndex)) != 0 }

    /// The part of `overlays` for the first of `sharers` displays: those that no other can use, and of the rest as many as
    /// leave each of the others as many.
    static func share(of overlays: [Plane], among sharers: Int) -> [Plane] {
        let common = overlays.filter { $0.possibleCRTCs.nonzeroBitCount > 1 }
        let mine = Set(common.prefix((common.count + sharers - 1) / sharers).map(\.id))
        return overlays.filter { $0.possibleCRTCs.nonzeroBitCount == 1 || mine.contains($0.id) }
    }

    /// Whether it lies behind `other` as both are now. The kernel goes by `zpos`, then by number.
    func isBehind(_ other: Plane) -> Bool { (zpos ?? 0, id) < (other.zpos ?? 0, other.id) }
}

extension Plane {
    /// The planes of the card behind `fd`, in the order of their numbers; without DRM_CLIENT_CAP_UNIVERSAL_PLANES the
    /// overlays alone.
    static func all(fd: Int32) -> [Plane] {
        guard let list = drmModeGetPlaneResources(fd) else { return [] }
        defer { drmModeFreePlaneResources(list) }
        let ids = UnsafeBufferPointer(start: list.pointee.planes, count: Int(list.pointee.count_planes))
        return ids.compactMap { Plane(fd: fd, id: $0) }.sorted { $0.id < $1.id }
    }

    /// The CRTC that the plane `id` of the card behind `fd` is on now; 0 for none.
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
        formats = Array(UnsafeBufferPointer(start: plane.pointee.formats, count: Int(plane.pointee.count_formats)))
        hasAlpha = properties["alpha"]?.range != nil
        zpos = properties.value("zpos").map { Int(clamping: $0) }
        zposRange = properties["zpos"]?.range.map { Int(clamping: $0.lowerBound)...Int(clamping: $0.upperBound) }
        names = Names(
            framebuffer: properties.id("FB_ID"), crtc: properties.id("CRTC_ID"), sourceX: properties.id("SRC_X"),
            sourceY: properties.id("SRC_Y"), sourceWidth: properties.id("SRC_W"), sourceHeight: properties.id("SRC_H"),
            x: properties.id("CRTC_X"), y: properties.id("CRTC_Y"), width: properties.id("CRTC_W"),
            height: properties.id("CRTC_H"), alpha: properties.id("alpha"),
            zpos: zposRange == nil ? 0 : properties.id("zpos"), damage: properties.id("FB_DAMAGE_CLIPS"),
            rotation: properties.id("rotation"))
    }
}

extension AtomicRequest {
    /// The plane shows `framebuffer` on `crtc`, from the pixel column `sourceX` of it on, with its corner at `place`.
    mutating func show(
        _ framebuffer: UInt32, on plane: Plane, crtc: UInt32, sourceX: Int = 0, at place: PixelRect,
        alpha: UInt16 = .max
    ) {
        let names = plane.names
        let (width, height) = (UInt64(place.width), UInt64(place.height))
        set(plane.id, names.framebuffer, UInt64(framebuffer))
        set(plane.id, names.crtc, UInt64(crtc))
        set(plane.id, names.sourceX, UInt64(sourceX) << 16)
        set(plane.id, names.sourceY, 0)
        set(plane.id, names.sourceWidth, width << 16)
        set(plane.id, names.sourceHeight, height << 16)
        // Signed numbers travel as two's complement.
        set(plane.id, names.x, UInt64(bitPattern: Int64(place.x)))
        set(plane.id, names.y, UInt64(bitPattern: Int64(place.y)))
        set(plane.id, names.width, width)
        set(plane.id, names.height, height)
        if plane.hasAlpha { set(plane.id, names.alpha, UInt64(alpha)) }
    }

    /// The plane shows nothing.
    mutating func turnOff(_ plane: Plane) {
        set(plane.id, plane.names.framebuffer, 0)
        set(plane.id, plane.names.crtc, 0)
    }
}
