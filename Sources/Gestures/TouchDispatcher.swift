// Takes frames of touches, finds out once what lies under each finger, and brings every change to whom it concerns.

public import Geometry

/// Routes touches. A finger is hit-tested when it comes down and never again; its recognizers are those of the responder
/// that it hit and of all around it. Recognizers see every change before the responder does.
public final class TouchDispatcher {
    /// Finds the responder at a point in panel space (mm); nil where there is none.
    private let hitTest: (Point) -> Responder?
    /// Called for each step of each recognizer, at once.
    public var onGesture: ((GestureEvent) -> Void)?
    /// Called for what panels should not send: a lift without a touch, time that runs back, and such.
    public var onWarning: ((String) -> Void)?

    private var touches: [Touch] = []
    private var lastID = 0
    private var now = Instant.zero
    /// How many changes are being brought around, one inside the other.
    private var depth = 0
    /// Recognizers that have an attempt under way.
    var engaged: [Recognizer] = []
    private var pendingActions: [Recognizer] = []

    /// A dispatcher that asks `hitTest` what lies at a point in panel space (mm).
    public init(hitTest: @escaping (Point) -> Responder?) { self.hitTest = hitTest }

    /// The fingers that are on the glass.
    public var touchesDown: [Touch] { touches }

    /// The recognizers that are not back to `possible`, or still have an attempt under way.
    public var recognizersUnderWay: [Recognizer] { engaged }

    /// Brings all changes of one moment to recognizers and responders.
    public func handle(_ frame: TouchFrame) {
        advance(to: frame.time)
        // A contact that is listed twice came and went, or went and came, within one moment: one step after the other.
        var rest = frame.changes[...]
        while !rest.isEmpty {
            var contacts: Set<Int> = []
            let batch = rest.prefix { contacts.insert($0.contact).inserted }
            rest = rest.dropFirst(batch.count)
            handle(batch)
        }
    }

    private func handle(_ changes: ArraySlice<TouchFrame.Change>) {
        var changed: [Touch] = []
        for change in changes {
            if let touch = apply(change, at: now) { changed.append(touch) }
        }
        depth += 1
        for touch in changed where touch.phase == .began { route(touch) }
        for phase in [Touch.Phase.began, .moved, .ended, .cancelled] {
            let concerned = changed.filter { $0.phase == phase }
            if !concerned.isEmpty { deliver(concerned, phase) }
        }
        depth -= 1
        settle()
        touches.removeAll { !$0.isDown }
        for touch in touches { touch.phase = .stationary }
    }

    /// Lets deadlines come that lie at or before `time`. Time never runs back here.
    public func advance(to time: Instant) {
        while let due = nextDeadline, due <= time {
            now = max(now, due)
            for recognizer in engaged where recognizer.deadline.map({ $0 <= due }) == true {
                recognizer.deadlineReached(at: due)
            }
            settle()
        }
        now = max(now, time)
    }

    /// When `advance` has to be called next, though no finger moves; nil for never.
    public var nextDeadline: Instant? { engaged.compactMap(\.deadline).min() }

    /// Ends touches as cancelled: those that `concerned` says; all of them when the panel is gone.
    public func cancelTouches(where concerned: (Touch) -> Bool = { _ in true }) {
        let changes = touches.filter { $0.isDown && concerned($0) }
            .map { TouchFrame.Change(contact: $0.number, phase: .cancelled, position: $0.location) }
        handle(changes[...])
    }

    private func apply(_ change: TouchFrame.Change, at time: Instant) -> Touch? {
        let known = touches.first { $0.number == change.contact && $0.isDown }
        switch change.phase {
        case .began:
            if let known {
                onWarning?("touch \(change.contact) came down twice; the first one counts as cancelled")
                known.phase = .cancelled
                deliver([known], .cancelled)
                touches.removeAll { $0 === known }
            }
            let touch = Touch(number: change.contact, time: time, location: change.position)
            touches.append(touch)
            return touch
        case .moved, .ended, .cancelled:
            guard let touch = known else {
                onWarning?("touch \(change.contact) \(change.phase.rawValue) without having come down; ignored")
                return nil
            }
            touch.previousLocation = touch.location
            touch.location = change.position
            touch.time = time
            touch.phase = change.phase == .moved ? .moved : change.phase == .ended ? .ended : .cancelled
            return touch
        }
    }

    private func route(_ touch: Touch) {
        touch.view = hitTest(touch.location)
        var responder = touch.view
        while let here = responder {
            for recognizer in here.recognizers where recognizer.isEnabled && !recognizer.state.isOver {
                if let why = recognizer.refusal(of: touch) {
                    lastID += 1
                    report(recognizer, id: lastID, state: .failed, touches: [touch], why: why)
                } else if recognizer.delegate?.shouldReceive(touch, by: recognizer) != false {
                    if recognizer.attempt.isEmpty { engaged.append(recognizer) }
                    recognizer.dispatcher = self
                    recognizer.follow(touch, id: nextID())
                }
            }
            responder = here.next
        }
    }

