// A countdown that runs on the stage's clock and can be cancelled.

package import Geometry
import Layers

/// A countdown on the stage's clock.
@MainActor
package final class Countdown: Mover {
    private weak var stage: Stage?
    private let onEnd: () -> Void
    package private(set) var end: Instant?
    let isClockwork: Bool

    /// Creates a countdown that is not started. It calls `onEnd` with `owner` when it ends, unless `owner` is gone: the stage
    /// keeps a countdown alive, and may outlive the screen that started it.
    /// A countdown that only follows the wall clock `isClockwork`: a replay does not wait for it.
    package init<Owner: AnyObject>(of owner: Owner, isClockwork: Bool = false, onEnd: @escaping (Owner) -> Void) {
        self.isClockwork = isClockwork
        self.onEnd = { [weak owner] in
            if let owner { onEnd(owner) }
        }
    }

    /// Starts the countdown, which ends at `instant`. This replaces an earlier end.
    package func start(on stage: Stage, until instant: Instant) {
        self.stage = stage
        end = instant
        stage.add(self)
    }

    /// Cancels the countdown.
    package func cancel() {
        end = nil
        stage?.remove(self)
    }

    func show(at instant: Instant) {}
    func pose(_ poses: inout Poses, at instant: Instant) {}
    func changes(after instant: Instant) -> Bool { false }

    func rest() {
        cancel()
        onEnd()
    }
}
