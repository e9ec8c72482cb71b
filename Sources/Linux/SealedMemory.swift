// Memory that this process lends to another as a file, to write into it.

import CLinux
import Glibc

/// An anonymous file whose size is fixed. This process makes it and passes it on, so another process can neither fill more memory nor
/// pass back a file of its own choice.
package enum SealedMemory {
    private static let seals = BEZEL_F_SEAL_SHRINK | BEZEL_F_SEAL_GROW | BEZEL_F_SEAL_SEAL

    /// A new file of `count` bytes. Throws when there is no memory for it.
    package static func file(of count: Int) throws(SystemError) -> FileDescriptor {
        let flags = UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING)
        let file = FileDescriptor(owning: try SystemError.check("memfd_create") { memfd_create("bezel", flags) })
        let number = file.number
        try SystemError.check("ftruncate") { ftruncate(number, off_t(count)) }
        try SystemError.check("fcntl") { fcntl(number, BEZEL_F_ADD_SEALS, seals) }
        return file
    }

    /// A new file that contains `bytes`, and that nobody can change, so several processes can have it. Throws when there is no memory
    /// for it.
    package static func constant(_ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
        let file = FileDescriptor(
            owning: try SystemError.check("memfd_create") {
                memfd_create("bezel", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
            })
        let number = file.number
        try SystemError.check("ftruncate") { ftruncate(number, off_t(bytes.count)) }
        try write(bytes[...], to: number)
        try SystemError.check("fcntl") { fcntl(number, BEZEL_F_ADD_SEALS, seals | BEZEL_F_SEAL_WRITE) }
        return file
    }

    /// Writes `bytes` to the file `number`, from `offset` on. Throws when the file is shorter.
    package static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32, at offset: Int = 0) throws(SystemError)
    {
        var done = 0
        while done < bytes.count {
            let count = pwrite(number, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(call: "pwrite", errno: errno, subject: "memory") }
            done += count
        }
    }

    /// Writes `bytes` to the beginning of the file `number`. Throws when the file is shorter.
    package static func write(_ bytes: ArraySlice<UInt8>, to number: Int32) throws(SystemError) {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in try write(bytes, to: number) }
        }.get()
    }

    /// Copies the file `number` from `offset` on into `bytes`. Returns false if the file is shorter.
    package static func read(_ number: Int32, at offset: Int = 0, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = pread(number, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
