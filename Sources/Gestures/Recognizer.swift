// The life of one gesture recognizer: which touches it follows, which state it is in, and how it gets there.

public import Geometry

/// Recognizes one kind of gesture. A subclass looks at touches and says what it wants (`begin`, `recognize`, `fail`, …);
/// the dispatcher arbitrates between those that want the same touches.
///
/// One attempt goes from the first touch to the reset. It follows the touches that came down since, except those that
/// it ignored; after the reset, touches that are still down belong to no attempt any more.
open class Recognizer {
    /// For traces: `edge-pop`, `scroll`, `tap`, or what an app calls it.
    public final let name: String
    /// The responder it is attached to.
    public internal(set) final weak var view: Responder?
    /// Who decides what only the owner can know.
    public final weak var delegate: (any RecognizerDelegate)?
    /// Whether views lose a touch at the moment when this recognizer recognizes with it.
    public final var cancelsTouchesInView = true
    /// Whether views hear of a touch only when this recognizer has failed.
    public final var delaysTouchesBegan = false
    /// Whether views hear of a lift only when this recognizer has failed; so that a touch it may still take, the first
    /// tap of a double tap, can be cancelled in them. UIKit's default.
    public final var delaysTouchesEnded = true
    /// The touches that it follows.
    public final var allowedTouchTypes: Set<TouchFrame.Tool> = Set(TouchFrame.Tool.allCases)
    /// The hardware buttons that it follows: none, unless it is asked to. Taps and long presses know what to do with them.
    public final var allowedPressTypes: Set<PressFrame.Kind> = []
    /// Whether it follows touches and presses at all. Switched off in mid-gesture, it is cancelled.
    public final var isEnabled = true {
        didSet { if !isEnabled { abandon("it was disabled") } }
    }

    /// Where it is in its life.
    public private(set) final var state = State.possible
    /// The number of the present attempt, counted over all recognizers; 0 before the first.
    public private(set) final var id = 0
    /// The touches of this attempt that are down, in the order in which they came.
    public private(set) final var touches: [Touch] = []
    /// The buttons of this attempt that are held, in the order in which they were pressed. An attempt has either touches
    /// or presses.
    public private(set) final var presses: [Press] = []
    /// All touches or presses of this attempt, those that are over too.
    final var attempt: [Input] = []
    /// What it wants to become as soon as those that it requires to fail have failed.
    final var heldState: State?

    /// The outermost independent responder below its own in which this attempt is made; nil outside of all.
    private final var territory: ObjectIdentifier?
    /// The number of the delivery of touches that concerned it last.
    final var round = 0

    final weak var dispatcher: TouchDispatcher?
    private final var requirements: [Requirement] = []
    /// What was answered in this attempt to whether it has to wait for another.
    private final var answers: [(other: ObjectIdentifier, waits: Bool)] = []
    /// What the delegate answered to whether it looks at a frame.
    private final var frameAnswer: (number: Int, receives: Bool)?
    private final var actions: [(Recognizer) -> Void] = []
    private final var lastCentroid = Point.zero

    private struct Requirement { weak var other: Recognizer? }

    /// A recognizer that is called `name` in traces.
    public init(name: String) { self.name = name }

    // MARK: For owners

    /// Calls `action` whenever the state becomes began, changed, ended or cancelled, after the touches of that moment
    /// have been arbitrated.
    public final func onAction(_ action: @escaping (Recognizer) -> Void) { actions.append(action) }

    /// This recognizer begins only when `other` has failed, and fails when `other` begins.
    public final func require(toFail other: Recognizer) { requirements.append(Requirement(other: other)) }

    /// The centroid of the touches that are down, in the space of `responder`; panel space (mm) for nil. The last known
    /// place when none is down.
    public final func location(in responder: Responder? = nil) -> Point {
        responder?.convert(fromPanel: centroid) ?? centroid
    }

    // MARK: For subclasses

    /// Why `touch` is none for this recognizer, or nil when it is. Asked once, before the touch is followed.
    open func refusal(of touch: Touch) -> String? { nil }
    /// Fingers came down and are followed from now on.
    open func touchesBegan(_ touches: [Touch], at time: Instant) {}
    /// Fingers that are followed moved.
    open func touchesMoved(_ touches: [Touch], at time: Instant) {}
    /// Fingers that are followed were lifted; they are still in `touches`.
    open func touchesEnded(_ touches: [Touch], at time: Instant) {}
    /// Fingers that are followed were taken away; they are still in `touches`.
    open func touchesCancelled(_ touches: [Touch], at time: Instant) { breakOff("the touch was cancelled") }
    /// Buttons were pressed and are followed from now on.
    open func pressesBegan(_ presses: [Press], at time: Instant) {}
    /// Buttons that are followed were released; they are still in `presses`.
    open func pressesEnded(_ presses: [Press], at time: Instant) {}
    /// Buttons that are followed were taken away; they are still in `presses`.
    open func pressesCancelled(_ presses: [Press], at time: Instant) { breakOff("the press was cancelled") }
    /// Back to the beginning: forget everything about the attempt.
    open func reset() {}
    /// When `deadlineReached` has to be called; nil for never.
    open var deadline: Instant? { nil }
    /// The instant of `deadline` has come.
    open func deadlineReached(at time: Instant) {}
    /// Whether this recognizer, when it recognizes, keeps `other` from it. Asked when both follow one touch.
    open func canPrevent(_ other: Recognizer) -> Bool { true }
    /// Whether this recognizer lets `other` keep it from recognizing.
    open func canBePrevented(by other: Recognizer) -> Bool { true }

