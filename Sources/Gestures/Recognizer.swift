// The base class of gesture recognizers: the touches that a recognizer follows, its state, and its state changes.

public import Geometry

/// A recognizer of one kind of gesture. A subclass examines touches and requests a state (`begin`, `recognize`, `fail`, …).
/// The dispatcher arbitrates between the recognizers that want the same touches.
///
/// An attempt lasts from the first touch to the reset. It contains the touches that came down since, except those that the
/// recognizer ignored. After the reset, touches that are still down belong to no attempt.
@MainActor
open class Recognizer {
    // Properties that are read for each finger of each recognizer in each frame are `@exclusivity(unchecked)`, here and in
    // the other classes involved. With exclusivity checks a frame takes half as long again. None of these properties is
    // lent to other code while it is being written.

    /// The name in traces: `edge-pop`, `scroll`, `tap`, or a name that the app gives.
    public final let name: String
    /// The responder that the recognizer is attached to.
    @exclusivity(unchecked) public internal(set) final weak var view: Responder?
    /// The delegate, which answers questions that only the owner can answer.
    @exclusivity(unchecked) public final weak var delegate: (any RecognizerDelegate)?
    /// Whether views lose a touch at the moment when this recognizer recognizes with it. The default is true.
    @exclusivity(unchecked) public final var cancelsTouchesInView = true
    /// Whether views are told of a touch only after this recognizer has failed.
    @exclusivity(unchecked) public final var delaysTouchesBegan = false
    /// Whether views are told of a lift only after this recognizer has failed. The views can then still be told that a
    /// touch was cancelled, such as the first tap of a double tap. The default is true, as in UIKit.
    @exclusivity(unchecked) public final var delaysTouchesEnded = true
    /// The tools whose touches the recognizer follows. The default is all.
    @exclusivity(unchecked) public final var allowedTouchTypes: Set<TouchFrame.Tool> = Set(TouchFrame.Tool.allCases)
    /// The hardware buttons that the recognizer follows. The default is none. Taps and long presses support buttons.
    public final var allowedPressTypes: Set<PressFrame.Kind> = []
    /// Whether the recognizer follows touches and presses at all. Disabling it during a gesture cancels the gesture.
    @exclusivity(unchecked) public final var isEnabled = true {
        didSet { if !isEnabled { abandon("it was disabled") } }
    }

    /// The purpose of the gesture, for code that arbitrates. The default is `content`.
    public final var role = Role.content

    /// The purpose of a gesture. Code with other kinds of gestures defines their roles in an extension.
    public struct Role: Hashable, Sendable {
        private let name: String
        /// A role named `name`.
        public init(_ name: String) { self.name = name }
        /// A gesture on the content under the finger.
        public static let content = Role("content")
    }

    /// The state. Within an action, the state that the action reports.
    public final var state: State { told?.state ?? actual }
    /// The number of the current attempt, counted over all recognizers. 0 before the first attempt.
    public private(set) final var id = 0
    /// The touches of this attempt that are down, in the order in which they came. Within an action, the touches that were
    /// down when the reported state was reached, including those whose lift caused it.
    public final var touches: [Touch] { told?.touches ?? followed }
    /// The buttons of this attempt that are held, in the order in which they were pressed. Within an action, the same rule
    /// applies as for `touches`. An attempt has either touches or presses.
    public final var presses: [Press] { told?.presses ?? held }

    /// The real state. Actions run later, so decisions in this module use this state.
    @exclusivity(unchecked) private(set) final var actual = State.possible
    /// The touches that are really down.
    @exclusivity(unchecked) private(set) final var followed: [Touch] = []
    /// The buttons that are really held.
    @exclusivity(unchecked) private(set) final var held: [Press] = []
    /// The outcome that the actions are reporting now.
    @exclusivity(unchecked) private final var told: Outcome?

    /// The state of a recognizer at one moment, kept until its actions have reported it.
    struct Outcome {
        let state: State
        /// Whether the state came directly after `possible`, as that of discrete gestures does.
        let isDiscrete: Bool
        let touches: [Touch]
        let presses: [Press]
    }
    /// All touches or presses of this attempt, including those that are over.
    @exclusivity(unchecked) final var attempt: [Input] = []
    /// The state that the recognizer enters as soon as the recognizers that it requires to fail have failed.
    @exclusivity(unchecked) final var heldState: State?

    /// The outermost independent responder, below the recognizer's own, that contains this attempt. Nil when no independent
    /// responder does.
    @exclusivity(unchecked) private final var territory: ObjectIdentifier?
    /// The number of the last delivery of touches that concerned the recognizer.
    @exclusivity(unchecked) final var round = 0

    @exclusivity(unchecked) final weak var dispatcher: TouchDispatcher?
    private final var requirements: [Requirement] = []
    /// The answers in this attempt to whether the recognizer waits for another one to fail.
    private final var answers: [(other: ObjectIdentifier, waits: Bool)] = []
    /// The delegate's answer to whether the recognizer looks at a frame.
    @exclusivity(unchecked) private final var frameAnswer: (number: Int, receives: Bool)?
    private final var actions: [(Recognizer) -> Void] = []
    private final var failureActions: [(Recognizer) -> Void] = []
    @exclusivity(unchecked) private final var lastCentroid = Point.zero

