// Memory that one process fills and passes to another as a file, which can then no longer be changed.

import CLinux
import Glibc

/// An anonymous file whose contents and size are fixed.
package enum SealedMemory {
    private static let seals = BEZEL_F_SEAL_SHRINK | BEZEL_F_SEAL_GROW | BEZEL_F_SEAL_WRITE

    /// A new file that holds `bytes`. Throws when there is no memory for it.
    package static func file(with bytes: UnsafeRawBufferPointer) throws(SystemError) -> FileDescriptor {
        let flags = UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING)
        let file = FileDescriptor(owning: try SystemError.check("memfd_create") { memfd_create("bezel", flags) })
        let number = file.number
        var done = 0
        while done < bytes.count {
            let count = write(number, bytes.baseAddress! + done, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(call: "write", errno: errno, subject: "memory") }
            done += count
        }
        try SystemError.check("fcntl") { fcntl(number, BEZEL_F_ADD_SEALS, seals) }
        return file
    }

    /// Copies the contents of `file` into `bytes`. Returns false if it is not sealed, has another size, or cannot be read.
    package static func read(_ file: borrowing FileDescriptor, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
        let number = file.number
        var status = stat()
        guard fcntl(number, BEZEL_F_GET_SEALS) & seals == seals, fstat(number, &status) == 0,
            Int(status.st_size) == bytes.count
        else { return false }
        var done = 0
        while done < bytes.count {
            let count = pread(number, bytes.baseAddress! + done, bytes.count - done, off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
