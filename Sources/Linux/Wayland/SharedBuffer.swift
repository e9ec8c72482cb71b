// Pixels that a compositor reads where we write them.

import CLinux
import CWayland
import Geometry
import Glibc

/// Memory shared with the compositor, and the wl_buffer around it. It lies in memory of its own, unlike a dumb buffer,
/// but is treated alike: written, never read.
final class SharedBuffer {
    /// The wl_buffer.
    let proxy: OpaquePointer
    /// Its memory.
    let surface: PixelSurface
    /// Called when the compositor does not read it any more.
    var onRelease: (() -> Void)?
    private let length: Int

    nonisolated(unsafe) private static let listener = permanent(
        wl_buffer_listener(release: { this, _ in (listening(this) as SharedBuffer).onRelease?() }))

    /// A black buffer of `size` pixels whose words are laid out as `format` (WL_SHM_FORMAT_…) says.
    init(shm: OpaquePointer, size: PixelSize, format: wl_shm_format = WL_SHM_FORMAT_XRGB8888) throws(SystemError) {
        let subject = "\(size.width)x\(size.height)"
        // Rows that begin on cache lines.
        let pitch = (size.width * 4 + 63) / 64 * 64
        let (length, isTooLong) = pitch.multipliedReportingOverflow(by: size.height)
        // wl_shm counts in 32 bits.
        guard !isTooLong, let shortLength = Int32(exactly: length) else {
            throw SystemError(call: "wl_shm_create_pool", errno: EFBIG, subject: subject)
        }
        self.length = length
        let flags = UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING)
        let memory = FileDescriptor(
            owning: try SystemError.check("memfd_create", subject) { memfd_create("bezel", flags) })
        let fd = memory.number
        try SystemError.check("ftruncate", subject) { ftruncate(fd, length) }
        // What cannot shrink needs no guard in the compositor.
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
        surface = PixelSurface(base: base, size: size, pitch: pitch, format: .xrgb8888)
        wl_buffer_add_listener(buffer, SharedBuffer.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        wl_buffer_destroy(proxy)
        munmap(surface.base, length)
    }
}
