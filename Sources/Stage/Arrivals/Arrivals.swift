// The queue of arrivals that wait for the decision thread.

import Synchronization

/// A bounded, ordered queue. Other threads post arrivals to it; the decision thread takes them, turn by turn.
package final class Arrivals: Sendable {
    /// The number of arrivals in the queue at which further results are refused.
    package static let most = 4096
    /// The maximum number of bytes of text in the queue.
    package static let mostBytes = 4 << 20

    private struct State {
        var waiting = WakingQueue<Arrival>()
        var bytes = 0
        var isClosed = false
    }
    private let state = Mutex(State())

    init() {}

    /// Calls `wake` on the posting thread each time an arrival is posted to an empty queue, and at once if the queue is
    /// not empty now. `wake` should only make the decision thread call `take`.
    package func wake(by wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.wake(by: wake) }?()
    }

    /// Appends `arrival` to the queue; can be called from any thread. Returns false when the arrival is discarded: the
    /// stage is gone, or the queue is full.
    @discardableResult
    package func post(_ arrival: Arrival) -> Bool {
        let (isTaken, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard !state.isClosed, isRoom(for: arrival, in: state) else { return (false, nil) }
            state.bytes += arrival.bytes
            return (true, state.waiting.append(arrival))
        }
        wake?()
        return isTaken
    }

    /// Only results, and the values of files and clocks, need a limit: the runtime bounds the pictures that it requests itself and
    /// the changes of day and night, and there are as many ends as expectations.
    private func isRoom(for arrival: Arrival, in state: borrowing State) -> Bool {
        switch arrival.what {
        case .picture, .pictureLeaves, .night, .end: true
        case .result, .clock, .file: state.waiting.count < Self.most && state.bytes + arrival.bytes <= Self.mostBytes
        }
    }

    /// Removes and returns at most `most` arrivals, oldest first. The limit keeps a flood of results from delaying touches.
    package func take(atMost most: Int = .max) -> [Arrival] {
        state.withLock { state in
            let taken = state.waiting.take(atMost: most)
            state.bytes -= taken.reduce(0) { $0 + $1.bytes }
            return taken
        }
    }

    /// Whether the queue is empty.
    package var isEmpty: Bool { state.withLock(\.waiting.isEmpty) }

    /// Discards the queue and everything posted from now on, because the stage is gone.
    func close() {
        // The queue may hold the last reference to an expectation, whose deinit posts its end here. So the queue is
        // released after the lock.
        let waiting = state.withLock { state in
            defer { (state.waiting, state.bytes, state.isClosed) = (WakingQueue(), 0, true) }
            return state.waiting
        }
        _ = consume waiting
    }
}
