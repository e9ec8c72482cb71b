// An animation in a screen, which runs once or repeats.

public import Geometry
public import Layers

/// Moves layers from one end of a property animator to the other as the stage's time runs. The animation ends at the
/// other end, when it is stopped, or when it is released.
@MainActor
public final class Animation {
    /// The animator of the layers. Add its properties before the animation starts.
    public let animator = PropertyAnimator()
    private let mover = AnimationMover()

    /// Creates an animation without properties.
    public init() {
        mover.animation = self
        // An animator that an app stops has nothing to show any more.
        animator.onStop = { [mover] in mover.leave() }
    }

    isolated deinit { mover.leave() }

    /// Runs from the beginning to the end in `duration` from now on, along `curve`. If it `repeats`, it starts over
    /// after each period. Otherwise it calls `onEnd` at the end, where the layers stay until the animation is stopped
    /// or started again. With a duration of zero it goes to its end once, even if it `repeats`.
    public func start(
        on stage: Stage, for duration: Instant.Span, curve: TimingCurve = .linear, repeats: Bool = false,
        onEnd: (() -> Void)? = nil
    ) {
        let period = duration.slowed(by: stage.slowMotion)
        if repeats, period > .zero {
            begin(.rounds(curve, start: stage.now, period: period), on: stage)
        } else {
            start(on: stage, .curve(curve, duration: duration), onEnd: onEnd)
        }
    }

    /// Runs once from the beginning to the end by `timing` from now on, with `velocity` (per second) at first, and calls `onEnd` at the end.
    package func start(on stage: Stage, _ timing: Timing, velocity: Double = 0, onEnd: (() -> Void)? = nil) {
        begin(.once(onEnd), on: stage)
        animator.run(to: 1, timing, velocity: velocity, at: stage.now)
    }

    /// Runs once from the beginning to the end as `manner` says, and calls `onEnd` at the end.
    package func start(on stage: Stage, _ manner: Manner, onEnd: (() -> Void)? = nil) {
        if manner.endsAtPlace { animator.limits = -Double.infinity...1 }
        start(on: stage, manner.timing, velocity: manner.velocity, onEnd: onEnd)
    }

    private func begin(_ run: AnimationMover.Run, on stage: Stage) {
        mover.leave()
        mover.run = run
        mover.stage = stage
        stage.add(mover)
        animator.slowness = stage.slowMotion
        animator.scrub(to: 0)
    }

    /// How what is laid out moves to its place.
    package struct Manner {
        package let timing: Timing
        /// The velocity at first, in ways per second.
        package let velocity: Double
        /// Whether a movement ends where it reaches its place, however fast it is then, as a keyboard does at the end of the glass.
        package let endsAtPlace: Bool

        init(_ timing: Timing, velocity: Double = 0, endsAtPlace: Bool = false) {
            (self.timing, self.velocity, self.endsAtPlace) = (timing, velocity, endsAtPlace)
        }

        /// Everything is at its place at once, and what is still on its way there ends.
        static let atOnce = Manner(.curve(.linear, duration: .zero))
        var isAtOnce: Bool { if case .curve(_, .zero) = timing { true } else { false } }
    }

    /// How layouts move what they place, while `ask` makes its changes; nil if it is there at once.
    package private(set) static var asked: Manner?

    /// Makes `changes`. What they lay out on the glass moves to its place by `timing`.
    package static func ask(for timing: Timing, _ changes: () -> Void) { ask(for: Manner(timing), changes) }

    /// Makes `changes`. What they lay out on the glass moves to its place as `manner` says; it is there at once for nil.
    package static func ask(for manner: Manner?, _ changes: () -> Void) {
        let outer = asked
        asked = manner
        defer { asked = outer }
        changes()
    }

    /// Returns the layers to the beginning. Does not call `onEnd`.
    public func stop() {
        mover.leave()
        if animator.state != .stopped { animator.scrub(to: 0) }
    }

    /// Whether the animation is running.
    public var isRunning: Bool { mover.run != nil }
}

/// The stage's side of an animation.
@MainActor
private final class AnimationMover: Mover {
    enum Run {
        /// Runs to the end once, then calls the closure.
        case once((() -> Void)?)
        /// Starts over after each period. The movement has no deadline, so rounds that no frame shows cost nothing,
        /// however short they are and however much time passes between two frames.
        case rounds(TimingCurve, start: Instant, period: Instant.Span)
    }

    weak var animation: Animation?
    weak var stage: Stage?
    var run: Run?

    func leave() {
        run = nil
        stage?.remove(self)
    }

    var isEndless: Bool { if case .rounds = run { true } else { false } }

    var end: Instant? { if case .once = run { animation?.animator.end } else { nil } }

    func show(at instant: Instant) {
        if let fraction = fraction(at: instant) { animation?.animator.show(fraction) }
    }

    /// The fraction of the animation at `instant`; nil while it does not run.
    private func fraction(at instant: Instant) -> Double? {
        guard let run, let animator = animation?.animator else { return nil }
        switch run {
        case .once: return animator.fraction(at: instant).value
        case .rounds(let curve, let start, let period):
            let into = Instant.Span(nanoseconds: max(0, (instant - start).nanoseconds) % period.nanoseconds)
            return curve.state(at: into.seconds / period.seconds).way
        }
    }

    func pose(_ poses: inout Poses, at instant: Instant) {
        if let fraction = fraction(at: instant) { animation?.animator.pose(fraction, in: &poses) }
    }

    func changes(after instant: Instant) -> Bool {
        switch run {
        // An app may hold the animator somewhere, and let it run again.
        case .once: animation?.animator.end != nil
        case .rounds: true
        case nil: false
        }
    }

    func rest() {
        guard case .once(let onEnd) = run, let animator = animation?.animator, let end = animator.end else { return }
        animator.advance(to: end)
        leave()
        onEnd?()
    }
}
