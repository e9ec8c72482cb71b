// One computation on a thread of its own, whose answer comes from the event loop.

import CLinux
import Glibc

/// A computation under way. Touches and frames go on meanwhile.
package final class BackgroundCall<Answer: Sendable> {
    private let done: Wakeup
    private var watch: EventLoop.Watch?

    /// Calls `work` on a thread of its own and passes what it gives back to `onAnswer` from `loop`, once. Nothing is called once
    /// this is gone; `work` then ends unheard. Throws when no thread can be started.
    package init(
        on loop: EventLoop, _ work: @escaping @Sendable () -> Answer, onAnswer: @escaping (Answer) -> Void
    ) throws(SystemError) {
        done = try Wakeup()
        let task = Task(work, done)
        watch = try done.watch(in: loop) { [unowned self] in
            watch?.cancel()
            watch = nil
            if let answer = task.answer.with({ $0 }) { onAnswer(answer) }
        }
        do throws(SystemError) { pthread_detach(try startThread(task) { $0.run() }) } catch {
            watch?.cancel()
            throw error
        }
    }

    deinit { watch?.cancel() }

    /// The thread's part.
    private final class Task: Sendable {
        let answer = Monitor<Answer?>(nil)
        private let work: @Sendable () -> Answer
        private let done: Wakeup

        init(_ work: @escaping @Sendable () -> Answer, _ done: Wakeup) { (self.work, self.done) = (work, done) }

        func run() {
            let result = work()
            answer.with { $0 = result }
            done.ring()
        }
    }
}
