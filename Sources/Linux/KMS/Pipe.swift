// The way from a framebuffer to the glass: one CRTC, one connector, one mode.

import CDRM
import Geometry

/// What is lit by whichever interface the driver has.
protocol Pipe: AnyObject {
    /// Whether the mode is set and a flip is enough. Set to false when somebody else may have changed it.
    var isLit: Bool { get set }
    /// The leftovers of another session that the driver did not remove when the mode was set last, a sentence for each.
    var refusals: [String] { get }

    /// Shows `framebuffer` from the next vblank on, with a modeset when one is needed. The modeset also removes the leftovers
    /// of another session: planes, a cursor, colours. The kernel then reports the flip with `userData`. `damage` is what
    /// of the framebuffer differs from the one before it, nil for all; drivers that copy it somewhere copy less. Throws
    /// EACCES when this process is not DRM master any more, and EBUSY while another flip is under way.
    func show(_ framebuffer: UInt32, damage: Region?, userData: UnsafeMutableRawPointer) throws(SystemError)

    /// Turns the light of the glass off; the next `show` turns it on.
    func turnOff() throws(SystemError)

    /// Gives back what was taken from the kernel. What is on the glass stays.
    func close()
}

/// Where a picture goes: the numbers that both interfaces need.
struct PipeTarget {
    let fd: Int32
    let connector: UInt32
    let crtc: UInt32
    /// The CRTC's place in the card's list: its bit in `possible_crtcs`.
    let crtcIndex: Int
    let timing: drmModeModeInfo
}
