// A thread with all signals blocked, apart from faults.

import CLinux
import Glibc

/// Runs `body` with `context` in a new thread, which the caller must join. Signals go to the caller's thread.
func startThread<Context: AnyObject & Sendable>(
    _ context: Context, _ body: @escaping @Sendable (Context) -> Void
) throws(SystemError) -> pthread_t {
    let start = Start { body(context) }
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    // A fault belongs to the thread that made it, and the kernel ends a process that blocks its own, before a crash is reported.
    for fault in [SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGTRAP] { sigdelset(&all, fault) }
    pthread_sigmask(SIG_SETMASK, &all, &before)
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, nil,
        { start in
            guard let start else { fatalError("a thread without what it was started for") }
            Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(start).toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard failure == 0 else {
        Unmanaged.passUnretained(start).release()
        throw SystemError(call: "pthread_create", errno: failure)
    }
    return thread
}

private final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Runs `body` with `context` in a new thread, which nobody joins. Signals go to the caller's thread.
package func detachThread<Context: AnyObject & Sendable>(
    _ context: Context, _ body: @escaping @Sendable (Context) -> Void
) throws(SystemError) {
    pthread_detach(try startThread(context, body))
}
