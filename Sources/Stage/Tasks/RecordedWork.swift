// Asynchronous work whose results are recorded, so that a replay goes without the work.

import Geometry

/// Why asynchronous work has failed, as the recording has it.
public struct RecordedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error as text.
    public let message: String

    /// An error with `message`.
    public init(_ message: String) { self.message = message }

    /// The error as text.
    public var description: String { message }
}

/// Which results a stage gets from a recording that is played on it. The app does not do the work for these again.
package enum SuppliedResults {
    /// None: the app works.
    case none
    /// All.
    case all
    /// Those that the app calls by these names.
    case named(Set<String>)

    func has(_ name: String) -> Bool {
        switch self {
        case .none: false
        case .all: true
        case .named(let names): names.contains(name)
        }
    }
}

extension Screen {
    /// Does `work` on another thread, and returns its result at the instant at which the stage takes it, in order with touches. Recordings
    /// call the result `name`. A replay returns, or throws, what the recording has, and does not do the work.
    ///
    ///     task {
    ///         do { self.show(try await self.recorded("weather") { try await client.weather() }) } catch { self.show(error) }
    ///     }
    ///
    /// A result has at most 64 KiB as text. Throws a `RecordedError` with the text of the error that `work` has thrown, and
    /// `CancellationError` when the task is cancelled, as it is by `task` when the screen leaves its stack.
    public final func recorded<Value: LosslessStringConvertible & Sendable>(
        _ name: String, by work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let wait = Wait<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard let stage = navigator?.stage, !Task.isCancelled else {
                    return continuation.resume(throwing: CancellationError())
                }
                let awaited = Awaited(continuation)
                let result = stage.expectOutcome(name, for: self) { (outcome: Result<Value, RecordedError>) in
                    awaited.resume(outcome.mapError { $0 })
                    return true
                }
                if stage.suppliedResults.has(name) {
                    // It comes as long as somebody waits for it.
                    awaited.source = result
                    wait.begin(awaited) {}
                } else {
                    let worker = Task.detached { await result.arrive(of: work) }
                    wait.begin(awaited) { worker.cancel() }
                }
            }
        } onCancel: {
            Task { @MainActor in wait.cancel() }
        }
    }

    /// The elements of `values`, which another thread waits for, each at the instant at which the stage takes it. Recordings call each of
    /// them `name`. A replay has those of the recording. The stream ends with `values`, or with the error that it throws, or when its task is
    /// cancelled.
    public final func recorded<Values: AsyncSequence & Sendable>(
        _ name: String, from values: Values
    ) -> AsyncThrowingStream<Values.Element, any Error>
    where Values.Element: LosslessStringConvertible & Sendable {
        AsyncThrowingStream { continuation in
            guard let stage = navigator?.stage else { return continuation.finish(throwing: CancellationError()) }
            let end = Self.endOfSequence
            let result = stage.expectOutcome(name, for: self) { (outcome: Result<Values.Element, RecordedError>) in
                switch outcome {
                case .success(let value): continuation.yield(value)
                case .failure(let error) where error.message == end: continuation.finish()
                case .failure(let error): continuation.finish(throwing: error)
                }
                return true
            }
            if stage.suppliedResults.has(name) {
                continuation.onTermination = { _ in _ = result }
                return
            }
            let worker = Task.detached {
                do {
                    for try await value in values { result.arrive(value) }
                    result.fail(end)
                } catch { result.fail("\(error)") }
            }
            continuation.onTermination = { _ in worker.cancel() }
        }
    }

    /// What recordings say at the end of a sequence.
    private static var endOfSequence: String { "the end" }
}

extension ExpectedResult where Value: Sendable {
    /// Does `work`, and sends what it returns or throws.
    fileprivate func arrive(of work: () async throws -> Value) async {
        do {
            let value = try await work()
            if value.description.utf8.count > Self.mostBytes {
                fail("the result has more than \(Self.mostBytes >> 10) KiB as text")
            } else {
                arrive(value)
            }
        } catch { fail("\(error)") }
    }
}

/// The continuation of code that waits for something that may never come.
@MainActor
final class Awaited<Value: Sendable> {
    private var continuation: CheckedContinuation<Value, any Error>?
    /// Is kept as long as the code waits.
    var source: AnyObject?

    init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = continuation }

    // When nobody keeps it any more, it cannot come.
    isolated deinit { continuation?.resume(throwing: CancellationError()) }

    /// The code goes on with `outcome`, if it still waits.
    func resume(_ outcome: Result<Value, any Error>) {
        continuation?.resume(with: outcome)
        (continuation, source) = (nil, nil)
    }
}

/// A wait that can be cancelled.
@MainActor
final class Wait<Value: Sendable> {
    private weak var awaited: Awaited<Value>?
    private var stop: (() -> Void)?

    /// `awaited` is being waited for; `stop` ends the work for it.
    func begin(_ awaited: Awaited<Value>, stop: @escaping () -> Void) { (self.awaited, self.stop) = (awaited, stop) }

    func cancel() {
        stop?()
        stop = nil
        awaited?.resume(.failure(CancellationError()))
    }
}
