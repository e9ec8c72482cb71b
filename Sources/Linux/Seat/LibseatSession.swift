// A seat from seatd or logind, through libseat.

import CLog
import CSeat
import Geometry
import Glibc

/// An open libseat session. The backend is always named explicitly: libseat's own choice can end at `builtin`, which forks and
/// reports success without having a seat.
final class LibseatSession: ProvidedSeat {
    /// Called when the seat becomes active or inactive. It counts as inactive only after this returns.
    var onChange: ((Bool) -> Void)?
    /// Called when a request shows that the provider no longer responds.
    var onLost: (() -> Void)?
    private(set) var isEnabled = false
    private var seat: OpaquePointer?
    private let listener: UnsafeMutablePointer<libseat_seat_listener>
    private var deviceIDs: [Int32: Int32] = [:]
    private let backend: String

    /// Opens a seat with `backend` (`seatd` or `logind`) and waits until it is enabled, for at most `timeLimit`.
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
            try wait(untilEnabled: true, deadline, timeLimit)
        } catch {
            close()
            throw error
        }
    }

    /// Readable when there are messages from the provider.
    var fd: Int32 { libseat_get_fd(seat) }

    /// Handles messages from the provider. Returns false if the provider is gone.
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
        guard let id = deviceIDs.removeValue(forKey: fd) else { fatalError("\(fd) is not a device of \(backend)") }
        // This fails if the provider has revoked the device or is gone; then there is nothing to give back.
        if libseat_close_device(seat, id) == -1 { checkAnswers() }
        Glibc.close(fd)
    }

    /// Asks for the session on the virtual terminal `number`, and waits until this one is disabled, for at most `timeLimit`.
    func switchTerminals(to number: Int, within timeLimit: Instant.Span) throws(SystemError) {
        let deadline = MonotonicClock.now() + timeLimit
        try SystemError.check("libseat_switch_session", backend) { libseat_switch_session(seat, Int32(number)) }
        try wait(untilEnabled: false, deadline, timeLimit)
    }

    func close() {
        guard let seat else { return }
        _ = libseat_close_seat(seat)
        self.seat = nil
        listener.deallocate()
    }

    /// After a failed request, checks that the next one is answered. If libseat fails to read an answer from seatd, it takes that
    /// answer for the answer to the next request, and ignores everything after it, including that the seat is enabled again. So
    /// this asks for a device that seatd never grants. (logind's answers are numbered.)
    private func checkAnswers() {
        guard backend == "seatd" else { return }
        var fd: Int32 = -1
        if libseat_open_device(seat, "/dev/null", &fd) != -1 {
            // The answer to the failed request: a device that the caller no longer expects.
            Glibc.close(fd)
        } else if errno == ENOENT || errno == EPERM {
            // seatd has refused the device, as it refuses all devices while another session is in the foreground.
            return
        }
        onLost?()
    }

    private func changed(enabled: Bool) {
        isEnabled = enabled
        onChange?(enabled)
        // The provider waits for this before it activates the other session.
        if !enabled { _ = libseat_disable_seat(seat) }
    }

    private func wait(
        untilEnabled wanted: Bool, _ deadline: Instant, _ limit: Instant.Span
    ) throws(SystemError) {
        while true {
            // libseat may have queued messages that arrived with an earlier answer; the descriptor does not become readable for
            // them.
            try SystemError.check("libseat_dispatch", backend) { libseat_dispatch(seat, 0) }
            if isEnabled == wanted { return }
            let left = (deadline - MonotonicClock.now()).nanoseconds
            guard left > 0 else {
                let question = wanted ? "; is another session in the foreground?" : ""
                throw SystemError(
                    call: wanted ? "enable_seat" : "disable_seat", errno: ETIMEDOUT, subject: backend,
                    hint: "it did not come in \(limit.seconds) s\(question)")
            }
            var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
            // Round up, so that the last wait does not become a busy loop.
            try SystemError.check("poll", backend) { poll(&descriptor, 1, Int32((left + 999_999) / 1_000_000)) }
        }
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> LibseatSession {
        guard let pointer else { fatalError("libseat called back without its user data") }
        return Unmanaged<LibseatSession>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Names the backend in the environment, where libseat looks for it, for the duration of `body`. Child processes must not
    /// inherit the variable.
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

/// libseat's log lines while it opens a seat: its error numbers alone do not explain a failure.
private enum LibseatLog {
    // libseat's handler has no user data. All of this runs on the loop's thread.
    nonisolated(unsafe) private static var lines: [String] = []

    static func start() {
        lines = []
        libseat_set_log_level(LIBSEAT_LOG_LEVEL_ERROR)
        bezel_log_libseat { line in
            guard let line, LibseatLog.lines.count < 8 else { return }
            LibseatLog.lines.append(logLine(line))
        }
    }

    /// The first line, which has the cause. Each level above repeats it in later lines.
    static func takeCause() -> String {
        defer { lines = [] }
        let line = lines.first ?? ""
        // libseat prefixes lines with the place in its source: `[libseat/backend/seatd.c:66] `.
        return line.hasPrefix("[") ? String(line.drop { $0 != "]" }.dropFirst(2)) : line
    }
}
