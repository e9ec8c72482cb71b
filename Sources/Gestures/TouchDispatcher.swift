// Receives frames of touches, hit-tests each finger once, and delivers every change to recognizers and responders.
// The part that concerns only presses is in PressDispatch.swift.

public import Geometry

/// Routes touches. A finger is hit-tested when it comes down, and not again unless it is rerouted. Its recognizers are those of
/// the responder that it hit and of all responders around it. Recognizers see every change before the responder does.
@MainActor
public final class TouchDispatcher {
    /// Finds the responder at a point in panel space (mm). Nil where there is none.
    let hitTest: (Point) -> Responder?
    /// Called at once when a recognizer begins, ends, is cancelled, fails or refuses a touch. Not called for `changed`.
    public var onGesture: ((GestureEvent) -> Void)?
    /// Called for input that devices should not send, such as a lift without a touch or a touch that comes twice, and for
    /// circular failure requirements.
    public var onWarning: ((String) -> Void)?
    /// The default slop of pans: how far fingers move, in mm, before they count as dragging.
    public var slop = Slop.distance
    /// How long a contact may stay unmoved before it is ignored.
    public var restingAfter = Slop.restingAfter
    /// The responder with the focus. Hardware buttons go to it while it lies in `root`. Otherwise they go to `root`.
    public weak var firstResponder: Responder?
    /// The responder in front. Buttons go to it when no responder in it has the focus.
    public weak var root: Responder?

    /// The fingers that are on the glass, in the order in which they came.
    @exclusivity(unchecked) public private(set) var touchesDown: [Touch] = []
    /// The buttons that are held, in the order in which they were pressed.
    public internal(set) var pressesDown: [Press] = []
    /// The recognizers with an attempt under way.
    @exclusivity(unchecked) private(set) var engaged: [Recognizer] = []
    /// Touches and presses that are over, but whose views have not been told everything.
    @exclusivity(unchecked) private(set) var unfinished: [Input] = []
    /// Outcomes of this moment that the actions have not reported yet.
    @exclusivity(unchecked) var untold = Untold()
    /// Responders that were removed in this moment. Their recognizers report to owners that may otherwise be gone.
    var leaving: [Responder] = []
    /// Taps that have changed the content under them, as long as a second tap may follow.
    var firstTaps: [FirstTap] = []
    /// The last change of the content that no finger has made.
    package var moved: MovedContent?
    /// Touches to reroute after the actions of this moment have run.
    var reroutes: [Reroute] = []
    // The storage of arrays that live for one frame, kept for the next frame, so that moving fingers allocate nothing. Code
    // that needs such an array swaps it for an empty one and back. A frame within a frame finds it empty.
    @exclusivity(unchecked) private var spareChanged: [Touch] = []
    @exclusivity(unchecked) private var spareThose: [Touch] = []
    @exclusivity(unchecked) private var spareIts: [Touch] = []
    @exclusivity(unchecked) private var spareList: [Touch] = []
    @exclusivity(unchecked) private var spareConcerned: [Recognizer] = []
    /// The number of the last delivery of touches. It marks the touches and recognizers that take part in the delivery.
    @exclusivity(unchecked) private var round = 0
    private var lastID = 0
    @exclusivity(unchecked) var frameNumber = 0
    @exclusivity(unchecked) private(set) var now = Instant.zero
    /// The nesting depth of the deliveries under way.
    @exclusivity(unchecked) var depth = 0
    private var scanClock = ScanClock()
    private(set) var complaints = Complaints()
    /// Contacts that are still on the glass, but whose touches the dispatcher cancelled. Their changes are ignored until
    /// they lift.
    private var disowned: Set<Int> = []
    /// The same for buttons that are still held.
    var disownedPresses: Set<Int> = []

    /// A dispatcher that calls `hitTest` for the responder at a point in panel space (mm).
    public init(hitTest: @escaping (Point) -> Responder?) { self.hitTest = hitTest }

    isolated deinit {
        // A finger that is down references its view and its recognizers, and they reference the finger.
        for input in touchesDown { input.letGo() }
        for input in pressesDown { input.letGo() }
        for input in unfinished { input.letGo() }
    }

    /// The time between two scans of the panel, learned from the touches so far. Nil until there are enough.
    public var scanPeriod: Instant.Span? { scanClock.period }

