// Something that happens when a time has passed in which nobody stopped it.

public import Geometry

/// A time that runs out on the stage's clock.
public final class Countdown: Mover {
    private weak var stage: Stage?
    private let onEnd: () -> Void
    private(set) var end: Instant?

    /// A countdown that has not begun; `onEnd` is called when it is over.
    public init(onEnd: @escaping () -> Void) { self.onEnd = onEnd }

    /// It is over at `instant`, whatever was said before.
    public func start(on stage: Stage, until instant: Instant) {
        self.stage = stage
        end = instant
        stage.add(self)
    }

    /// It is never over.
    public func cancel() {
        end = nil
        stage?.remove(self)
    }

    func show(at instant: Instant) {}
    func changes(after instant: Instant) -> Bool { false }

    func rest() {
        cancel()
        onEnd()
    }
}
