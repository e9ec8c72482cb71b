// Pixel memory that is shared with the compositor.

import CLinux
import CWayland
import Geometry
import Glibc

/// Memory shared with the compositor, and its wl_buffer. It is ordinary memory, unlike a dumb buffer, but is used in the same
/// way: it is only written.
final class SharedBuffer {
    /// The wl_buffer.
    let proxy: OpaquePointer
    /// Its memory.
    let surface: PixelSurface
    /// Called when the compositor releases the buffer.
    var onRelease: (() -> Void)?
    private let length: Int

    nonisolated(unsafe) private static let listener = permanent(
        wl_buffer_listener(release: { this, _ in (listening(this) as SharedBuffer).onRelease?() }))

    /// A black buffer of `size` pixels in the pixel format `format` (WL_SHM_FORMAT_…).
    init(shm: OpaquePointer, size: PixelSize, format: wl_shm_format = WL_SHM_FORMAT_XRGB8888) throws(SystemError) {
        let subject = "\(size.width)x\(size.height)"
        // Align rows to cache lines.
        let pitch = (size.width * 4 + 63) / 64 * 64
        let (length, isTooLong) = pitch.multipliedReportingOverflow(by: size.height)
        // wl_shm uses 32-bit sizes.
        guard !isTooLong, let shortLength = Int32(exactly: length) else {
            throw SystemError(call: "wl_shm_create_pool", errno: EFBIG, subject: subject)
        }
        self.length = length
        let flags = UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING)
        let memory = FileDescriptor(
            owning: try SystemError.check("memfd_create", subject) { memfd_create("bezel", flags) })
        let fd = memory.number
        try SystemError.check("ftruncate", subject) { ftruncate(fd, length) }
        // If the file cannot shrink, the compositor need not guard against SIGBUS.
        _ = fcntl(fd, BEZEL_F_ADD_SEALS, BEZEL_F_SEAL_SHRINK)
        guard let base = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), base != MAP_FAILED else {
            throw SystemError(call: "mmap", errno: errno, subject: subject)
        }
        guard let pool = wl_shm_create_pool(shm, fd, shortLength),
            let buffer = wl_shm_pool_create_buffer(
                pool, 0, Int32(size.width), Int32(size.height), Int32(pitch), format.rawValue)
        else { fatalError("libwayland has no memory for a buffer") }
        wl_shm_pool_destroy(pool)
        proxy = buffer
        surface = PixelSurface(base: base, size: size, pitch: pitch, format: .xrgb8888, isReadAgain: true)
        wl_buffer_add_listener(buffer, SharedBuffer.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        wl_buffer_destroy(proxy)
        munmap(surface.base, length)
    }
}