    /// The recognizers whose state is not `possible`, or that still have an attempt under way.
    public var recognizersUnderWay: [Recognizer] { engaged }

    /// Delivers all changes of one moment to recognizers and responders.
    public func handle(_ frame: TouchFrame) {
        advance(to: frame.time)
        frameNumber += 1
        // A contact that is listed twice came and went, or went and came, within one moment. Its changes are handled one by
        // one.
        var rest = frame.changes[...]
        while !rest.isEmpty {
            let batch = rest[..<firstRepeat(in: rest)]
            rest = rest[batch.endIndex...]
            if batch.contains(where: { $0.phase == .began }) { endThoseThatComeAgain(in: batch, of: frame) }
            handle(batch, of: frame)
        }
    }

    /// The index of the first change whose contact is listed earlier, or the end index when there is none.
    private func firstRepeat(in changes: ArraySlice<TouchFrame.Change>) -> Int {
        for index in changes.indices {
            for earlier in changes.startIndex..<index where changes[earlier].contact == changes[index].contact {
                return index
            }
        }
        return changes.endIndex
    }

    /// Cancels the touches of contacts that come down again though they are down.
    private func endThoseThatComeAgain(in batch: ArraySlice<TouchFrame.Change>, of frame: TouchFrame) {
        let again = touchesDown.filter { touch in
            touch.isDown && batch.contains { $0.contact == touch.number && $0.phase == .began }
        }
        guard !again.isEmpty else { return }
        for touch in again {
            warn(.twice(touch.number), "touch \(touch.number) came down twice; the first one counts as cancelled")
        }
        handle(
            again.map {
                TouchFrame.Change(contact: $0.number, phase: .cancelled, position: $0.location, tool: $0.tool)
            }[...],
            of: frame)
    }

    private func handle(_ changes: ArraySlice<TouchFrame.Change>, of frame: TouchFrame) {
        depth += 1
        var changed: [Touch] = []
        swap(&changed, &spareChanged)
        for change in changes { if let touch = apply(change) { changed.append(touch) } }
        for touch in changed where touch.phase == .began {
            touch.view = hitTest(touch.location)
            route(touch, frame)
        }
        deliver(changed, .began)
        deliver(changed, .moved)
        deliver(changed, .ended)
        deliver(changed, .cancelled)
        changed.removeAll(keepingCapacity: true)
        swap(&changed, &spareChanged)
        depth -= 1
        settle()
        if depth == 0 { for touch in touchesDown { touch.phase = .stationary } }
    }

    /// Advances the time and handles the deadlines at or before `time`. The time never runs backwards here.
    public func advance(to time: Instant) {
        var (last, turns) = (Instant.zero, 0)
        while let due = firstDeadline(until: time) {
            now = max(now, due)
            (last, turns) = (now, now == last ? turns + 1 : 0)
            depth += 1
            for touch in touchesDown where restDeadline(touch).map({ $0 <= due }) == true { putToRest(touch) }
            for recognizer in engaged where !recognizer.actual.isOver {
                guard let deadline = recognizer.deadline, deadline <= due else { continue }
                if turns < Self.mostTurns {
                    recognizer.asItIs { recognizer.deadlineReached(at: due) }
                } else {
                    recognizer.breakOff("its deadline has come and stays where it is")
                }
            }
            depth -= 1
            settle()
        }
        now = max(now, time)
    }

    /// The maximum number of rounds of deadlines in one instant. A recognizer that has not moved its deadline by then is
    /// stopped.
    private static let mostTurns = 100

    /// The time at which `advance` has to be called next even if no finger moves. Nil for never.
    public var nextDeadline: Instant? { firstDeadline(until: nil) }

    /// The first deadline at or before `limit`, or nil when there is none.
    private func firstDeadline(until limit: Instant?) -> Instant? {
        var first: Instant?
        func comesFirst(_ due: Instant) -> Bool { (first ?? limit).map { due <= $0 } ?? true }
        for recognizer in engaged where !recognizer.actual.isOver {
            if let due = recognizer.deadline, comesFirst(due) { first = due }
        }
        // Fingers that have moved lately are far from rest, so their recognizers need not be asked.
        for touch in touchesDown where comesFirst(touch.restSince + restingAfter) {
            if let due = restDeadline(touch) { first = due }
        }
        return first
    }

