// A file descriptor with one owner, closed when it goes.

import Glibc

/// An open file descriptor. Closed exactly once, when its owner lets it go.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number. Valid as long as this value lives.
    package let number: Int32

    /// Takes over `number`, which must be open and nobody else's.
    package init(owning number: Int32) { self.number = number }

    /// Opens `path` with the flags of open(2); close-on-exec is added. Throws what open(2) says.
    package init(opening path: String, _ flags: Int32) throws(SystemError) {
        number = try SystemError.check("open", path) { open(path, flags | O_CLOEXEC) }
    }

    deinit { Glibc.close(number) }

    /// Hands the number to somebody else, who closes it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
