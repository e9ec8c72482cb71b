// What goes on for a screen while it is on its stack: tasks and timers.

public import Geometry

/// The tasks and timers of a screen. They end when the screen leaves its stack.
@MainActor
final class ScreenWork {
    private var cancels: [Int: () -> Void] = [:]
    private var count = 0

    /// A number for new work.
    func newNumber() -> Int {
        count += 1
        return count
    }

    /// The work `number` has begun; `cancel` is called when the screen leaves its stack.
    func begin(_ number: Int, _ cancel: @escaping () -> Void) { cancels[number] = cancel }

    /// The work `number` is over.
    func end(_ number: Int) { cancels[number] = nil }

    func cancelAll() {
        let all = cancels.sorted { $0.key < $1.key }
        cancels = [:]
        for (_, cancel) in all { cancel() }
    }
}

extension Screen {
    /// Runs `work` as a task on the thread that decides, and cancels it when the screen leaves its stack. Each part of it, up to where it
    /// waits, runs in order with touches, before the next frame.
    @discardableResult
    public final func task(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let number = self.work.newNumber()
        // The task begins only when the present code is done.
        // A screen that has left before the task begins may be gone, and `work` relies on it.
        let body: @MainActor @Sendable () async -> Void = { [weak self] in
            guard let self, !Task.isCancelled else { return }
            await work()
            self.work.end(number)
        }
        let tasks: (any TaskExecutor)? = navigator?.stage.tasks
        let task = Task(executorPreference: tasks, operation: body)
        self.work.begin(number) { task.cancel() }
        return task
    }

    /// Calls `action` after `span` of the stage's time, or again and again at this interval if it `repeats`, until the timer is cancelled
    /// or the screen leaves its stack. A replay calls it at the same instants. On a screen that is on no stack it is never called.
    @discardableResult
    public final func after(
        _ span: Instant.Span, repeats: Bool = false, _ action: @escaping @MainActor () -> Void
    ) -> StageTimer {
        let timer = StageTimer(span, repeats: repeats, action)
        guard let stage = navigator?.stage else { return timer }
        let number = work.newNumber()
        work.begin(number) { timer.cancel() }
        timer.start(on: stage) { [weak self] in self?.work.end(number) }
        return timer
    }

    /// Waits for `span` of the stage's time: a replay goes on at the same instant. Throws `CancellationError` when the task is cancelled or
    /// the screen is on no stack.
    public final func sleep(for span: Instant.Span) async throws {
        let wait = Wait<Void>()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard navigator != nil, !Task.isCancelled else {
                    return continuation.resume(throwing: CancellationError())
                }
                let awaited = Awaited(continuation)
                let number = work.newNumber()
                let timer = after(span) { [weak self] in
                    self?.work.end(number)
                    awaited.resume(.success(()))
                }
                wait.begin(awaited) { [weak self] in
                    timer.cancel()
                    self?.work.end(number)
                }
                // The task may be one that does not end with the screen.
                work.begin(number) { wait.cancel() }
            }
        } onCancel: {
            Task { @MainActor in wait.cancel() }
        }
    }
}
