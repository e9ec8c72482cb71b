// Takes frames of touches, finds out once what lies under each finger, and brings every change to whom it concerns.
// What presses have of their own is in PressDispatch.swift.

public import Geometry

/// Routes touches. A finger is hit-tested when it comes down and never again; its recognizers are those of the responder
/// that it hit and of all around it. Recognizers see every change before the responder does.
public final class TouchDispatcher {
    /// Finds the responder at a point in panel space (mm); nil where there is none.
    private let hitTest: (Point) -> Responder?
    /// Called for each step of each recognizer, at once.
    public var onGesture: ((GestureEvent) -> Void)?
    /// Called for what panels should not send: a lift without a touch, a touch that comes twice, and such.
    public var onWarning: ((String) -> Void)?
    /// How long a contact may stay unmoved before it counts for nothing.
    public var restingAfter = Slop.restingAfter
    /// The responder that hardware buttons are for: what has the focus. Nil for `root`.
    public weak var firstResponder: Responder?
    /// The outermost responder, which buttons are for when nothing has the focus.
    public weak var root: Responder?

    /// The fingers that are on the glass, in the order in which they came.
    public private(set) var touchesDown: [Touch] = []
    /// The buttons that are held, in the order in which they were pressed.
    public internal(set) var pressesDown: [Press] = []
    /// Recognizers that have an attempt under way.
    private(set) var engaged: [Recognizer] = []
    /// Touches and presses that are over, and of which their views have not been told all.
    private var unfinished: [Input] = []
    private var pendingActions: [Recognizer] = []
    // The storage of arrays that live for one frame, kept for the next: fingers that move allocate nothing. Whoever needs
    // one swaps it for an empty one, and back; a frame within a frame finds it empty.
    private var spareChanged: [Touch] = []
    private var spareThose: [Touch] = []
    private var spareIts: [Touch] = []
    private var spareList: [Touch] = []
    private var spareConcerned: [Recognizer] = []
    private var spareActions: [Recognizer] = []
    /// The number of the last delivery of touches, which marks those that take part in it.
    private var round = 0
    private var lastID = 0
    var frameNumber = 0
    private(set) var now = Instant.zero
    /// How many changes are being brought around, one inside the other.
    var depth = 0
    private var scanClock = ScanClock()
    private(set) var warned: Set<Warning> = []
    /// So many are remembered.
    static let mostWarned = 256
    /// Contacts that are still on the glass and whose touches were ended here: what they do until they lift is nobody's.
    private var disowned: Set<Int> = []

    /// What devices do that they should not; each contact and each button is complained of once.
    enum Warning: Hashable {
        case twice(Int), unknown(Int), pressedTwice(Int), notPressed(Int)
    }

    /// A dispatcher that asks `hitTest` what lies at a point in panel space (mm).
    public init(hitTest: @escaping (Point) -> Responder?) { self.hitTest = hitTest }

    deinit {
        // A finger that is down holds its view and those who follow it, and they hold the finger.
        for input in touchesDown { input.letGo() }
        for input in pressesDown { input.letGo() }
        for input in unfinished { input.letGo() }
    }

    /// The time between two scans of the panel, as the touches so far have shown it; nil before they have.
    public var scanPeriod: Instant.Span? { scanClock.period }

    /// The recognizers that are not back to `possible`, or still have an attempt under way.
    public var recognizersUnderWay: [Recognizer] { engaged }

    /// Brings all changes of one moment to recognizers and responders.
    public func handle(_ frame: TouchFrame) {
        advance(to: frame.time)
        frameNumber += 1
        // A contact that is listed twice came and went, or went and came, within one moment: one step after the other.
        var rest = frame.changes[...]
        while !rest.isEmpty {
            let second = rest.indices.first { index in
                rest[..<index].contains { $0.contact == rest[index].contact }
            }
            let batch = rest[..<(second ?? rest.endIndex)]
            rest = rest[batch.endIndex...]
            if batch.contains(where: { $0.phase == .began }) { endThoseThatComeAgain(in: batch, of: frame) }
            handle(batch, of: frame)
        }
    }

    /// A contact that comes down though it is down already: its first touch counts as cancelled.
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

