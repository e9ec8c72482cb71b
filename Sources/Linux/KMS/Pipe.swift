// The path from a framebuffer to the screen: one CRTC, one connector, one mode.

import CDRM
import Geometry

/// Sets modes and flips with either of the driver's interfaces.
protocol Pipe: AnyObject {
    /// Whether the mode is set, so that a flip is enough. Set to false when another process may have changed it.
    var isLit: Bool { get set }
    /// One sentence for each leftover of another session that the driver failed to remove at the last modeset.
    var refusals: [String] { get }

    /// Shows `framebuffer` from the next vblank on, with a modeset if needed. The modeset also removes the leftovers of another
    /// session: planes, a cursor, colours. The kernel reports the flip with `userData`. `damage` is the framebuffer's difference
    /// from the previous one, nil for all; it saves work in drivers that copy framebuffers. Throws EACCES if this process is no
    /// longer DRM master, and EBUSY while another flip is pending.
    func show(_ framebuffer: UInt32, damage: Region?, userData: UnsafeMutableRawPointer) throws(SystemError)

    /// Turns the screen's backlight off. The next `show` turns it on.
    func turnOff() throws(SystemError)

    /// Releases kernel resources. The picture stays on the screen; with `leavingPicture`, also what planes show.
    func close(leavingPicture: Bool)
}

/// The destination of a picture: the ids that both interfaces need.
struct PipeTarget {
    let fd: Int32
    let connector: UInt32
    let crtc: UInt32
    /// The CRTC's index in the card's list, which is its bit in `possible_crtcs`.
    let crtcIndex: Int
    let timing: drmModeModeInfo
}

extension PipeTarget {
    /// Whether the CRTC drives the connector in the mode already, so that a flip is enough.
    var isShown: Bool {
        let connector = ObjectProperties(fd: fd, object: connector, type: DRM_MODE_OBJECT_CONNECTOR)
        guard connector.value("CRTC_ID") == UInt64(crtc),
            connector.value("link-status") != UInt64(DRM_MODE_LINK_STATUS_BAD),
            let state = drmModeGetCrtc(fd, crtc)
        else { return false }
        defer { drmModeFreeCrtc(state) }
        return state.pointee.mode_valid != 0 && state.pointee.buffer_id != 0
            && state.pointee.mode.hasTimings(of: timing)
    }
}

extension drmModeModeInfo {
    /// Whether the display engine is told the same as for `other`. Names, and what makes a mode preferred, do not matter.
    fileprivate func hasTimings(of other: drmModeModeInfo) -> Bool {
        clock == other.clock && flags == other.flags && vscan == other.vscan && hskew == other.hskew
            && (hdisplay, hsync_start, hsync_end, htotal) == (
                other.hdisplay, other.hsync_start, other.hsync_end, other.htotal
            )
            && (vdisplay, vsync_start, vsync_end, vtotal) == (
                other.vdisplay, other.vsync_start, other.vsync_end, other.vtotal
            )
    }
}
