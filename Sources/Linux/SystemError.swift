// A call to the kernel or to a library that failed: which call, on what, why, and what to do about it.

import Glibc

/// A failed call. Its description is a whole sentence: `open /dev/dri/card0: Permission denied; add the user to …`.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call's name as its manual page has it: `open`, `ioctl(KDSKBMODE)`, `drmModeSetCrtc`.
    package let call: String
    /// The error number of errno(3).
    package let errno: Int32
    /// What it was called on: a path, a device, a connector; empty when the call says enough.
    package let subject: String
    /// What the reader can do; empty when nothing is known to help.
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

    /// Whether the caller may not do this, as opposed to there being nothing to do it with.
    package var isPermission: Bool { errno == EACCES || errno == EPERM }

    /// Whether what was asked for is not there.
    package var isAbsence: Bool { [ENOENT, ENODEV, ENXIO, ENOTDIR].contains(errno) }

    /// Runs `body` until no signal interrupts it and gives back what it returned; -1 is thrown as an error.
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

    /// Runs a library's call that returns 0 or a negative error number, as libdrm's do; where it returns -1 the reason
    /// is in errno, which holds for EPERM too.
    static func checkNegated(
        _ call: String, _ subject: String = "", hint: String = "", _ body: () -> Int32
    ) throws(SystemError) {
        let result = body()
        guard result < 0 else { return }
        throw SystemError(call: call, errno: result == -1 ? Glibc.errno : -result, subject: subject, hint: hint)
    }
}