    /// Lets deadlines come that lie at or before `time`. Time never runs back here.
    public func advance(to time: Instant) {
        while let due = nextDeadline, due <= time {
            now = max(now, due)
            for touch in touchesDown where restDeadline(touch).map({ $0 <= due }) == true { putToRest(touch) }
            for recognizer in engaged where recognizer.deadline.map({ $0 <= due }) == true {
                recognizer.deadlineReached(at: due)
            }
            settle()
        }
        now = max(now, time)
    }

    /// When `advance` has to be called next, though no finger moves; nil for never.
    public var nextDeadline: Instant? {
        var earliest: Instant?
        for recognizer in engaged {
            if let due = recognizer.deadline { earliest = earliest.map { min($0, due) } ?? due }
        }
        for touch in touchesDown {
            if let due = restDeadline(touch) { earliest = earliest.map { min($0, due) } ?? due }
        }
        return earliest
    }

    /// Ends touches as cancelled: those that `concerned` says; all of them when the panel is gone.
    public func cancelTouches(where concerned: (Touch) -> Bool = { _ in true }) {
        let changes = touchesDown.filter { $0.isDown && concerned($0) }
            .map { TouchFrame.Change(contact: $0.number, phase: .cancelled, position: $0.location, tool: $0.tool) }
        disowned.formUnion(changes.map(\.contact))
        handle(changes[...], of: TouchFrame(time: now, changes: changes))
    }

    /// `responder` goes away with all that lies in it: its touches and presses are cancelled, its recognizers broken
    /// off. It no longer has the focus.
    public func remove(_ responder: Responder) {
        if firstResponder?.isWithin(responder) == true { firstResponder = nil }
        cancelTouches { $0.view?.isWithin(responder) == true }
        cancelPresses { $0.view?.isWithin(responder) == true }
        for recognizer in engaged where recognizer.view?.isWithin(responder) == true {
            recognizer.abandon("its view was removed")
        }
        // What has left a moment ago, or whose lift somebody keeps back, would come too late for a view that is gone.
        for touch in touchesDown where touch.view?.isWithin(responder) == true { takeFromView(touch) }
        for press in pressesDown where press.view?.isWithin(responder) == true { takeFromView(press) }
        for input in unfinished where input.view?.isWithin(responder) == true { takeFromView(input) }
    }

