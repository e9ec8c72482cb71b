// The signals of threads.

import Glibc
import Synchronization
import Testing

@testable import Linux

@Suite struct ThreadTests {
    private final class Blocked: Sendable {
        let signals = Mutex<Set<Int32>>([])
    }

    @Test func `a thread handles no signals but its own faults`() throws {
        let blocked = Blocked()
        let thread = try startThread(blocked) { blocked in
            var set = sigset_t()
            pthread_sigmask(SIG_SETMASK, nil, &set)
            blocked.signals.withLock { signals in
                for signal: Int32 in 1..<32 where sigismember(&set, signal) == 1 { signals.insert(signal) }
            }
        }
        pthread_join(thread, nil)
        let signals = blocked.signals.withLock { $0 }
        #expect(signals.isSuperset(of: [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGUSR1, SIGALRM]))
        #expect(signals.isDisjoint(with: [SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGTRAP]))
    }
}
