// The tasks of an app, which run between the decisions of its stage.

import Synchronization

/// Where the tasks of screens go on. Swift would have a thread of its pool continue a task that has waited, and pass it on to the main
/// actor from there, some time later. Here whoever has made a decision runs what it let go on, at once: a replay does the same.
package final class StageTasks: TaskExecutor {
    private let jobs = Mutex(WakingQueue<UnownedJob>())
    /// Runs what waits for the main actor, and returns whether anything did. Nil where something else runs it.
    @MainActor package var runMainActor: (() -> Bool)?
    @MainActor private var isRunning = false

    /// The most rounds in which tasks let others go on before touches come again. Tasks that always do would hold the kiosk for ever.
    private static let mostRounds = 256

    init() {}

    /// Calls `wake` on the thread that lets a task go on, if none could before, and at once if one can now. `wake` should only make the
    /// thread that decides call `run`.
    package func wake(by wake: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.wake(by: wake) }?()
    }

    /// Takes a part of a task, up to where it waits. Can be called from any thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }?()
    }

    /// Whether a task can go on.
    package var isWaiting: Bool { jobs.withLock { !$0.isEmpty } }

    /// Runs the tasks that can go on, and those that these let go on.
    @MainActor
    package func run() {
        if isRunning { return }
        isRunning = true
        defer { isRunning = false }
        for _ in 0..<Self.mostRounds {
            let ready = jobs.withLock { $0.take() }
            for job in ready { job.runSynchronously(on: asUnownedTaskExecutor()) }
            let ran = runMainActor?() == true
            if ready.isEmpty, !ran { return }
        }
        // The rest runs in the next turn.
        jobs.withLock(\.waiter)?()
    }
}
