// The tasks of the main actor, in the turns of the event loop.

import CLinux
// So that libdispatch is linked.
import Dispatch
import Glibc

/// The queue of the main actor. libdispatch leaves it to the first thread of the process, which waits in an `EventLoop` here. Whoever has
/// made a decision runs the tasks that it started, at once; and the loop wakes up for those that something else let go on.
@MainActor
package final class MainQueue {
    /// The most batches of tasks that run before the loop looks after touches again. A task that always starts another would hold it
    /// for ever.
    private static let mostBatches = 256

    private let descriptor: Int32
    private var isRunning = false

    /// The queue; nil on any other thread than the first of the process, where something else runs it. Throws when the process has no file
    /// descriptors left.
    package init?() throws(SystemError) {
        guard gettid() == getpid() else { return nil }
        // libdispatch aborts where it cannot make an eventfd.
        _ = try Wakeup()
        descriptor = _dispatch_get_main_queue_handle_4CF()
    }

    /// Runs the tasks that can go on, and those that they start. Returns whether there were any. Does nothing while it runs.
    @discardableResult
    package func run() -> Bool {
        if isRunning { return false }
        isRunning = true
        defer { isRunning = false }
        for batch in 0..<Self.mostBatches {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 0) > 0 else { return batch > 0 }
            var count: UInt64 = 0
            while read(descriptor, &count, 8) < 0, errno == EINTR {}
            _dispatch_main_queue_callback_4CF(nil)
        }
        return true
    }

    /// Calls `ready` in `loop` whenever a task can go on, to have it run.
    package func watch(in loop: EventLoop, _ ready: @escaping () -> Void) throws(SystemError) -> EventLoop.Watch {
        try loop.watch(descriptor) { _ in ready() }
    }
}
