// Mode settings and flips for drivers without atomic commits.

import CDRM
import Geometry
import Glibc

/// drmModeSetCrtc once, then drmModePageFlip.
final class LegacyPipe: Pipe {
    var isLit = false
    private(set) var refusals: [String] = []
    private let target: PipeTarget
    private var shown: UInt32?
    private var isOff = false

    init(_ target: PipeTarget) { self.target = target }

    func show(_ framebuffer: UInt32, damage: Region?, userData: UnsafeMutableRawPointer) throws(SystemError) {
        if !isLit {
            var connector = target.connector
            var timing = target.timing
            try SystemError.checkNegated("drmModeSetCrtc") {
                drmModeSetCrtc(target.fd, target.crtc, framebuffer, 0, 0, &connector, 1, &timing)
            }
            // If the mode is already set, old drivers do not turn the screen on.
            if isOff { setPower(true) }
            removeLeftovers()
            isLit = true
        } else if shown == framebuffer {
            // A single buffer is drawn while it is visible. A driver that shows a copy updates the copy on this call. Other
            // drivers do not support the call.
            var clips = (damage?.rects ?? []).map {
                drm_clip_rect(x1: UInt16($0.x), y1: UInt16($0.y), x2: UInt16($0.maxX), y2: UInt16($0.maxY))
            }
            _ = drmModeDirtyFB(target.fd, framebuffer, &clips, UInt32(clips.count))
        }
        shown = framebuffer
        // After a modeset this flips to the same buffer, because drmModeSetCrtc sends no event.
        try SystemError.checkNegated("drmModePageFlip") {
            drmModePageFlip(target.fd, target.crtc, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), userData)
        }
    }

    func turnOff() throws(SystemError) {
        guard setPower(false) else {
            throw SystemError(call: "DPMS", errno: ENOTSUP, subject: "connector \(target.connector)")
        }
        isLit = false
    }

    func close(leavingPicture: Bool) { if isOff { setPower(true) } }

    /// Removes the leftovers of another session: its cursor, planes and colours.
    private func removeLeftovers() {
        refusals = []
        // A driver without a cursor rejects this.
        _ = drmModeSetCursor(target.fd, target.crtc, 0, 0, 0)
        for plane in Plane.all(fd: target.fd) where plane.kind == .overlay && plane.crtc == target.crtc {
            check(drmModeSetPlane(target.fd, plane.id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "turn off plane \(plane.id)")
        }
        guard let crtc = drmModeGetCrtc(target.fd, target.crtc) else { return }
        let count = Int(crtc.pointee.gamma_size)
        drmModeFreeCrtc(crtc)
        // A driver without a gamma ramp reports 0.
        guard count > 1 else { return }
        let linear = (0..<count).map { UInt16($0 * 0xffff / (count - 1)) }
        var (red, green, blue) = (linear, linear, linear)
        check(drmModeCrtcSetGamma(target.fd, target.crtc, UInt32(count), &red, &green, &blue), "reset its gamma ramp")
    }

    /// Records that `task` was refused if `result`, 0 or an error number, is an error.
    private func check(_ result: Int32, _ task: String) {
        if result != 0 { refusals.append("the driver does not \(task): \(String(cString: strerror(abs(result))))") }
    }

    @discardableResult
    private func setPower(_ isOn: Bool) -> Bool {
        let dpms = ObjectProperties(fd: target.fd, object: target.connector, type: DRM_MODE_OBJECT_CONNECTOR).id("DPMS")
        let value = UInt64(isOn ? DRM_MODE_DPMS_ON : DRM_MODE_DPMS_OFF)
        guard dpms != 0, drmModeConnectorSetProperty(target.fd, target.connector, dpms, value) == 0 else {
            return false
        }
        isOff = !isOn
        return true
    }
}
