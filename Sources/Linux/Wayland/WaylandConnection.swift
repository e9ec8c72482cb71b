// The connection to a compositor: its globals, and its events in the event loop.

import CLog
import CWayland
import Geometry
import Glibc

/// A connection to a compositor. After setup it never blocks.
final class WaylandConnection {
    /// An object that the compositor offers.
    struct Global {
        /// The compositor's id for it.
        let name: UInt32
        let interface: String
        let version: UInt32
    }

    /// The compositor's globals, in its order.
    private(set) var globals: [Global] = []
    /// Called for a global that is added or removed after `init`.
    var onGlobal: ((Global) -> Void)?
    var onGlobalRemoved: ((UInt32) -> Void)?
    /// Called after all pending events were dispatched.
    var onBatch: (() -> Void)?
    /// Called once, when the compositor is gone or reports a protocol error.
    var onFailure: ((DisplayError) -> Void)?
    /// Whether the compositor is still connected and `close()` was not called.
    var isOpen: Bool { state == .open }
    private enum State { case open, failed, closed }
    private var state = State.open
    private let display: OpaquePointer
    private let registry: OpaquePointer
    /// Proxies that `close()` destroys.
    private var bound: [OpaquePointer] = []
    private var watch: EventLoop.Watch?
    private var isWaitingToWrite = false
    private let timeLimit: Instant.Span

    nonisolated(unsafe) private static let registryListener = permanent(
        wl_registry_listener(
            global: { this, _, name, interface, version in
                guard let interface else { return }
                let global = Global(name: name, interface: String(cString: interface), version: version)
                (listening(this) as WaylandConnection).added(global)
            },
            global_remove: { this, _, name in (listening(this) as WaylandConnection).removed(name) }))

    /// Connects to `socket`, a name in XDG_RUNTIME_DIR or a path, and waits for the list of globals. `timeLimit` applies to each
    /// answer of the compositor while a window is set up.
    init(loop: EventLoop, socket: String, timeLimit: Instant.Span) throws(DisplayError) {
        WaylandLog.start()
        guard let display = wl_display_connect(socket) else {
            let error = SystemError(
                call: "wl_display_connect", errno: errno, subject: socket,
                hint: WaylandLog.takeLast().map { "libwayland says: \($0)" } ?? "is the compositor running?")
            throw error.errno == ECONNREFUSED ? .noDisplay(error.description) : DisplayError(error)
        }
        guard let registry = wl_display_get_registry(display) else {
            fatalError("libwayland has no memory for a registry")
        }
        (self.display, self.registry, self.timeLimit) = (display, registry, timeLimit)
        wl_registry_add_listener(
            registry, WaylandConnection.registryListener, Unmanaged.passUnretained(self).toOpaque())
        do throws(DisplayError) {
            try settle()
            do throws(SystemError) {
                watch = try loop.watch(wl_display_get_fd(display)) { [unowned self] in handle($0) }
            } catch { throw DisplayError(error) }
        } catch {
            close()
            throw error
        }
    }

    /// Binds the first global with `interface`, at `version` or its own version if lower; nil if its version is less than
    /// `least`. The connection destroys the proxy.
    func bind(
        _ interface: UnsafePointer<wl_interface>, version: UInt32 = 1, least: UInt32 = 1
    ) -> OpaquePointer? {
        let name = String(cString: interface.pointee.name)
        guard let global = globals.first(where: { $0.interface == name }), global.version >= least,
            let proxy = bind(global, interface, version: version)
        else { return nil }
        bound.append(proxy)
        return proxy
    }

    /// Binds `global`, at `version` or its own version if lower. The caller must destroy the proxy before the connection ends.
    func bind(_ global: Global, _ interface: UnsafePointer<wl_interface>, version: UInt32) -> OpaquePointer? {
        wl_registry_bind(registry, global.name, interface, min(version, global.version)).map { OpaquePointer($0) }
    }

    /// Sends wl_display.sync, and calls `onAnswer` when the compositor answers. Releasing the `WaylandAnswer` cancels that.
    func ask(_ onAnswer: @escaping () -> Void) -> WaylandAnswer {
        guard let callback = wl_display_sync(display) else { fatalError("libwayland has no memory for a callback") }
        return WaylandAnswer(callback, onAnswer)
    }

    /// Waits until the compositor has answered all requests.
    func settle() throws(DisplayError) {
        var isDone = false
        let answer = ask { isDone = true }
        defer { withExtendedLifetime(answer) {} }
        try wait { isDone }
    }