    private func apply(_ change: TouchFrame.Change) -> Touch? {
        let known = touchesDown.first { $0.number == change.contact && $0.isDown }
        switch change.phase {
        case .began:
            disowned.remove(change.contact)
            let touch = Touch(number: change.contact, time: now, location: change.position, tool: change.tool)
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

    func warn(_ warning: Warning, _ text: String) {
        // Contacts have new numbers for years.
        if warned.count >= Self.mostWarned { warned.removeAll(keepingCapacity: true) }
        if warned.insert(warning).inserted { onWarning?(text) }
    }

    private func route(_ touch: Touch, _ frame: TouchFrame) {
        route(touch) { $0.delegate?.shouldReceive(frame, by: $0) != false }
    }

    /// Finds the recognizers that follow `input` from now on. `receivesFrame` asks a recognizer's delegate for the frame.
    func route(_ input: Input, receivesFrame: (Recognizer) -> Bool) {
        var responder = input.view
        // The outermost independent responder on the way.
        var territory: ObjectIdentifier?
        while let here = responder {
            for recognizer in here.recognizers where recognizer.isEnabled && !recognizer.state.isOver {
                guard input.isAllowed(by: recognizer), recognizer.mayFollow(input, from: territory) else { continue }
                if let why = input.refusal(by: recognizer) {
                    lastID += 1
                    report(recognizer, id: lastID, state: .failed, inputs: [input], why: why)
                } else if recognizer.receivesFrame(frameNumber, asking: receivesFrame),
                    input.isReceived(by: recognizer)
                {
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

    /// Brings the touches among `changed` that did `phase` to the recognizers that follow them, then to their views.
    private func deliver(_ changed: [Touch], _ phase: Input.Phase) {
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
            if recognizer.followsJust(those, round) {
                bring(those, phase, to: recognizer)
            } else {
                recognizer.select(from: those, into: &its)
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
        if !recognizer.state.isOver {
            switch phase {
            case .began: recognizer.touchesBegan(touches, at: now)
            case .moved: recognizer.touchesMoved(touches, at: now)
            case .ended: recognizer.touchesEnded(touches, at: now)
            case .cancelled: recognizer.touchesCancelled(touches, at: now)
            case .stationary: break
            }
        }
        if phase == .ended || phase == .cancelled { for touch in touches { recognizer.unfollow(touch) } }
    }

    /// Called by a recognizer whose state has changed.
    func didChange(_ recognizer: Recognizer, from: Recognizer.State, why: String?) {
        switch recognizer.state {
        case .began, .ended:
            report(
                recognizer, id: recognizer.id, state: recognizer.state, inputs: recognizer.attempt, why: why,
                hadBegun: from.isActive)
            pendingActions.append(recognizer)
            takeFromViews(recognizer)
            if from == .possible { prevent(by: recognizer) }
        case .changed: pendingActions.append(recognizer)
        case .cancelled:
            report(
                recognizer, id: recognizer.id, state: .cancelled, inputs: recognizer.attempt, why: why, hadBegun: true)
            pendingActions.append(recognizer)
        case .failed:
            report(recognizer, id: recognizer.id, state: .failed, inputs: recognizer.attempt, why: why)
            releaseHeld()
        case .possible: return
        }
        if depth == 0 { settle() }
    }

    /// Sends the actions of this moment, in order, then starts over what is over, tells views what was kept back, and
    /// forgets what has left.
    func settle() {
        guard depth == 0 else { return }
        depth += 1
        while !pendingActions.isEmpty {
            var actions: [Recognizer] = []
            swap(&actions, &spareActions)
            swap(&actions, &pendingActions)
            for recognizer in actions { recognizer.sendActions() }
            actions.removeAll(keepingCapacity: true)
            swap(&actions, &spareActions)
        }
        depth -= 1
        resetWhatIsOver()
        for touch in touchesDown { flush(touch) }
        for press in pressesDown { flush(press) }
        if !unfinished.isEmpty {
            for input in unfinished { flush(input) }
            unfinished.removeAll { if case .over = $0.delivery { true } else { false } }
        }
        touchesDown.removeAll { !$0.isDown }
        pressesDown.removeAll { !$0.isDown }
    }

    /// Calls `body` with a list of `touch` alone.
    func withList(of touch: Touch, _ body: ([Touch]) -> Void) {
        var list: [Touch] = []
        swap(&list, &spareList)
        list.append(touch)
        body(list)
        list.removeAll(keepingCapacity: true)
        swap(&list, &spareList)
    }

    /// Keeps what is over until its view has been told all of it.
    func keepUnfinished(_ input: Input) {
        if !unfinished.contains(where: { $0 === input }) { unfinished.append(input) }
    }

    /// Starts over the recognizers that are over, and those that nobody holds any more and that wait for nothing.
    func resetWhatIsOver() {
        guard depth == 0 else { return }
        for recognizer in engaged where recognizer.state.isOver { recognizer.startOver() }
        for recognizer in engaged
        where recognizer.state == .possible && recognizer.inputCount == 0 && recognizer.deadline == nil
            && recognizer.heldState == nil
        {
            recognizer.startOver()
        }
        engaged.removeAll { $0.attempt.isEmpty }
        // Somebody may have waited for one that has just given up without failing.
        if engaged.contains(where: { $0.heldState != nil }) { releaseHeld() }
    }

    /// `touch` rested and moves again: it is as if it had just come down.
    func routeAnew(_ touch: Touch) {
        frameNumber += 1
        let change = TouchFrame.Change(
            contact: touch.number, phase: .began, position: touch.location, tool: touch.tool)
        route(touch, TouchFrame(time: now, changes: [change]))
        for recognizer in touch.recognizers where !recognizer.state.isOver { recognizer.touchesBegan([touch], at: now) }
    }

    private func report(
        _ recognizer: Recognizer, id: Int, state: Recognizer.State, inputs: [Input], why: String?,
        hadBegun: Bool = false
    ) {
        guard let onGesture else { return }
        let touches = inputs.compactMap { $0 as? Touch }
        let at = recognizer.touches.isEmpty ? touches.last?.location ?? .zero : recognizer.location()
        onGesture(
            GestureEvent(
                name: recognizer.name, id: id, state: state, hadBegun: hadBegun, touches: touches.map(\.number),
                presses: inputs.compactMap { ($0 as? Press)?.number },
                view: recognizer.view?.traceName ?? "", x: at.x, y: at.y, why: why))
    }
}
