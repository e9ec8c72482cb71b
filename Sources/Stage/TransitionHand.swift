// The finger that moves a screen: it takes a transition, carries it, asks the screen whether it may go, and lets it go.

import Geometry
import Gestures

/// What holds the transitions of one navigator or one sheet: a finger, or nobody while a screen makes up its mind.
final class TransitionHand {
    /// What follows when the finger lets go.
    struct Decision {
        var verdict: FinishRule.Verdict
        /// Where the upper screen rests if the verdict is that it stays (px from where it rested); nil for there.
        var rest: Double?
    }

    /// The finger's hold; nil when no finger moves a screen.
    private(set) var drag: TransitionDrag?
    /// A transition that nobody holds any more, and that waits for an answer.
    private(set) var waiting: Transition?
    /// What has been asked and not answered.
    private weak var request: LeaveRequest?
    private unowned let stage: Stage

    /// What follows when the finger lets go with this release.
    var decide: (TransitionDrag, FinishRule.Release) -> Decision = { _, _ in fatalError("nobody decides") }
    /// Sends a transition to rest: whether it finishes, its velocity (px/s), where else it rests, and what is said of it.
    var settle: (Transition, Bool, Double, Double?, [(String, TraceRecord.Value)]) -> Void = { _, _, _, _, _ in }
    /// How much of the finger's offset (mm) is shown.
    var banded: (Double) -> Double = { $0 }

    init(stage: Stage) { self.stage = stage }

    /// Whether a screen has been asked and has not answered.
    var isAsking: Bool { request?.isOpen == true }

    // MARK: The finger

    /// A finger begins to move `drag.transition`.
    func begin(_ drag: TransitionDrag) { self.drag = drag }

    /// A finger takes over `transition` where it is seen.
    func take(
        _ transition: Transition, with pan: PanRecognizer, along: @escaping (Vector) -> Double, room: Double
    ) {
        guard drag == nil else { return }
        let wasFinishing: Bool? = if case .settling(let finishes) = transition.phase { finishes } else { nil }
        let offset = transition.offset(at: stage.seenUntil).offset
        drag = TransitionDrag(
            transition: transition, pan: pan, along: along, base: offset / transition.density, room: room,
            wasFinishing: wasFinishing)
        if waiting === transition {
            waiting = nil
            drag?.hold()
        }
        stage.trace(transition, "caught", gesture: pan.id, [("p", .length(offset / transition.density))])
        show()
    }

    /// The finger has moved.
    func follow(_ pan: PanRecognizer) {
        guard drag?.gesture == pan.id else { return }
        drag?.follow()
        show()
        guard let drag else { return }
        drag.transition.isArmed = decision(on: drag).verdict.finishes
    }

    /// Puts the screen where the finger is, and will be.
    private func show() {
        guard let drag else { return }
        drag.transition.drive(drag.hold(isPredicted: stage.gestures.isResampling, banded: banded), at: stage.now)
    }

    /// The finger has lifted.
    func release(_ pan: PanRecognizer) {
        guard let drag, drag.gesture == pan.id else { return }
        self.drag = nil
        let transition = drag.transition
        if let wasFinishing = drag.wasFinishing, !pan.hasMoved {
            return settle(transition, wasFinishing, 0, nil, [("why", .text("released within the slop"))])
        }
        let decision = decision(on: drag)
        let fields = TraceRecord.fields(of: release(of: drag), decision.verdict)
        if decision.verdict.finishes, isAsking {
            // The screen has not answered: it stays where it is.
            transition.drive(to: transition.offset(at: stage.now).offset)
            transition.isArmed = false
            waiting = transition
            return stage.trace(transition, "held", fields)
        }
        request?.withdraw()
        settle(
            transition, decision.verdict.finishes == drag.bringsToEnd,
            drag.along(pan.velocityAtLift) * transition.density,
            decision.rest, fields)
    }

    private func release(of drag: TransitionDrag) -> FinishRule.Release {
        drag.release(velocity: drag.along(drag.pan.velocityAtLift))
    }

    private func decision(on drag: TransitionDrag) -> Decision {
        var decision = decide(drag, release(of: drag))
        if case .refused(let why) = drag.grip { decision.verdict = decision.verdict.refused(why) }
        return decision
    }

    // MARK: What takes it away

    /// The finger's touch counts for nothing, or somebody else needs the screen: it goes back.
    func putBack(_ why: String) {
        guard let drag else { return }
        self.drag = nil
        request?.withdraw()
        settle(
            drag.transition, !drag.bringsToEnd, 0, nil, [("p", .length(drag.p)), ("why", .text(why))])
    }

    /// The finger loses what it holds, and a screen that waits for an answer goes back.
    func letGo(_ why: String) {
        putBack(why)
        request?.withdraw()
        guard let waiting else { return }
        self.waiting = nil
        settle(waiting, !waiting.operation.leaves, 0, nil, [("why", .text(why))])
    }

    /// Somebody else decides about `transition`; nothing else is let go.
    func forget(_ transition: Transition) {
        if drag?.transition === transition || waiting === transition { forget() }
    }

    /// Somebody else decides about what the finger holds.
    func forget() {
        drag?.transition.isArmed = false
        drag = nil
        waiting = nil
        request?.withdraw()
    }

    // MARK: Screens that are asked

    /// Asks `screen` whether it may leave. `transition` is the one that already moves it; without one, `leave` is called
    /// when it may.
    func ask(_ screen: Screen, toLeave transition: Transition?, leave: @escaping () -> Void) {
        let name = screen.name
        let request = LeaveRequest { [weak self, weak screen] mayLeave in
            // A screen that is gone has nothing to say any more.
            self?.answered(mayLeave && screen != nil, by: name, leave: leave)
        }
        switch screen.shouldLeave(request) {
        case .yes:
            request.withdraw()
            if transition == nil { leave() }
        case .no(let why):
            request.withdraw()
            drag?.refuse("\(screen.name) stays: \(why)")
        case .later:
            self.request = request
            guard let transition else { return }
            drag?.hold()
            stage.trace(transition, "held", gesture: drag?.gesture, [])
        }
    }

    private func answered(_ mayLeave: Bool, by name: String, leave: () -> Void) {
        if let waiting {
            self.waiting = nil
            stage.trace(waiting, "answered", [("finish", .flag(mayLeave))])
            let why = mayLeave ? "\(name) may leave" : "\(name) stays"
            settle(waiting, mayLeave == waiting.operation.leaves, 0, nil, [("why", .text(why))])
        } else if let drag, case .held = drag.grip {
            stage.trace(drag.transition, "answered", [("finish", .flag(mayLeave))])
            if mayLeave {
                self.drag?.loosen(at: stage.now, slowness: stage.slowMotion)
                show()
            } else {
                self.drag?.refuse("\(name) stays")
            }
        } else if mayLeave {
            leave()
        }
    }
}
