// What a person holds down, a finger or a button: what recognizers and arbitration need to know of either.

public import Geometry

/// One finger or one button, from going down to coming up: a `Touch` or a `Press`. The same object all the time.
public class Input {
    /// What the finger or the button did last. A button does not move.
    public enum Phase: String, Sendable {
        case began, moved, stationary, ended, cancelled
    }

    /// The contact's or the button's number, for traces. Unique among the touches, or the presses, that are down.
    public final let number: Int
    /// When it went down; for a touch that rested for long, when it began to move again.
    public internal(set) final var startTime: Instant
    /// What it did last.
    public internal(set) final var phase = Phase.began
    /// Whether it is still down. A view may be told later of what happened before.
    public internal(set) final var isDown = true
    /// When it last changed.
    public internal(set) final var time: Instant
    /// The responder that it is for: what lay under the finger, or had the focus, when it went down. It stays the same
    /// until it comes up.
    public internal(set) final var view: Responder?

    /// The recognizers that follow it, innermost view first.
    final var recognizers: [Recognizer] = []
    /// What the view is told of it.
    final var delivery = Delivery.pending([])

    /// What the view knows.
    enum Delivery {
        /// Nothing yet; these steps wait until nobody delays them any more.
        case pending([Step])
        /// That it began; these steps wait.
        case begun([Step])
        /// That it is over, or nothing, because a recognizer took it.
        case over
    }

    /// One change, kept for later.
    struct Step {
        var phase: Phase
        let time: Instant
        /// Where a finger was; a button has no place.
        var location = Point.zero
    }

    init(number: Int, time: Instant) {
        self.number = number
        self.time = time
        startTime = time
    }

    /// It does `phase` at `time`.
    final func become(_ phase: Phase, at time: Instant) {
        (self.phase, self.time) = (phase, time)
        if phase == .ended || phase == .cancelled { isDown = false }
    }

    /// It is nobody's any more.
    final func letGo() { (view, recognizers) = (nil, []) }

    /// What it has just done.
    var step: Step { Step(phase: phase, time: time) }

    /// Whether it is of a type that `recognizer` follows.
    func isAllowed(by recognizer: Recognizer) -> Bool { fatalError("neither a touch nor a press") }
    /// Whether the delegate of `recognizer` lets it be followed.
    func isReceived(by recognizer: Recognizer) -> Bool { fatalError("neither a touch nor a press") }
    /// Why it is none for `recognizer`; nil when it is.
    func refusal(by recognizer: Recognizer) -> String? { nil }
    /// Brings `step` to the view, as it was then.
    func tell(_ step: Step, in dispatcher: TouchDispatcher) { fatalError("neither a touch nor a press") }
}
