// Errors of the kernel as sentences, and files as values with one owner.

import Glibc
import Testing

@testable import Linux

@Suite struct SystemErrorTests {
    @Test func `an error names the call, the subject, the reason and what to do`() {
        let error = SystemError(call: "open", errno: EACCES, subject: "/dev/dri/card0", hint: "run seatd")
        #expect(error.description == "open /dev/dri/card0: Permission denied; run seatd")
        #expect(SystemError(call: "udev_new", errno: ENOMEM).description == "udev_new: Cannot allocate memory")
    }

    @Test func `not allowed and not there are told apart`() {
        let refused = [EACCES, EPERM].map { SystemError(call: "open", errno: $0) }
        let absent = [ENOENT, ENODEV, ENXIO].map { SystemError(call: "open", errno: $0) }
        #expect(refused.allSatisfy { $0.isPermission && !$0.isAbsence })
        #expect(absent.allSatisfy { $0.isAbsence && !$0.isPermission })
    }

    @Test func `an interrupted call is made again`() throws {
        var calls = 0
        let result = try SystemError.check("read") {
            calls += 1
            errno = EINTR
            return calls < 3 ? -1 : 42
        }
        #expect(result == 42)
        #expect(calls == 3)
    }

    @Test func `a library's negative result is its error number, and -1 means errno`() {
        let negated = #expect(throws: SystemError.self) { try SystemError.checkNegated("drmSetMaster") { -EBUSY } }
        #expect(negated?.errno == EBUSY)
        let plain = #expect(throws: SystemError.self) {
            try SystemError.checkNegated("drmSetMaster") {
                errno = EACCES
                return -1
            }
        }
        #expect(plain?.errno == EACCES)
    }

    @Test func `a missing file is an absence with its path`() {
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor(opening: "/nonexistent/bezel", O_RDONLY)
        }
        #expect(error?.description == "open /nonexistent/bezel: No such file or directory")
        #expect(error?.isAbsence == true)
    }

    @Test func `a descriptor is closed when its owner lets it go, and not when it was handed on`() throws {
        var number: Int32 = -1
        do {
            let file = try FileDescriptor(opening: "/dev/zero", O_RDONLY)
            number = file.number
            #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
        }
        // Another test may have taken the number in the meantime, for something else.
        #expect(SystemFiles.target("/proc/self/fd/\(number)") != "/dev/zero")
        let kept = try FileDescriptor(opening: "/dev/zero", O_RDONLY).release()
        #expect(SystemFiles.target("/proc/self/fd/\(kept)") == "/dev/zero")
        close(kept)
    }
}
