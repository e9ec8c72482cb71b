// A failed call to the kernel or a library: which call, on what, why, and what to do about it.

import Glibc

/// A failed call. Its description is a whole sentence: `open /dev/dri/card0: Permission denied; add the user to …`.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call's name as its manual page has it: `open`, `ioctl(KDSKBMODE)`, `drmModeSetCrtc`.
    package let call: String
    /// The error number of errno(3).
    package let errno: Int32
    /// The object of the call: a path, a device, a connector; empty if the call's name is enough.
    package let subject: String
    /// Advice for the reader; empty if there is none.
    package let hint: String

    /// `call` failed with `errno` on `subject`.
    package init(call: String, errno: Int32, subject: String = "", hint: String = "") {
        self.call = call
        self.errno = errno
        self.subject = subject
        self.hint = hint
    }

    /// The kernel's words for the number: `No such file or directory`.
    package var reason: String { String(cString: strerror(errno)) }

    /// `call subject: reason; hint`.
    package var description: String {
        call + (subject.isEmpty ? "" : " \(subject)") + ": \(reason)" + (hint.isEmpty ? "" : "; \(hint)")
    }

    /// Whether the caller lacks permission.
    package var isPermission: Bool { errno == EACCES || errno == EPERM }

    /// Whether the object of the call does not exist.
    package var isAbsence: Bool { [ENOENT, ENODEV, ENXIO, ENOTDIR].contains(errno) }

    /// Repeats `body` while signals interrupt it, and returns its result. A result of -1 is thrown as an error.
    @discardableResult
    static func check(
        _ call: String, _ subject: String = "", hint: String = "", _ body: () -> Int32
    ) throws(SystemError) -> Int32 {
        while true {
            let result = body()
            if result != -1 { return result }
            let number = Glibc.errno
            if number != EINTR { throw SystemError(call: call, errno: number, subject: subject, hint: hint) }
        }
    }

    /// Runs a library call that returns 0 or a negative error number, as in libdrm. If it returns -1, which is also -EPERM, errno
    /// has the reason.
    static func checkNegated(
        _ call: String, _ subject: String = "", hint: String = "", _ body: () -> Int32
    ) throws(SystemError) {
        let result = body()
        guard result < 0 else { return }
        throw SystemError(call: call, errno: result == -1 ? Glibc.errno : -result, subject: subject, hint: hint)
    }
}
