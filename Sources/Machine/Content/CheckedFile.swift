// A version of a picture's file that was decoded to its end.

import Glibc

/// What tells one version of a file from the next, and from all other files, with the limits within which it was decoded.
struct CheckedFile: Hashable {
    /// What decoding it to its end has shown.
    enum Verdict {
        case whole
        case broken(reason: String)
    }

    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    /// When the content was written last, and when anything of the file changed last, also its time: the first can be set to that of
    /// another file.
    private let (seconds, nanoseconds, changeSeconds, changeNanoseconds): (Int, Int, Int, Int)
    private let limits: ContentProcess.Limits

    /// The version of the open file `descriptor`; nil if the kernel does not tell it.
    init?(_ descriptor: Int32, _ limits: ContentProcess.Limits) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        (changeSeconds, changeNanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
        self.limits = limits
    }
}
