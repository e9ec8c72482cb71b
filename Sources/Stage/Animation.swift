// Something in a screen that moves by itself, once or over and over.

public import Geometry
public import Layers

/// Moves layers from one end of a property animator to the other while the stage's time runs. It ends when it has come
/// there, or is stopped, or nobody keeps it any more.
public final class Animation {
    /// What moves: add its properties before it starts.
    public let animator = PropertyAnimator()
    private let mover = AnimationMover()

    /// An animation that moves nothing yet.
    public init() { mover.animation = self }

    deinit { mover.leave() }

    /// Moves from the beginning to the end in `duration` from now on, as `curve` says; over and over if it `repeats`, else
    /// `onEnd` is called at the end, where the layers stay until it is stopped or started again.
    public func start(
        on stage: Stage, for duration: Instant.Span, curve: TimingCurve = .linear, repeats: Bool = false,
        onEnd: (() -> Void)? = nil
    ) {
        mover.leave()
        mover.run = AnimationMover.Run(timing: .curve(curve, duration: duration), repeats: repeats, onEnd: onEnd)
        mover.stage = stage
        stage.add(mover)
        mover.begin(at: stage.now)
    }

    /// Puts the layers back to the beginning. `onEnd` is not called.
    public func stop() {
        mover.leave()
        animator.scrub(to: 0)
    }

    /// Whether it is on its way.
    public var isRunning: Bool { mover.run != nil }
}

/// What the stage knows of an animation.
private final class AnimationMover: Mover {
    struct Run {
        let timing: Timing
        let repeats: Bool
        let onEnd: (() -> Void)?
    }

    weak var animation: Animation?
    weak var stage: Stage?
    var run: Run?

    func begin(at instant: Instant) {
        guard let run, let animation else { return }
        animation.animator.slowness = stage?.slowMotion ?? 1
        animation.animator.scrub(to: 0)
        animation.animator.run(to: 1, run.timing, at: instant)
    }

    func leave() {
        run = nil
        stage?.remove(self)
    }

    var end: Instant? { run == nil ? nil : animation?.animator.end }
    func show(at instant: Instant) {
        guard run != nil, let animator = animation?.animator else { return }
        animator.show(animator.fraction(at: instant).value)
    }
    func changes(after instant: Instant) -> Bool { run != nil }

    func rest() {
        guard let run, let animator = animation?.animator, let end = animator.end else { return }
        animator.advance(to: end)
        if run.repeats { return begin(at: end) }
        leave()
        run.onEnd?()
    }
}
