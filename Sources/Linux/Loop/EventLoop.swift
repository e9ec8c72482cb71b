// One epoll for file descriptors, timers and signals. It wakes up only for events.

import CLinux
package import Geometry
import Glibc

/// Waits for file descriptors, deadlines and signals, and calls their closures, all on one thread. It never polls: the process
/// sleeps until an event occurs.
package final class EventLoop {
    private let epoll: FileDescriptor
    private let alarm: FileDescriptor
    private var watches: [UInt64: Watch] = [:]
    private(set) var timers: [Timer] = []
    /// The timers that are due in a turn; a stored array, so that its memory is reused.
    private var due: [Timer] = []
    private var nextID: UInt64 = 1
    /// The deadline that the timerfd is set to; nil when it has passed. The timerfd is set again only when the earliest deadline changes.
    private var armed: Instant?
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 32)
    private var isStopping = false
    private var deadlineTimer: Timer?
    /// The time of a loop that has one of its own; nil: it goes by CLOCK_MONOTONIC.
    private var ownTime: Instant?

    /// The timerfd's id in epoll's events. Ids of file descriptors start at 1.
    private static let alarmID: UInt64 = 0

    /// A loop without watches. With `start` it has a time of its own, which begins then: where a loop would sleep, that goes on to the next
    /// deadline at once. So tests count what happens when, on any machine. Throws when the process has no file descriptors left.
    package init(startingAt start: Instant? = nil) throws(SystemError) {
        ownTime = start
        epoll = FileDescriptor(owning: try SystemError.check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        let flags = Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)
        alarm = FileDescriptor(
            owning: try SystemError.check("timerfd_create") { timerfd_create(CLOCK_MONOTONIC, flags) })
        // It is told once of each alarm, so nothing has to read it.
        try control(EPOLL_CTL_ADD, alarm.number, [.readable, .once], EventLoop.alarmID)
    }

    deinit { events.deallocate() }

    // MARK: Time

    /// The present moment.
    package var now: Instant { ownTime ?? MonotonicClock.now() }

    /// Comes back at `instant`, awake (`MonotonicClock.wait`).
    package func wait(until instant: Instant) {
        guard let now = ownTime else { return MonotonicClock.wait(until: instant) }
        ownTime = max(now, instant)
    }

    // MARK: What it waits for

    /// Calls `handler` whenever `fd` has a state in `readiness`, or its other end is closed. The loop retains the watch until
    /// `Watch.cancel()`, which must be called before `fd` is closed.
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

    /// A timer that calls `handler` each time its deadline is reached. It has no deadline yet.
    package func timer(_ handler: @escaping () -> Void) -> Timer {
        let timer = Timer(loop: self, handler: handler)
        timers.append(timer)
        return timer
    }

    /// Called when the deadline of `setDeadline(_:)` is reached.
    package var onDeadline: (() -> Void)?

    /// Calls `onDeadline` once at `instant`, immediately if that has passed, or never if nil. Replaces the earlier deadline.
    package func setDeadline(_ instant: Instant?) {
        let timer = deadlineTimer ?? timer { [unowned self] in onDeadline?() }
        deadlineTimer = timer
        timer.setDeadline(instant)
    }

    /// Calls `handler` with the number of each of `signals` that arrives, in place of its default action. Call it before any
    /// thread is started: a thread without the mask would receive the signal. A child process inherits the mask, so code that
    /// starts one must reset it.
    @discardableResult
    package func onSignals(_ signals: [Int32], _ handler: @escaping (Int32) -> Void) throws(SystemError) -> Watch {
        let source = try SignalDescriptor(signals)
        return try watch(source.number) { _ in
            while let signal = source.next() { handler(signal) }
        }
    }

    /// Waits for events and calls their closures until `stop()`. Throws if epoll itself fails.
    package func run() throws(SystemError) {
        while !isStopping { try runOnce() }
        isStopping = false
    }

    /// Makes `run()` return after the closures that are due now.
    package func stop() { isStopping = true }

    /// Waits for an event, calls its closure, and returns true; returns false if `limit` is reached first. Must not be called
    /// from a closure of the loop.
    @discardableResult
    package func runOnce(until limit: Instant? = nil) throws(SystemError) -> Bool {
        var earliest = limit
        for timer in timers { if let deadline = timer.deadline { earliest = min(earliest ?? deadline, deadline) } }
        if ownTime == nil { try arm(earliest) }
        let count = try SystemError.check("epoll_wait") {
            epoll_wait(epoll.number, events.baseAddress, Int32(events.count), ownTime == nil ? -1 : 0)
        }
        if count == 0, let earliest { wait(until: earliest) }
        let now = now
        var happened = false
        for event in events.prefix(Int(count)) {
            if event.data.u64 == EventLoop.alarmID {
                armed = nil
            } else if let watch = watches[event.data.u64] {
                // An earlier closure in this turn may have cancelled the watch.
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
        // If the descriptor is already closed (a device that disappeared), the kernel has removed it from the epoll.
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

    private func arm(_ instant: Instant?) throws(SystemError) {
        guard instant != armed else { return }
        var setting = itimerspec()
        if let instant {
            // 0 would disarm the timer. A time in the past fires immediately.
            let nanoseconds = max(1, instant.nanoseconds)
            setting.it_value = timespec(
                tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        }
        try SystemError.check("timerfd_settime") {
            timerfd_settime(alarm.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
        }
        armed = instant
    }

    /// The states of a file descriptor, as epoll's bits.
    package struct Readiness: OptionSet, Hashable, Sendable {
        /// epoll's bits.
        package let rawValue: UInt32
        /// The states with these bits.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is data or an end of file to read.
        package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        /// Writing would not block.
        package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        /// There is priority data, as on sysfs attributes and frame buffers.
        package static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
        /// Report each arrival of data once, even if the data is not read (edge-triggered).
        package static let once = Readiness(rawValue: EPOLLET.rawValue)
        /// The other end is closed, or the device is gone. Always reported; unless the watch is cancelled, its handler is called
        /// again and again.
        package static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
        /// An error. Always reported and repeated, like `hangUp`.
        package static let failure = Readiness(rawValue: EPOLLERR.rawValue)

        /// Whether no more data can arrive.
        package var isGone: Bool { !isDisjoint(with: [.hangUp, .failure]) }
    }

    /// A file descriptor that the loop watches.
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

        /// Replaces the states to wait for.
        package func wait(for readiness: Readiness) throws(SystemError) { try loop.change(self, to: readiness) }

        /// Stops waiting. The handler is not called after this, not even for events that have already occurred.
        package func cancel() { loop.forget(self) }
    }
}
