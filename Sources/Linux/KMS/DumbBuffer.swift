// Pixel memory that the CPU writes and the display engine reads.

import CDRM
import Geometry
import Glibc

/// A mapped dumb buffer and its KMS framebuffer. The memory must only be written, because on embedded boards it is
/// write-combined, and the capability that should report this is not set there. The framebuffer is freed first, then the mapping,
/// then the buffer.
final class DumbBuffer {
    /// The KMS id of the framebuffer.
    let framebuffer: UInt32
    /// Its memory, with the driver's pitch.
    let surface: PixelSurface
    /// Whether the screen keeps showing it when this process has no more use for it. It then goes with the card's file.
    var isLeft = false
    private let fd: Int32
    private let handle: UInt32
    private let length: Int

    /// A cleared (black) buffer of `size` pixels on the card behind `fd`, which must stay open for the lifetime of the buffer. If
    /// it `hasAlpha`, it has 32 bits per pixel with alpha in the fourth byte, and is initially transparent.
    init(fd: Int32, size: PixelSize, format: PixelFormat, hasAlpha: Bool = false) throws(SystemError) {
        self.fd = fd
        let subject = "\(size.width)x\(size.height)"
        var (handle, pitch, length) = (UInt32(0), UInt32(0), UInt64(0))
        try SystemError.checkNegated("drmModeCreateDumbBuffer", subject) {
            drmModeCreateDumbBuffer(
                fd, UInt32(size.width), UInt32(size.height), UInt32(format.bytes * 8), 0, &handle, &pitch, &length)
        }
        self.handle = handle
        self.length = Int(length)
        var base: UnsafeMutableRawPointer?
        var framebuffer: UInt32 = 0
        do throws(SystemError) {
            var offset: UInt64 = 0
            try SystemError.checkNegated("drmModeMapDumbBuffer", subject) {
                drmModeMapDumbBuffer(fd, handle, &offset)
            }
            base = mmap(nil, Int(length), PROT_READ | PROT_WRITE, MAP_SHARED, fd, Int(offset))
            if base == MAP_FAILED {
                base = nil
                throw SystemError(call: "mmap", errno: errno, subject: subject)
            }
            let handles = [handle, 0, 0, 0]
            let pitches = [pitch, 0, 0, 0]
            try SystemError.checkNegated("drmModeAddFB2", subject) {
                drmModeAddFB2(
                    fd, UInt32(size.width), UInt32(size.height),
                    hasAlpha ? BEZEL_DRM_FORMAT_ARGB8888 : format.fourcc, handles, pitches, [0, 0, 0, 0], &framebuffer,
                    0)
            }
        } catch {
            if let base { munmap(base, Int(length)) }
            _ = drmModeDestroyDumbBuffer(fd, handle)
            throw error
        }
        guard let base else { fatalError("a mapped buffer has an address") }
        memset(base, 0, Int(length))
        self.framebuffer = framebuffer
        surface = PixelSurface(base: base, size: size, pitch: Int(pitch), format: format)
    }

    deinit {
        if !isLeft { _ = drmModeRmFB(fd, framebuffer) }
        munmap(surface.base, length)
        if !isLeft { _ = drmModeDestroyDumbBuffer(fd, handle) }
    }
}
