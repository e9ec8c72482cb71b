// Modes and flips as atomic commits, tested before they are made.

import CDRM
import Geometry
import Glibc

/// One primary plane on one CRTC on one connector. The first commit sets everything, without a modeset when the mode on
/// the glass is right already; later ones change the framebuffer and nothing else.
final class AtomicPipe: Pipe {
    var isLit = false
    private let target: PipeTarget
    private let connector: ObjectProperties
    private let crtc: ObjectProperties
    private let primary: ObjectProperties
    /// The other planes of the CRTC that are in use: a cursor, somebody's overlay.
    private let strangers: [ObjectProperties]
    private let modeBlob: UInt32

    /// Nil when the driver has no atomic commits, or no primary plane that takes `format`.
    init?(_ target: PipeTarget, format: PixelFormat) {
        let fd = target.fd
        guard drmSetClientCap(fd, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1) == 0,
            drmSetClientCap(fd, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
        else { return nil }
        let planes = Plane.all(fd: fd).filter { $0.reaches(target) }
        let primaries = planes.filter { $0.isPrimary && $0.formats.contains(format.fourcc) }
        guard
            let primary = primaries.first(where: { $0.crtc == target.crtc }) ?? primaries.first(where: { $0.crtc == 0 })
        else {
            _ = drmSetClientCap(fd, UInt64(DRM_CLIENT_CAP_ATOMIC), 0)
            return nil
        }
        var timing = target.timing
        var blob: UInt32 = 0
        guard drmModeCreatePropertyBlob(fd, &timing, MemoryLayout<drmModeModeInfo>.size, &blob) == 0 else { return nil }
        self.target = target
        self.primary = primary.properties
        strangers = planes.filter { $0.crtc == target.crtc && $0.id != primary.id }.map(\.properties)
        connector = ObjectProperties(fd: fd, object: target.connector, type: DRM_MODE_OBJECT_CONNECTOR)
        crtc = ObjectProperties(fd: fd, object: target.crtc, type: DRM_MODE_OBJECT_CRTC)
        modeBlob = blob
    }

    func show(_ framebuffer: UInt32, userData: UnsafeMutableRawPointer) throws(SystemError) {
        if isLit { try flip(framebuffer, userData) } else { try light(framebuffer, userData) }
    }

    func close() { _ = drmModeDestroyPropertyBlob(target.fd, modeBlob) }

    private func flip(_ framebuffer: UInt32, _ userData: UnsafeMutableRawPointer) throws(SystemError) {
        let request = AtomicRequest()
        request.set(primary, "FB_ID", UInt64(framebuffer))
        let flags = DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT
        try request.commit(fd: target.fd, flags: UInt32(flags), userData: userData)
    }

    private func light(_ framebuffer: UInt32, _ userData: UnsafeMutableRawPointer) throws(SystemError) {
        let request = AtomicRequest()
        let (width, height) = (UInt64(target.timing.hdisplay), UInt64(target.timing.vdisplay))
        request.set(connector, "CRTC_ID", UInt64(target.crtc))
        // A link that has failed wants to be trained again; the driver set this to bad.
        request.set(connector, "link-status", UInt64(DRM_MODE_LINK_STATUS_GOOD))
        request.set(crtc, "MODE_ID", UInt64(modeBlob))
        request.set(crtc, "ACTIVE", 1)
        request.set(primary, "FB_ID", UInt64(framebuffer))
        request.set(primary, "CRTC_ID", UInt64(target.crtc))
        for (name, value) in [("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", width << 16), ("SRC_H", height << 16)] {
            request.set(primary, name, value)
        }
        for (name, value) in [("CRTC_X", 0), ("CRTC_Y", 0), ("CRTC_W", width), ("CRTC_H", height)] {
            request.set(primary, name, value)
        }
        request.set(primary, "rotation", UInt64(DRM_MODE_ROTATE_0))
        for stranger in strangers {
            request.set(stranger, "FB_ID", 0)
            request.set(stranger, "CRTC_ID", 0)
        }
        var flags = UInt32(0)
        do throws(SystemError) {
            try request.commit(fd: target.fd, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY), userData: nil)
        } catch {
            // The glass is dark or in another mode.
            flags = UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET)
            try request.commit(fd: target.fd, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY) | flags, userData: nil)
        }
        try request.commit(fd: target.fd, flags: flags | UInt32(DRM_MODE_PAGE_FLIP_EVENT), userData: userData)
        isLit = true
    }
}
