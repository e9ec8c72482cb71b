// What a CRTC puts together its picture from.

import CDRM

/// A plane as the card describes it.
struct Plane {
    /// KMS's number of it.
    let id: UInt32
    /// The CRTC that shows it; 0 when none does.
    let crtc: UInt32
    /// The CRTCs that can show it, as bits of the card's list.
    let possibleCRTCs: UInt32
    /// The layouts of pixels that it takes, as DRM's codes of four letters.
    let formats: [UInt32]
    let properties: ObjectProperties

    /// Whether it is the one that covers the whole of a CRTC.
    var isPrimary: Bool { properties.value("type") == UInt64(DRM_PLANE_TYPE_PRIMARY) }

    /// Whether the CRTC of `target` can show it.
    func reaches(_ target: PipeTarget) -> Bool { possibleCRTCs & (1 << UInt32(target.crtcIndex)) != 0 }

    /// The planes of the card behind `fd`; without DRM_CLIENT_CAP_UNIVERSAL_PLANES the overlays alone.
    static func all(fd: Int32) -> [Plane] {
        guard let list = drmModeGetPlaneResources(fd) else { return [] }
        defer { drmModeFreePlaneResources(list) }
        return UnsafeBufferPointer(start: list.pointee.planes, count: Int(list.pointee.count_planes)).compactMap { id in
            guard let plane = drmModeGetPlane(fd, id) else { return nil }
            defer { drmModeFreePlane(plane) }
            let formats = UnsafeBufferPointer(start: plane.pointee.formats, count: Int(plane.pointee.count_formats))
            return Plane(
                id: id, crtc: plane.pointee.crtc_id, possibleCRTCs: plane.pointee.possible_crtcs,
                formats: Array(formats), properties: ObjectProperties(fd: fd, object: id, type: DRM_MODE_OBJECT_PLANE))
        }
    }
}
