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

    /// Releases kernel resources. The picture stays on the screen.
    func close()
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