    /// Waits until events make `isDone` true. Throws if that takes longer than the time limit.
    func wait(until isDone: () -> Bool) throws(DisplayError) {
        let deadline = MonotonicClock.now() + timeLimit
        while !isDone() {
            guard prepareRead() else { throw failure() }
            // prepareRead() dispatches events, which may have made it true.
            if isDone() { return wl_display_cancel_read(display) }
            wl_display_flush(display)
            let left = (deadline - MonotonicClock.now()).nanoseconds
            var ready = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
            if poll(&ready, 1, Int32((max(0, left) + 999_999) / 1_000_000)) > 0 {
                wl_display_read_events(display)
            } else {
                wl_display_cancel_read(display)
            }
            wl_display_dispatch_pending(display)
            if wl_display_get_error(display) != 0 { throw failure() }
            guard left > 0 || isDone() else {
                throw .failed("the compositor has not answered in \(timeLimit.seconds) s")
            }
        }
    }

    /// Sends the queued requests. What the socket does not accept now is sent as soon as possible.
    func flush() {
        guard isOpen else { return }
        let isFull = wl_display_flush(display) < 0 && errno == EAGAIN
        if wl_display_get_error(display) != 0 { return fail(failure()) }
        guard isFull != isWaitingToWrite else { return }
        isWaitingToWrite = isFull
        do throws(SystemError) {
            try watch?.wait(for: isFull ? [.readable, .writable] : .readable)
        } catch { fail(DisplayError(error)) }
    }

    /// Ends the connection. All proxies must have been destroyed: libwayland crashes if a proxy is destroyed after its
    /// connection. Must not be called from an event of the connection.
    func close() {
        guard state != .closed else { return }
        state = .closed
        watch?.cancel()
        (onGlobal, onGlobalRemoved, onBatch, onFailure) = (nil, nil, nil, nil)
        for proxy in bound { wl_proxy_destroy(proxy) }
        wl_registry_destroy(registry)
        wl_display_flush(display)
        wl_display_disconnect(display)
    }

    /// Reads and dispatches pending events, without waiting. Must not be called from an event of the connection.
    func read() {
        guard isOpen else { return }
        var ready = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
        if poll(&ready, 1, 0) > 0 { handle(EventLoop.Readiness(rawValue: UInt32(UInt16(bitPattern: ready.revents)))) }
    }

    private func handle(_ readiness: EventLoop.Readiness) {
        guard isOpen else { return }
        if prepareRead() {
            if readiness.contains(.readable) {
                wl_display_read_events(display)
            } else {
                wl_display_cancel_read(display)
            }
            wl_display_dispatch_pending(display)
        }
        // Before a compositor hangs up, it may have sent a protocol error, which is read first.
        let hasGone = readiness.isGone && !readiness.contains(.readable)
        if hasGone || wl_display_get_error(display) != 0 { return fail(failure()) }
        onBatch?()
        flush()
    }

    /// Dispatches the queued events, and announces a read. Returns false if the connection has an error: libwayland then
    /// dispatches no more events, and allows no read while events are queued.
    private func prepareRead() -> Bool {
        while wl_display_prepare_read(display) != 0 {
            if wl_display_dispatch_pending(display) < 0 { return false }
        }
        return true
    }

    private func added(_ global: Global) {
        globals.append(global)
        onGlobal?(global)
    }

    private func removed(_ name: UInt32) {
        globals.removeAll { $0.name == name }
        onGlobalRemoved?(name)
    }

    private func fail(_ error: DisplayError) {
        guard isOpen else { return }
        state = .failed
        watch?.cancel()
        let report = onFailure
        onFailure = nil
        report?(error)
    }

    private func failure() -> DisplayError {
        if wl_display_get_error(display) == EPROTO, let line = WaylandLog.takeLast() {
            return .failed("the compositor rejected a request: \(line)")
        }
        return .failed("the compositor is gone, and with it the window and its touches")
    }
}

/// A wl_display.sync that the compositor has not answered yet. Releasing it cancels `onAnswer`.
final class WaylandAnswer {
    private let callback: OpaquePointer
    private let onAnswer: () -> Void

    nonisolated(unsafe) private static let listener = permanent(
        wl_callback_listener(done: { this, _, _ in (listening(this) as WaylandAnswer).onAnswer() }))

    fileprivate init(_ callback: OpaquePointer, _ onAnswer: @escaping () -> Void) {
        (self.callback, self.onAnswer) = (callback, onAnswer)
        wl_callback_add_listener(callback, WaylandAnswer.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { wl_callback_destroy(callback) }
}

/// libwayland's log lines, which are the only source for the reason of a refusal.
private enum WaylandLog {
    // libwayland's handler has no user data. All of this runs on the loop's thread.
    nonisolated(unsafe) private static var last: String?

    static func start() {
        last = nil
        bezel_log_wayland { line in if let line { WaylandLog.last = logLine(line) } }
    }

    static func takeLast() -> String? {
        defer { last = nil }
        return last
    }
}
