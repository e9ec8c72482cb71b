// One epoll: file descriptors, timers and signals, and no wake-up when nothing happens.

import CLinux
package import Geometry
import Glibc

/// Waits for file descriptors, deadlines and signals and calls the closures that belong to them, all on one thread.
/// It never polls: while nothing happens the process sleeps.
package final class EventLoop {
    private let epoll: FileDescriptor
    private let alarm: FileDescriptor
    private var watches: [UInt64: Watch] = [:]
    private var timers: [Timer] = []
    /// Those of a turn, kept for their memory.
    private var due: [Timer] = []
    private var nextID: UInt64 = 1
    /// What the timerfd is set to; set again only when the earliest deadline has changed.
    private var armed: Instant?
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 32)
    private var isStopping = false
    private var deadlineTimer: Timer?

    /// The timerfd's mark in epoll's events; file descriptors count from 1.
    private static let alarmID: UInt64 = 0

    /// A loop that waits for nothing yet. Throws when the process has no file descriptors left.
    package init() throws(SystemError) {
        epoll = FileDescriptor(owning: try SystemError.check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        let flags = Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)
        alarm = FileDescriptor(
            owning: try SystemError.check("timerfd_create") { timerfd_create(CLOCK_MONOTONIC, flags) })
        try control(EPOLL_CTL_ADD, alarm.number, .readable, EventLoop.alarmID)
    }

    deinit { events.deallocate() }

    /// Calls `handler` whenever `fd` is ready for what `readiness` names, or its other end is gone. The loop keeps the
    /// watch, whether or not the caller does, until `Watch.cancel()`, which must come before `fd` is closed.
    @discardableResult
    package func watch(
        _ fd: Int32, for readiness: Readiness = .readable, _ handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> Watch {
        let id = nextID
        try control(EPOLL_CTL_ADD, fd, readiness, id)
        nextID += 1
        let watch = Watch(loop: self, id: id, fd: fd, handler: handler)
        watches[id] = watch
        return watch
    }

    /// A timer that calls `handler` once each time its deadline has come. It has no deadline yet.
    package func timer(_ handler: @escaping () -> Void) -> Timer {
        let timer = Timer(loop: self, handler: handler)
        timers.append(timer)
        return timer
    }

    /// Called when the deadline set with `setDeadline(_:)` has come.
    package var onDeadline: (() -> Void)?

    /// Calls `onDeadline` once at `instant`, or at once when that has passed; nil: not at all. The last call counts.
    package func setDeadline(_ instant: Instant?) {
        let timer = deadlineTimer ?? timer { [unowned self] in onDeadline?() }
        deadlineTimer = timer
        timer.setDeadline(instant)
    }

    /// Calls `handler` with the number of each of `signals` that arrives, instead of what they usually do. Call it
    /// before any thread is started: a thread without the mask would take the signal away. A child process inherits
    /// the mask, so whoever starts one resets it.
    @discardableResult
    package func onSignals(_ signals: [Int32], _ handler: @escaping (Int32) -> Void) throws(SystemError) -> Watch {
        let source = try SignalDescriptor(signals)
        return try watch(source.number) { _ in
            while let signal = source.next() { handler(signal) }
        }
    }

    /// Waits and calls until `stop()`. Throws when epoll itself fails.
    package func run() throws(SystemError) {
        while !isStopping { try runOnce() }
        isStopping = false
    }

    /// Lets `run()` return after the closures that are due now.
    package func stop() { isStopping = true }

    /// Waits until something happens, calls what it belongs to, and returns true; false when `limit` came first.
    /// Not to be called from one of the loop's closures.
    @discardableResult
    package func runOnce(until limit: Instant? = nil) throws(SystemError) -> Bool {
        var earliest = limit
        for timer in timers { if let deadline = timer.deadline { earliest = min(earliest ?? deadline, deadline) } }
        try arm(earliest)
        let count = try SystemError.check("epoll_wait") {
            epoll_wait(epoll.number, events.baseAddress, Int32(events.count), -1)
        }
        let now = MonotonicClock.now()
        var happened = false
        for event in events.prefix(Int(count)) {
            if event.data.u64 == EventLoop.alarmID {
                // Setting it anew is what makes a timerfd unreadable again.
                try arm(nil, always: true)
            } else if let watch = watches[event.data.u64] {
                // (It is missing when a closure called before has cancelled it.)
                happened = true
                watch.handler(Readiness(rawValue: event.events))
            }
        }
        for timer in timers where timer.isDue(at: now) { due.append(timer) }
        due.sort { $0.isEarlier(than: $1) }
        for timer in due where timer.fire(at: now) { happened = true }
        due.removeAll(keepingCapacity: true)
        return happened
    }

    fileprivate func forget(_ watch: Watch) {
        guard watches.removeValue(forKey: watch.id) != nil else { return }
        // The descriptor may be closed already (a device that vanished); then the kernel has forgotten it too.
        _ = epoll_ctl(epoll.number, EPOLL_CTL_DEL, watch.fd, nil)
    }

    fileprivate func change(_ watch: Watch, to readiness: Readiness) throws(SystemError) {
        try control(EPOLL_CTL_MOD, watch.fd, readiness, watch.id)
    }

    func forget(_ timer: Timer) { timers.removeAll { $0 === timer } }

    private func control(
        _ operation: Int32, _ fd: Int32, _ readiness: Readiness, _ id: UInt64
    ) throws(SystemError) {
        var event = epoll_event(events: readiness.rawValue, data: epoll_data_t(u64: id))
        try SystemError.check("epoll_ctl", "file descriptor \(fd)") {
            epoll_ctl(epoll.number, operation, fd, &event)
        }
    }

    private func arm(_ instant: Instant?, always: Bool = false) throws(SystemError) {
        guard instant != armed || always else { return }
        var setting = itimerspec()
        if let instant {
            // 0 would switch the timer off; anything in the past fires at once.
            let nanoseconds = max(1, instant.nanoseconds)
            setting.it_value = timespec(
                tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        }
        try SystemError.check("timerfd_settime") {
            timerfd_settime(alarm.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
        }
        armed = instant
    }

    /// What a file descriptor can be ready for; epoll's numbers.
    package struct Readiness: OptionSet, Hashable, Sendable {
        /// epoll's bits.
        package let rawValue: UInt32
        /// The readiness of these bits.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is something to read, or an end to be read.
        package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        /// Writing would not block.
        package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        /// Priority data: what sysfs attributes and frame buffers raise.
        package static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
        /// Told once for each time that something has come, whether or not it is read.
        package static let once = Readiness(rawValue: EPOLLET.rawValue)
        /// The other end is closed, or the device is gone. Reported unasked; a watch that does not cancel itself then
        /// is called again and again.
        package static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
        /// Something is wrong with it; reported and repeated like `hangUp`.
        package static let failure = Readiness(rawValue: EPOLLERR.rawValue)

        /// Whether nothing can come from it any more.
        package var isGone: Bool { !isDisjoint(with: [.hangUp, .failure]) }
    }

    /// A file descriptor that the loop waits for.
    package final class Watch {
        fileprivate let id: UInt64
        fileprivate let fd: Int32
        fileprivate let handler: (Readiness) -> Void
        private unowned let loop: EventLoop

        fileprivate init(loop: EventLoop, id: UInt64, fd: Int32, handler: @escaping (Readiness) -> Void) {
            self.loop = loop
            self.id = id
            self.fd = fd
            self.handler = handler
        }

        /// Waits for `readiness` from now on.
        package func wait(for readiness: Readiness) throws(SystemError) { try loop.change(self, to: readiness) }

        /// Stops waiting. Nothing is called after this, not even for what has already happened.
        package func cancel() { loop.forget(self) }
    }
}