    private struct Requirement { weak var other: Recognizer? }

    /// A recognizer named `name` in traces.
    public init(name: String) { self.name = name }

    // MARK: For owners

    /// Calls `action` whenever the state becomes began, changed, ended or cancelled, after the touches of that moment have
    /// been arbitrated. Each of these states is reported once and in order, whatever the recognizer has done since: `state`
    /// is the reported state. Positions and displacements are the current ones. A discrete gesture is not reported when its
    /// view takes no touches any more, or is gone, because an earlier gesture has changed the view.
    public final func onAction(_ action: @escaping (Recognizer) -> Void) { actions.append(action) }

    /// Calls `action` when the recognizer fails. From then on the recognizer ignores what its touches do. Failures are
    /// reported in order with the other actions.
    public final func onFailure(_ action: @escaping (Recognizer) -> Void) { failureActions.append(action) }

    /// Makes this recognizer begin only after `other` has failed, and fail when `other` begins.
    public final func require(toFail other: Recognizer) { requirements.append(Requirement(other: other)) }

    /// The centroid of the touches that are down, in the space of `responder`, or in panel space (mm) for nil. The last
    /// known position when no touch is down.
    public final func location(in responder: Responder? = nil) -> Point {
        responder?.convert(fromPanel: centroid) ?? centroid
    }

    // MARK: For subclasses

    /// Returns the reason why this recognizer refuses `touch`, or nil when it accepts it. Called once, before the
    /// recognizer follows the touch.
    open func refusal(of touch: Touch) -> String? { nil }
    /// Called when fingers have come down. The recognizer follows them from now on.
    open func touchesBegan(_ touches: [Touch], at time: Instant) {}
    /// Called when followed fingers moved.
    open func touchesMoved(_ touches: [Touch], at time: Instant) {}
    /// Called when followed fingers were lifted. They are still in `touches`.
    open func touchesEnded(_ touches: [Touch], at time: Instant) {}
    /// Called when followed fingers were cancelled. They are still in `touches`.
    open func touchesCancelled(_ touches: [Touch], at time: Instant) { breakOff("the touch was cancelled") }
    /// Called when buttons were pressed. The recognizer follows them from now on.
    open func pressesBegan(_ presses: [Press], at time: Instant) {}
    /// Called when followed buttons were released. They are still in `presses`.
    open func pressesEnded(_ presses: [Press], at time: Instant) {}
    /// Called when followed buttons were cancelled. They are still in `presses`.
    open func pressesCancelled(_ presses: [Press], at time: Instant) { breakOff("the press was cancelled") }
    /// Resets the recognizer. A subclass discards all state of the attempt.
    open func reset() {}
    /// The time at which `deadlineReached` has to be called, or nil for never.
    open var deadline: Instant? { nil }
    /// Called when the time of `deadline` has come.
    open func deadlineReached(at time: Instant) {}
    /// Whether this recognizer, when it recognizes, keeps `other` from recognizing. Called when both follow one touch.
    open func canPrevent(_ other: Recognizer) -> Bool { true }
    /// Whether `other` may keep this recognizer from recognizing.
    open func canBePrevented(by other: Recognizer) -> Bool { true }

    /// Requests to begin the gesture. Arbitration decides.
    public final func begin() { dispatcher?.arbitrate(self, wants: .began) }
    /// Requests to recognize the discrete gesture. Arbitration decides.
    public final func recognize() { dispatcher?.arbitrate(self, wants: .ended) }
    /// Reports that the gesture has changed. The gesture must have begun.
    public final func change() { become(.changed) }
    /// Ends the gesture. The gesture must have begun.
    public final func end() { become(.ended) }
    /// Fails the recognizer for the reason `why`.
    public final func fail(_ why: String) { become(.failed, why: why) }
    /// Cancels the gesture for the reason `why`. The gesture must have begun.
    public final func cancel(_ why: String) { become(.cancelled, why: why) }
    /// Removes `input`, a touch or a press, from the attempt, as if it had never come. The view keeps it.
    public final func ignore(_ input: Input) {
        release(input)
        attempt.removeAll { $0 === input }
        input.recognizers.removeAll { $0 === self }
    }

    // MARK: For the dispatcher

    /// Changes the state; no other code does. Tells the dispatcher, which tells the other recognizers, the trace and the
    /// actions.
    final func become(_ next: State, why: String? = nil) {
        guard actual.leads(to: next) else { fatalError("\(name): \(actual) cannot become \(next)") }
        let previous = actual
        actual = next
        heldState = nil
        dispatcher?.didChange(self, from: previous, why: why)
    }

    /// Whether the recognizer follows touches of `tool`.
    final func allows(_ tool: TouchFrame.Tool) -> Bool {
        allowedTouchTypes.count == TouchFrame.Tool.allCases.count || allowedTouchTypes.contains(tool)
    }