    /// Cancels the touches for which `concerned` returns true. By default it cancels all of them, for a panel that is gone.
    public func cancelTouches(where concerned: (Touch) -> Bool = { _ in true }) {
        let changes = touchesDown.filter { $0.isDown && concerned($0) }
            .map { TouchFrame.Change(contact: $0.number, phase: .cancelled, position: $0.location, tool: $0.tool) }
        disowned.formUnion(changes.map(\.contact))
        handle(changes[...], of: TouchFrame(time: now, changes: changes))
    }

    private func apply(_ change: TouchFrame.Change) -> Touch? {
        let known = touchesDown.first { $0.number == change.contact && $0.isDown }
        switch change.phase {
        case .began:
            disowned.remove(change.contact)
            let touch = Touch(number: change.contact, time: now, location: change.position, tool: change.tool)
            touch.isSecondTap = firstTaps.contains { $0.isFollowed(by: change.position, at: now) }
            touch.isForOldContent = moved?.isMissed(at: change.position, at: now) == true
            touchesDown.append(touch)
            return touch
        case .moved, .ended, .cancelled:
            guard let touch = known else {
                if disowned.contains(change.contact) {
                    if change.phase != .moved { disowned.remove(change.contact) }
                    return nil
                }
                warn(
                    .unknown(change.contact),
                    "touch \(change.contact) \(change.phase.rawValue) without having come down; ignored")
                return nil
            }
            touch.previousLocation = touch.location
            touch.location = change.position
            if change.phase == .moved { scanClock.add(now - touch.time) }
            touch.become(change.phase == .moved ? .moved : change.phase == .ended ? .ended : .cancelled, at: now)
            noteMovement(touch)
            return touch
        }
    }

    func warn(_ fault: Complaints.Fault, _ text: String) {
        if complaints.isNew(fault) { onWarning?(text) }
    }

    func route(_ touch: Touch, _ frame: TouchFrame) {
        route(touch) { $0.delegate?.shouldReceive(frame, by: $0) != false }
    }

    /// Finds the recognizers that follow `input` from now on. `receivesFrame` asks a recognizer's delegate about the frame.
    func route(_ input: Input, receivesFrame: (Recognizer) -> Bool) {
        var responder = input.view
        // The outermost independent responder passed so far.
        var territory: ObjectIdentifier?
        while let here = responder {
            for recognizer in here.recognizers where recognizer.isEnabled && !recognizer.actual.isOver {
                guard input.isAllowed(by: recognizer), recognizer.mayFollow(input, from: territory) else { continue }
                guard recognizer.receivesFrame(frameNumber, asking: receivesFrame), input.isReceived(by: recognizer)
                else { continue }
                if let why = input.refusal(by: recognizer) {
                    lastID += 1
                    report(recognizer, id: lastID, state: .failed, inputs: [input], why: why)
                } else {
                    if recognizer.attempt.isEmpty {
                        lastID += 1
                        recognizer.start(id: lastID, in: self, territory: territory)
                        engaged.append(recognizer)
                    }
                    recognizer.follow(input)
                }
            }
            if here.isIndependent { territory = ObjectIdentifier(here) }
            responder = here.next
        }
    }

    /// Delivers the touches in `changed` whose phase is `phase` to the recognizers that follow them, then to their views.
    func deliver(_ changed: [Touch], _ phase: Input.Phase) {
        var those: [Touch] = []
        var its: [Touch] = []
        var concerned: [Recognizer] = []
        swap(&those, &spareThose)
        swap(&its, &spareIts)
        swap(&concerned, &spareConcerned)
        round += 1
        let round = round
        for touch in changed where touch.phase == phase {
            those.append(touch)
            touch.round = round
            if phase == .moved, touch.isResting { continue }
            for recognizer in touch.recognizers where recognizer.round != round {
                recognizer.round = round
                concerned.append(recognizer)
            }
        }
        for recognizer in concerned {
            // Most recognizers follow all of the touches.
            if recognizer.countTouches(of: round) == those.count {
                bring(those, phase, to: recognizer)
            } else {
                recognizer.selectTouches(of: round, into: &its)
                if !its.isEmpty { bring(its, phase, to: recognizer) }
                its.removeAll(keepingCapacity: true)
            }
        }
        for touch in those where touch.phase == phase { tellView(of: touch) }
        those.removeAll(keepingCapacity: true)
        concerned.removeAll(keepingCapacity: true)
        swap(&those, &spareThose)
        swap(&its, &spareIts)
        swap(&concerned, &spareConcerned)
    }

