// A finger or a button that a person holds down, as recognizers and arbitration see it.

public import Geometry

/// One finger or one button, from going down to coming up: a `Touch` or a `Press`. The object stays the same all the time.
@MainActor
public class Input {
    /// The last change of the finger or the button. A button does not move.
    public enum Phase: String, Sendable {
        case began, moved, stationary, ended, cancelled
    }

    /// The number of the contact or the button, for traces. Unique among the touches, or the presses, that are down.
    public final let number: Int
    /// The time at which the input went down. For a touch that rested and moves again, the time at which its rest began;
    /// for a rerouted touch, the time of the rerouting.
    @exclusivity(unchecked) public internal(set) final var startTime: Instant
    /// The phase of the last change.
    @exclusivity(unchecked) public internal(set) final var phase = Phase.began
    /// Whether the finger or the button is still down. Views may be told of earlier steps later.
    @exclusivity(unchecked) public internal(set) final var isDown = true
    /// The time of the last change.
    @exclusivity(unchecked) public internal(set) final var time: Instant
    /// The responder that the input is for: the one under the finger, or the one with the focus, when the input went down.
    /// It stays the same until the input ends, with two exceptions: when the responder is removed, the responder around it
    /// takes its place; and a touch may be rerouted.
    @exclusivity(unchecked) public internal(set) final var view: Responder?

    /// The recognizers that follow the input, innermost view first.
    @exclusivity(unchecked) final var recognizers: [Recognizer] = []
    /// The progress of telling the view.
    @exclusivity(unchecked) final var delivery = Delivery.pending([])

    /// What the view has been told of an input.
    enum Delivery {
        /// The view has been told nothing. The steps are queued until no recognizer delays them.
        case pending([Step])
        /// The view has been told that the input began. The steps are queued.
        case begun([Step])
        /// The view has been told the end, or will never be told anything, because a recognizer took the input.
        case over
    }

    /// One change, kept to be told later.
    struct Step {
        var phase: Phase
        let time: Instant
        /// The position of the finger. A button has none.
        var location = Point.zero
    }

    init(number: Int, time: Instant) {
        self.number = number
        self.time = time
        startTime = time
    }

    /// Records that the input changed to `phase` at `time`.
    final func become(_ phase: Phase, at time: Instant) {
        (self.phase, self.time) = (phase, time)
        if phase == .ended || phase == .cancelled { isDown = false }
    }

    /// Removes the references to the view and the recognizers.
    final func letGo() { (view, recognizers) = (nil, []) }

    /// The last change.
    var step: Step { Step(phase: phase, time: time) }

    /// Whether `recognizer` follows inputs of this type.
    func isAllowed(by recognizer: Recognizer) -> Bool { fatalError("neither a touch nor a press") }
    /// Whether the delegate of `recognizer` lets it follow the input.
    func isReceived(by recognizer: Recognizer) -> Bool { fatalError("neither a touch nor a press") }
    /// The reason why `recognizer` refuses the input, or nil when it accepts it.
    func refusal(by recognizer: Recognizer) -> String? { nil }
    /// Tells the view of `step`. Meanwhile the input shows the state that it had at that step.
    func tell(_ step: Step, in dispatcher: TouchDispatcher) { fatalError("neither a touch nor a press") }
}
