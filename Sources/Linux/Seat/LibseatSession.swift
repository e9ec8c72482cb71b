// A seat granted by seatd or logind, through libseat.

import CSeat
import Geometry
import Glibc

/// An open libseat. The backend is always named: libseat's own choice can end at `builtin`, which forks, reports success
/// and has no seat.
final class LibseatSession {
    /// Called with whether the seat is ours, after it has changed; away only counts once this has returned.
    var onChange: ((Bool) -> Void)?
    /// Called when a request has shown that nothing more can be had of the provider.
    var onLost: (() -> Void)?
    private(set) var isEnabled = false
    private var seat: OpaquePointer?
    private let listener: UnsafeMutablePointer<libseat_seat_listener>
    private var deviceIDs: [Int32: Int32] = [:]
    private let backend: String

    /// Opens a seat of `backend` (`seatd` or `logind`) and waits until it is enabled, `timeLimit` at most.
    init(backend: String, timeLimit: Instant.Span) throws(SystemError) {
        self.backend = backend
        listener = .allocate(capacity: 1)
        listener.initialize(
            to: libseat_seat_listener(
                enable_seat: { _, session in LibseatSession.from(session).changed(enabled: true) },
                disable_seat: { _, session in LibseatSession.from(session).changed(enabled: false) }))
        let deadline = MonotonicClock.now() + timeLimit
        seat = LibseatSession.withBackend(backend) {
            libseat_open_seat(listener, Unmanaged.passUnretained(self).toOpaque())
        }
        guard seat != nil else {
            let number = errno
            listener.deallocate()
            let cause = LibseatLog.takeCause()
            throw SystemError(call: "libseat_open_seat", errno: number, subject: backend, hint: cause)
        }
        do throws(SystemError) {
            try waitUntilEnabled(deadline, timeLimit)
        } catch {
            close()
            throw error
        }
    }

    /// Readable when the provider has something to say.
    var fd: Int32 { libseat_get_fd(seat) }

    /// Hears what the provider says; false when it has gone.
    func dispatch() -> Bool { libseat_dispatch(seat, 0) != -1 }

    func openDevice(_ path: String) throws(SystemError) -> Int32 {
        var fd: Int32 = -1
        do throws(SystemError) {
            let id = try SystemError.check("libseat_open_device", path, hint: "asked of \(backend)") {
                libseat_open_device(seat, path, &fd)
            }
            deviceIDs[fd] = id
            return fd
        } catch {
            checkAnswers()
            throw error
        }
    }

    func closeDevice(_ fd: Int32) {
        guard let id = deviceIDs.removeValue(forKey: fd) else { fatalError("\(fd) is no device of \(backend)") }
        // It fails when the provider has revoked the device or is gone; there is nothing left to give back then.
        if libseat_close_device(seat, id) == -1 { checkAnswers() }
        Glibc.close(fd)
    }

    func close() {
        guard let seat else { return }
        _ = libseat_close_seat(seat)
        self.seat = nil
        listener.deallocate()
    }

    /// After a request that has failed: whether the next one is answered. libseat goes on when it could not read an answer of
    /// seatd's, takes that for the answer to the request after it, and hears nothing that comes behind it, not even that
    /// the seat is ours again. So it is asked for a device that seatd never grants. (logind's answers carry numbers.)
    private func checkAnswers() {
        guard backend == "seatd" else { return }
        var fd: Int32 = -1
        if libseat_open_device(seat, "/dev/null", &fd) != -1 {
            // The answer to the request that failed: a device that nobody waits for any more.
            Glibc.close(fd)
        } else if errno == ENOENT || errno == EPERM {
            // No such device is granted, or none at all while another session is in the foreground.
            return
        }
        onLost?()
    }

    private func changed(enabled: Bool) {
        isEnabled = enabled
        onChange?(enabled)
        // The provider waits for this before it lets the other session in.
        if !enabled { _ = libseat_disable_seat(seat) }
    }

    private func waitUntilEnabled(_ deadline: Instant, _ limit: Instant.Span) throws(SystemError) {
        while true {
            // What came along with the answer to an earlier request waits inside libseat: the descriptor is silent.
            try SystemError.check("libseat_dispatch", backend) { libseat_dispatch(seat, 0) }
            if isEnabled { return }
            let left = (deadline - MonotonicClock.now()).nanoseconds
            guard left > 0 else {
                throw SystemError(
                    call: "enable_seat", errno: ETIMEDOUT, subject: backend,
                    hint: "it did not come in \(limit.seconds) s; is another session in the foreground?")
            }
            var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
            // Rounded up, so that the last wait does not become a busy loop.
            try SystemError.check("poll", backend) { poll(&descriptor, 1, Int32((left + 999_999) / 1_000_000)) }
        }
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> LibseatSession {
        guard let pointer else { fatalError("libseat called back without its user data") }
        return Unmanaged<LibseatSession>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// libseat reads the backend's name from the environment; children of this process must not find it there.
    private static func withBackend<T>(_ backend: String, _ body: () -> T) -> T {
        let name = "LIBSEAT_BACKEND"
        let before = getenv(name).map { String(cString: $0) }
        setenv(name, backend, 1)
        LibseatLog.start()
        defer {
            let number = errno
            if let before { setenv(name, before, 1) } else { unsetenv(name) }
            errno = number
        }
        return body()
    }
}

/// What libseat said while it opened a seat: its error numbers alone do not tell why.
private enum LibseatLog {
    // libseat's handler carries no user data, and all of this happens on the loop's thread.
    nonisolated(unsafe) private static var lines: [String] = []

    static func start() {
        lines = []
        libseat_set_log_level(LIBSEAT_LOG_LEVEL_ERROR)
        libseat_set_log_handler { _, format, arguments in
            guard let format, let arguments, LibseatLog.lines.count < 8 else { return }
            LibseatLog.lines.append(formatted(format, arguments))
        }
    }

    /// What was said first: the cause. What follows repeats it at each level above.
    static func takeCause() -> String {
        defer { lines = [] }
        let line = lines.first ?? ""
        // libseat puts the place in its source before it: `[libseat/backend/seatd.c:66] `.
        return line.hasPrefix("[") ? String(line.drop { $0 != "]" }.dropFirst(2)) : line
    }
}
