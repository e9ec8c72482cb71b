// A file descriptor with a single owner, which closes it.

import Glibc

/// An open file descriptor. It is closed exactly once, at the end of its owner's lifetime.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number. Valid as long as this value lives.
    package let number: Int32

    /// Takes ownership of `number`, which must be open and have no other owner.
    package init(owning number: Int32) { self.number = number }

    /// Opens `path` with the flags of open(2) and close-on-exec. Throws the error of open(2).
    package init(opening path: String, _ flags: Int32) throws(SystemError) {
        number = try SystemError.check("open", path) { open(path, flags | O_CLOEXEC) }
    }

    deinit { Glibc.close(number) }

    /// Releases ownership of the number. The caller must close it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