    /// The gesture has begun, if arbitration lets it.
    public final func begin() { dispatcher?.arbitrate(self, wants: .began) }
    /// The discrete gesture has been recognized, if arbitration lets it.
    public final func recognize() { dispatcher?.arbitrate(self, wants: .ended) }
    /// The gesture that has begun went on.
    public final func change() { become(.changed) }
    /// The gesture that has begun came to its end.
    public final func end() { become(.ended) }
    /// This is not the gesture.
    public final func fail(_ why: String) { become(.failed, why: why) }
    /// The gesture that has begun is broken off.
    public final func cancel(_ why: String) { become(.cancelled, why: why) }
    /// From now on the attempt goes on without `input`, a touch or a press, as if it had never come. The view keeps it.
    public final func ignore(_ input: Input) {
        release(input)
        attempt.removeAll { $0 === input }
        input.recognizers.removeAll { $0 === self }
    }

    // MARK: For the dispatcher

    /// The one place where the state changes. Tells the dispatcher, which tells the others, the trace and the actions.
    final func become(_ next: State, why: String? = nil) {
        guard state.successors.contains(next) else { fatalError("\(name): \(state) cannot become \(next)") }
        let previous = state
        state = next
        heldState = nil
        dispatcher?.didChange(self, from: previous, why: why)
    }

    final func start(id: Int, in dispatcher: TouchDispatcher, territory: ObjectIdentifier?) {
        self.id = id
        self.dispatcher = dispatcher
        self.territory = territory
        round = 0
    }

    /// Whether it looks at the frame with this number. The delegate is asked once for a frame, however many touches come
    /// down in it.
    final func receivesFrame(_ number: Int, asking: (Recognizer) -> Bool) -> Bool {
        if let frameAnswer, frameAnswer.number == number { return frameAnswer.receives }
        let receives = asking(self)
        frameAnswer = (number, receives)
        return receives
    }

    /// Whether `input` may join the attempt: all of it lies in the same independent responder, or none of it in any. An
    /// attempt is one of fingers or one of buttons.
    final func mayFollow(_ input: Input, from territory: ObjectIdentifier?) -> Bool {
        guard let first = attempt.first else { return true }
        return territory == self.territory && (first is Touch) == (input is Touch)
    }

    /// How many fingers are down, or buttons held.
    final var inputCount: Int { touches.count + presses.count }

    final func follow(_ input: Input) {
        if let touch = input as? Touch { touches.append(touch) }
        if let press = input as? Press { presses.append(press) }
        attempt.append(input)
        input.recognizers.append(self)
    }

    final func unfollow(_ input: Input) {
        lastCentroid = centroid
        release(input)
    }

    private final func release(_ input: Input) {
        touches.removeAll { $0 === input }
        presses.removeAll { $0 === input }
    }

    final func startOver() {
        if state != .possible { become(.possible) }
        for input in attempt { input.recognizers.removeAll { $0 === self } }
        heldState = nil
        touches.removeAll(keepingCapacity: true)
        presses.removeAll(keepingCapacity: true)
        attempt.removeAll(keepingCapacity: true)
        answers.removeAll(keepingCapacity: true)
        reset()
    }

    final func sendActions() { for action in actions { action(self) } }

    /// Whether it has to wait until `other` has failed. The delegates are asked once in an attempt.
    final func requires(_ other: Recognizer) -> Bool {
        let key = ObjectIdentifier(other)
        if let known = answers.first(where: { $0.other == key }) { return known.waits }
        let waits =
            requirements.contains { $0.other === other }
            || delegate?.shouldRequireFailure(self, of: other) == true
            || other.delegate?.shouldBeRequiredToFail(other, by: self) == true
        answers.append((key, waits))
        return waits
    }

    /// In this attempt it does not wait for `other`, whatever was asked for: that would go round in a circle.
    final func stopWaiting(for other: Recognizer) {
        answers.removeAll { $0.other == ObjectIdentifier(other) }
        answers.append((ObjectIdentifier(other), false))
    }

    /// Whether `those`, which are marked with `round`, are the touches that it follows, all of them and no others.
    final func followsJust(_ those: [Touch], _ round: Int) -> Bool {
        touches.count == those.count && touches.allSatisfy { $0.round == round }
    }

    /// Adds to `its` those touches that it follows.
    final func select(from those: [Touch], into its: inout [Touch]) {
        let touches = touches
        for touch in those where touches.contains(where: { $0 === touch }) { its.append(touch) }
    }

    /// Whether it follows `input` in this attempt, also when that is over.
    final func follows(_ input: Input) -> Bool { attempt.contains { $0 === input } }

    /// Ends whatever is under way, because the recognizer itself goes away.
    final func abandon(_ why: String) {
        if !attempt.isEmpty { breakOff(why) }
        dispatcher?.resetWhatIsOver()
    }

    /// Cancels what has begun and fails what has not.
    private final func breakOff(_ why: String) {
        if state.isActive {
            cancel(why)
        } else if state == .possible {
            fail(why)
        }
    }

    private final var centroid: Point {
        guard !touches.isEmpty else { return lastCentroid }
        var sum = Vector.zero
        for touch in touches { sum = sum + (touch.location - .zero) }
        return .zero + sum / Double(touches.count)
    }
}