    private func bring(_ touches: [Touch], _ phase: Input.Phase, to recognizer: Recognizer) {
        if !recognizer.actual.isOver {
            recognizer.asItIs {
                switch phase {
                case .began: recognizer.touchesBegan(touches, at: now)
                case .moved: recognizer.touchesMoved(touches, at: now)
                case .ended: recognizer.touchesEnded(touches, at: now)
                case .cancelled: recognizer.touchesCancelled(touches, at: now)
                case .stationary: break
                }
            }
        }
        if phase == .ended || phase == .cancelled { for touch in touches { recognizer.unfollow(touch) } }
    }

    /// Called by a recognizer whose state has changed.
    func didChange(_ recognizer: Recognizer, from: Recognizer.State, why: String?) {
        if recognizer.actual == .possible { return }
        depth += 1
        switch recognizer.actual {
        case .began, .ended:
            report(
                recognizer, id: recognizer.id, state: recognizer.actual, inputs: recognizer.attempt, why: why,
                hadBegun: from.isActive)
            untold.add(recognizer, from: from)
            takeFromViews(recognizer)
            if from == .possible { prevent(by: recognizer) }
        case .changed: untold.add(recognizer, from: from)
        case .cancelled:
            report(
                recognizer, id: recognizer.id, state: .cancelled, inputs: recognizer.attempt, why: why, hadBegun: true)
            untold.add(recognizer, from: from)
        case .failed:
            report(recognizer, id: recognizer.id, state: .failed, inputs: recognizer.attempt, why: why)
            if recognizer.hearsFailure { untold.add(recognizer, from: from) }
            releaseHeld()
        case .possible: break
        }
        depth -= 1
        settle()
    }

    /// Runs the actions of this moment, in order. Then resets recognizers that are over, delivers delayed steps to the
    /// views, and forgets inputs that have ended.
    func settle() {
        guard depth == 0 else { return }
        tellActions()
        while !reroutes.isEmpty {
            carryOutReroutes()
            tellActions()
        }
        resetWhatIsOver()
        for touch in touchesDown { flush(touch) }
        for press in pressesDown { flush(press) }
        if !unfinished.isEmpty {
            for input in unfinished { flush(input) }
            unfinished.removeAll { if case .over = $0.delivery { true } else { false } }
        }
        touchesDown.removeAll { !$0.isDown }
        pressesDown.removeAll { !$0.isDown }
        leaving.removeAll()
    }

    /// Calls `body` with a list that contains only `touch`.
    func withList(of touch: Touch, _ body: ([Touch]) -> Void) {
        var list: [Touch] = []
        swap(&list, &spareList)
        list.append(touch)
        body(list)
        list.removeAll(keepingCapacity: true)
        swap(&list, &spareList)
    }

    /// Keeps an input that is over until its view has been told everything.
    func keepUnfinished(_ input: Input) {
        if !unfinished.contains(where: { $0 === input }) { unfinished.append(input) }
    }

    /// Resets the recognizers that are over, and those that have no inputs left and wait for nothing.
    func resetWhatIsOver() {
        guard depth == 0 else { return }
        var (hasLeft, isWaiting) = (false, false)
        for recognizer in engaged {
            if recognizer.actual.isOver || recognizer.isIdle { recognizer.startOver() }
            if recognizer.attempt.isEmpty { hasLeft = true }
            if recognizer.heldState != nil { isWaiting = true }
        }
        if hasLeft { engaged.removeAll { $0.attempt.isEmpty } }
        // A recognizer may have waited for one that was reset without failing.
        if isWaiting { releaseHeld() }
    }

    private func report(
        _ recognizer: Recognizer, id: Int, state: Recognizer.State, inputs: [Input], why: String?,
        hadBegun: Bool = false
    ) {
        guard let onGesture else { return }
        onGesture(GestureEvent(recognizer, id: id, state: state, inputs: inputs, why: why, hadBegun: hadBegun))
    }
}