    private func nextID() -> Int {
        lastID += 1
        return lastID
    }

    private func deliver(_ changed: [Touch], _ phase: Touch.Phase) {
        var concerned: [Recognizer] = []
        for touch in changed {
            for recognizer in touch.recognizers where !concerned.contains(where: { $0 === recognizer }) {
                concerned.append(recognizer)
            }
        }
        for recognizer in concerned {
            let its = changed.filter { touch in recognizer.touches.contains { $0 === touch } }
            guard !its.isEmpty else { continue }
            if !recognizer.state.isOver {
                switch phase {
                case .began: recognizer.touchesBegan(its, at: now)
                case .moved: recognizer.touchesMoved(its, at: now)
                case .ended: recognizer.touchesEnded(its, at: now)
                case .cancelled: recognizer.touchesCancelled(its, at: now)
                case .stationary: break
                }
            }
            if phase == .ended || phase == .cancelled { for touch in its { recognizer.unfollow(touch) } }
        }
        deliverToViews(changed, phase)
    }

    private func deliverToViews(_ changed: [Touch], _ phase: Touch.Phase) {
        for touch in changed where !touch.isTakenFromView {
            switch phase {
            case .began:
                touch.isShownToView = true
                touch.view?.touchesBegan([touch])
            case .moved: touch.view?.touchesMoved([touch])
            case .ended:
                touch.isShownToView = false
                touch.view?.touchesEnded([touch])
            case .cancelled:
                touch.isShownToView = false
                touch.view?.touchesCancelled([touch])
            case .stationary: break
            }
        }
    }

    /// Called by a recognizer whose state has changed.
    func didChange(_ recognizer: Recognizer, from: Recognizer.State, why: String?) {
        switch recognizer.state {
        case .began, .ended:
            report(
                recognizer, id: recognizer.id, state: recognizer.state, touches: recognizer.attempt, why: why,
                hadBegun: from.isActive)
            pendingActions.append(recognizer)
            takeTouchesFromViews(recognizer)
            if from == .possible { prevent(by: recognizer) }
        case .changed: pendingActions.append(recognizer)
        case .cancelled:
            report(
                recognizer, id: recognizer.id, state: .cancelled, touches: recognizer.attempt, why: why, hadBegun: true)
            pendingActions.append(recognizer)
        case .failed:
            report(recognizer, id: recognizer.id, state: .failed, touches: recognizer.attempt, why: why)
            releaseHeld()
        case .possible: return
        }
        if depth == 0 { settle() }
    }

    private func takeTouchesFromViews(_ recognizer: Recognizer) {
        guard recognizer.cancelsTouchesInView else { return }
        for touch in recognizer.attempt where !touch.isTakenFromView {
            touch.isTakenFromView = true
            if touch.isShownToView {
                touch.isShownToView = false
                touch.view?.touchesCancelled([touch])
            }
        }
    }

    /// Sends the actions of this moment, in order, then starts over what is over.
    private func settle() {
        guard depth == 0 else { return }
        depth += 1
        while !pendingActions.isEmpty {
            let actions = pendingActions
            pendingActions = []
            for recognizer in actions { recognizer.sendActions() }
        }
        depth -= 1
        resetWhatIsOver()
    }

    /// Starts over the recognizers that are over, and those whose fingers have all left and that wait for nothing.
    func resetWhatIsOver() {
        guard depth == 0 else { return }
        for recognizer in engaged where recognizer.state.isOver { recognizer.startOver() }
        for recognizer in engaged
        where recognizer.state == .possible && recognizer.touches.isEmpty && recognizer.deadline == nil
            && recognizer.heldState == nil
        {
            recognizer.startOver()
        }
        engaged.removeAll { $0.attempt.isEmpty }
        // Somebody may have waited for one that has just given up without failing.
        if engaged.contains(where: { $0.heldState != nil }) { releaseHeld() }
    }

    private func report(
        _ recognizer: Recognizer, id: Int, state: Recognizer.State, touches: [Touch], why: String?,
        hadBegun: Bool = false
    ) {
        guard let onGesture else { return }
        let at = recognizer.touches.isEmpty ? touches.last?.location ?? .zero : recognizer.location()
        onGesture(
            GestureEvent(
                name: recognizer.name, id: id, state: state, hadBegun: hadBegun, touches: touches.map(\.number),
                view: recognizer.view?.traceName ?? "", x: at.x, y: at.y, why: why))
    }
}