    final func start(id: Int, in dispatcher: TouchDispatcher, territory: ObjectIdentifier?) {
        self.id = id
        self.dispatcher = dispatcher
        self.territory = territory
        round = 0
    }

    /// Whether the recognizer looks at the frame `number`. The delegate is asked once for each frame, however many touches
    /// come down in it.
    final func receivesFrame(_ number: Int, asking: (Recognizer) -> Bool) -> Bool {
        if let frameAnswer, frameAnswer.number == number { return frameAnswer.receives }
        let receives = asking(self)
        frameAnswer = (number, receives)
        return receives
    }

    /// Whether `input` may join the attempt. The inputs of an attempt lie in the same independent responder, or all lie
    /// outside of any. They are all touches or all presses.
    final func mayFollow(_ input: Input, from territory: ObjectIdentifier?) -> Bool {
        guard let first = attempt.first else { return true }
        return territory == self.territory && (first is Touch) == (input is Touch)
    }

    /// The number of fingers that are down and of buttons that are held.
    final var inputCount: Int { followed.count + held.count }

    /// Whether the attempt has no inputs left and the recognizer waits for nothing.
    final var isIdle: Bool { actual == .possible && inputCount == 0 && heldState == nil && deadline == nil }

    /// The maximum number of touches or presses that an attempt remembers. An attempt keeps more only while they are down
    /// or their views have not been told everything. Where one finger stays, others may come and go for hours.
    static let mostInputs = 32

    final func follow(_ input: Input) {
        if attempt.count >= Self.mostInputs, let past = attempt.first(where: isPast) { ignore(past) }
        if let touch = input as? Touch { followed.append(touch) }
        if let press = input as? Press { held.append(press) }
        attempt.append(input)
        input.recognizers.append(self)
    }

    final func unfollow(_ input: Input) {
        lastCentroid = centroid
        release(input)
    }

    /// Whether neither the recognizer nor the view will be told anything more of `input`.
    private final func isPast(_ input: Input) -> Bool {
        guard case .over = input.delivery else { return false }
        return !followed.contains { $0 === input } && !held.contains { $0 === input }
    }

    private final func release(_ input: Input) {
        followed.removeAll { $0 === input }
        held.removeAll { $0 === input }
    }

    final func startOver() {
        if actual != .possible { become(.possible) }
        for input in attempt { input.recognizers.removeAll { $0 === self } }
        heldState = nil
        followed.removeAll(keepingCapacity: true)
        held.removeAll(keepingCapacity: true)
        attempt.removeAll(keepingCapacity: true)
        answers.removeAll(keepingCapacity: true)
        reset()
    }

    /// The current outcome, which the actions report later.
    final func outcome(from previous: State) -> Outcome {
        Outcome(state: actual, isDiscrete: previous == .possible && actual == .ended, touches: followed, presses: held)
    }

    /// Whether the actions are reporting an outcome.
    final var isTelling: Bool { told != nil }

    /// Runs the actions for `outcome`. Meanwhile the recognizer shows the state and the inputs of the outcome.
    final func tell(_ outcome: Outcome) {
        let before = told
        told = outcome
        for action in outcome.state == .failed ? failureActions : actions { action(self) }
        told = before
    }

    /// Whether any action is called when the recognizer fails.
    final var hearsFailure: Bool { !failureActions.isEmpty }

    /// Calls `body` while the recognizer shows its real state, even within one of its own actions.
    final func asItIs(_ body: () -> Void) {
        let outcome = told
        told = nil
        body()
        told = outcome
    }

    /// Whether the recognizer has to wait until `other` has failed. The delegates are asked once in an attempt.
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

    /// Drops the requirement that `other` fails, for this attempt. The requirement would be circular.
    final func stopWaiting(for other: Recognizer) {
        answers.removeAll { $0.other == ObjectIdentifier(other) }
        answers.append((ObjectIdentifier(other), false))
    }

    /// The number of followed touches that are marked with `round`.
    final func countTouches(of round: Int) -> Int { followed.count { $0.round == round } }

    /// Appends the followed touches that are marked with `round` to `its`.
    final func selectTouches(of round: Int, into its: inout [Touch]) {
        for touch in followed where touch.round == round { its.append(touch) }
    }

    /// Whether `input` belongs to this attempt, even when the input is over.
    final func follows(_ input: Input) -> Bool { attempt.contains { $0 === input } }

    /// Ends the attempt, because the recognizer is removed or disabled.
    final func abandon(_ why: String) {
        if !attempt.isEmpty { breakOff(why) }
        dispatcher?.tellNow(self)
        dispatcher?.resetWhatIsOver()
    }

    /// Cancels the gesture when it has begun, and fails the recognizer when it has not.
    final func breakOff(_ why: String) {
        if actual.isActive {
            cancel(why)
        } else if actual == .possible {
            fail(why)
        }
    }

    private final var centroid: Point {
        let touches = touches
        guard !touches.isEmpty else { return lastCentroid }
        var sum = Vector.zero
        for touch in touches { sum = sum + (touch.location - .zero) }
        return .zero + sum / Double(touches.count)
    }
}
