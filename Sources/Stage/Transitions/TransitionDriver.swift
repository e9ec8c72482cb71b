// The life of transitions for any owner: how they begin, fingers, questions, settling, and how they end.

import Geometry
import Gestures
import Layers

/// Drives the transitions of one stack or one sheet. Its events are: a finger takes, moves or releases a screen, a screen
/// answers, a call redirects a transition, a spring comes to rest. Each event changes the state of a `Transition`.
@MainActor
final class TransitionDriver {
    /// The goal of a transition.
    private enum Goal {
        case settle(finishes: Bool, rest: Double?)
        /// No goal until the screen has answered.
        case wait
    }

    /// The running transitions, in the order in which they began.
    private(set) var transitions: [Transition] = []
    /// The open question; there is one at a time.
    var question: LeaveQuestion?
    var lastQuestion = 0
    unowned let stage: Stage
    weak var owner: (any TransitionOwner)?

    init(stage: Stage) { self.stage = stage }

    // MARK: Begin
    // A screen that is told that it comes or goes, and an app that is asked for a controller, may do anything: replace the
    // stack, or pop the screen that is about to come. A transition that is no longer idle after that is not started.

    /// Registers `transition` with the stage and its screens before it begins, and tells the screens if `tells`.
    func add(_ transition: Transition, tells: Bool) {
        transitions.append(transition)
        stage.add(transition)
        for screen in screens(of: transition) { screen.transition = transition }
        guard tells else { return }
        transition.goes.willGo()
        transition.comes.willCome()
    }

    /// Starts a transition that no finger began. A controller drives it, or its own timing.
    func start(_ transition: Transition, animated: Bool, asksController: Bool = true) {
        stage.dispatcher.ignoreSecondTaps()
        let controller = animated && asksController ? owner?.controller(for: transition) : nil
        guard transition.isIdle else { return }
        stage.trace(transition, "began", [("interactive", .flag(controller != nil))])
        if let controller { return drive(transition, by: controller, isByFinger: false) }
        settle(transition, finishes: true, velocity: 0, timing: transition.look.timing, why: [])
        if !animated { end(transition) }
    }

    /// Starts a transition that a finger began and holds as in `drag`, unless a controller drives it.
    func start(_ transition: Transition, _ drag: TransitionDrag) {
        let controller = owner?.controller(for: transition)
        guard transition.isIdle else { return }
        stage.trace(transition, "began", gesture: drag.gesture, [("interactive", .flag(true))])
        if let controller { return drive(transition, by: controller, isByFinger: true) }
        transition.drag(drag, at: stage.now)
        if transition.operation.leaves { ask(transition) }
        follow(drag.pan)
    }

    private func drive(_ transition: Transition, by controller: InteractionController, isByFinger: Bool) {
        controller.start(transition, on: stage, byFinger: isByFinger) { [weak self] transition, finishes, velocity in
            self?.settle(transition, finishes: finishes, velocity: velocity, why: [("why", .text("its controller"))])
        }
    }

    // MARK: Fingers

    /// The transition that the finger of `pan` holds.
    func held(by pan: PanRecognizer) -> Transition? {
        transitions.first { transition in
            guard let drag = transition.drag else { return false }
            return drag.pan === pan && drag.gesture == pan.id
        }
    }

    /// Whether a finger or a controller moves something.
    var isHeld: Bool { transitions.contains { $0.drag != nil || $0.isControlled } }

    /// Makes the finger of `pan` catch `transition` at its visible position. `room` returns the distance (mm) that the
    /// finger can move outwards, or inwards.
    func `catch`(_ transition: Transition, with pan: PanRecognizer, room: (_ outwards: Bool) -> Double) {
        let caught: TransitionDrag.Caught
        let isGoingOut: Bool
        switch transition.state {
        case .settling(let finishes, let rest):
            caught = .settling(finishes: finishes, rest: rest)
            isGoingOut = rest > transition.offset(at: stage.seenUntil).offset
        case .waiting: (caught, isGoingOut) = (.waiting, true)
        case .idle, .dragged, .controlled, .over: return
        }
        let base = transition.offset(at: stage.seenUntil).offset / transition.density
        var drag = TransitionDrag(
            transition, pan: pan, origin: .caught(caught), base: base, sense: isGoingOut ? -1 : 1,
            room: room(!isGoingOut))
        switch transition.consent {
        case .unasked, .given: break
        case .open, .refused: drag.isRestrained = true
        }
        drag.agreed = owner?.screenToAsk(of: transition)
        transition.drag(drag, at: stage.now)
        stage.trace(transition, "caught", gesture: pan.id, [("p", .length(base))])
        owner?.goalChanged(of: transition, isByFinger: true)
        follow(pan)
    }

    /// Follows a movement of the finger of `pan`.
    func follow(_ pan: PanRecognizer) {
        guard let transition = held(by: pan), var drag = transition.drag else { return }
        forgetOldConsent(to: transition)
        drag.follow()
        drag.isPredicted = stage.gestures.isResampling
        drag.band = owner?.band(of: transition) ?? .none
        transition.drag(drag, at: stage.now)
        // A finger that catches an incoming screen and pulls it back wants it to leave.
        if drag.p > 0, leaves(transition, if: true, drag) { ask(transition) }
        showWhatReleaseDoes(to: transition)
    }

    /// The time has reached the end of `transition`: it has settled, or the finger that holds it has come to rest.
    func rest(_ transition: Transition) {
        guard var drag = transition.drag else { return end(transition) }
        drag.rest()
        transition.drag(drag, at: stage.now)
        showWhatReleaseDoes(to: transition)
    }

    /// Shows what a release would do now, and finds out whether it does the same once the finger has come to rest.
    private func showWhatReleaseDoes(to transition: Transition) {
        guard let drag = transition.drag, let isArmed = isArmed(transition, drag) else { return }
        transition.isArmed = isArmed
        var resting = drag
        resting.rest()
        transition.changesAtRest = self.isArmed(transition, resting) != isArmed
    }

    private func isArmed(_ transition: Transition, _ drag: TransitionDrag) -> Bool? {
        guard let decision = decision(on: transition, drag) else { return nil }
        return switch drag.origin {
        case _ where decision.instead != nil: true
        case .began: decision.verdict.finishes
        case .caught: leaves(transition, if: decision.verdict.finishes, drag)
        }
    }

    /// Releases the transition, because the finger of `pan` has lifted.
    func release(_ pan: PanRecognizer) {
        guard let transition = held(by: pan), let drag = transition.drag else { return }
        if case .caught(let caught) = drag.origin, !pan.hasMoved {
            return resume(transition, drag, caught, "released within the slop")
        }
        forgetOldConsent(to: transition)
        if drag.p > 0, leaves(transition, if: true, drag) { ask(transition) }
        guard let drag = transition.drag, let decision = decision(on: transition, drag) else { return }
        if !decision.verdict.finishes, leavesWithAnother(transition, drag) { ask(transition) }
        guard let drag = transition.drag else { return }
        let fields = TraceRecord.fields(of: drag.release, decision.verdict)
        switch goal(of: transition, drag, decision) {
        case .wait:
            transition.isArmed = false
            transition.wait(at: stage.now)
            stage.trace(transition, "held", fields)
            forgetOldQuestions()
        case .settle(let finishes, let rest):
            settle(
                transition, finishes: finishes, velocity: drag.velocity * transition.density, rest: rest,
                isByFinger: true, why: fields)
            decision.instead?()
        }
    }

    /// Takes the transition from the finger of `pan`. A transition that the finger began goes back; one that it caught goes on.
    func putBack(_ pan: PanRecognizer, _ why: String) {
        guard let transition = held(by: pan), let drag = transition.drag else { return }
        switch drag.origin {
        case .began:
            settle(
                transition, finishes: false, velocity: 0, isByFinger: true,
                why: [("p", .length(drag.p)), ("why", .text(why))])
        case .caught(let caught): resume(transition, drag, caught, why)
        }
    }

    /// Continues a caught transition as if no finger had caught it.
    private func resume(
        _ transition: Transition, _ drag: TransitionDrag, _ caught: TransitionDrag.Caught, _ why: String
    ) {
        switch caught {
        case .settling where leavesWithAnother(transition, drag):
            forgetOldConsent(to: transition)
            ask(transition)
            waitForAnswer(to: transition, why)
        case .settling(let finishes, let rest):
            settle(transition, finishes: finishes, velocity: 0, rest: rest, why: [("why", .text(why))])
        case .waiting:
            forgetOldConsent(to: transition)
            guard transition.drag != nil else { return }
            if case .unasked = transition.consent {
                return settle(
                    transition, finishes: !transition.operation.leaves, velocity: 0, why: [("why", .text(why))])
            }
            waitForAnswer(to: transition, why)
        }
    }

    private func waitForAnswer(to transition: Transition, _ why: String) {
        // The screen may have done anything while it was asked.
        guard transition.drag != nil else { return }
        transition.isArmed = false
        transition.wait(at: stage.now)
        stage.trace(transition, "held", [("why", .text(why))])
        forgetOldQuestions()
        // The screen may have answered while the finger held it. Otherwise this does nothing yet.
        answered(transition)
    }

    /// Whether a caught transition, when it goes on, takes a screen away that came on top while the finger of `drag` held it.
    /// The screen that was there before has been asked, the new one has not.
    private func leavesWithAnother(_ transition: Transition, _ drag: TransitionDrag) -> Bool {
        guard case .caught = drag.origin, leaves(transition, if: false, drag) else { return false }
        return drag.agreed !== owner?.screenToAsk(of: transition)
    }

    /// Whether the upper screen leaves if the finger of `drag` gets its way, or if it does not.
    private func leaves(_ transition: Transition, if getsItsWay: Bool, _ drag: TransitionDrag) -> Bool {
        switch drag.origin {
        case .began: getsItsWay == transition.operation.leaves
        case .caught(.settling(let finishes, _)): (finishes != getsItsWay) == transition.operation.leaves
        case .caught(.waiting): !getsItsWay
        }
    }

    private func decision(on transition: Transition, _ drag: TransitionDrag) -> Decision? {
        guard var decision = owner?.decision(on: transition, drag) else { return nil }
        if case .refused(let why, let instead) = transition.consent, decision.verdict.finishes,
            leaves(transition, if: true, drag)
        {
            decision.verdict = decision.verdict.refused(why)
            decision.instead = instead
        }
        return decision
    }

    private func goal(of transition: Transition, _ drag: TransitionDrag, _ decision: Decision) -> Goal {
        let operation = transition.operation
        let getsItsWay = decision.verdict.finishes
        let leaves = leaves(transition, if: getsItsWay, drag)
        switch transition.consent {
        case .open where leaves: return .wait
        case .refused where leaves: return .settle(finishes: !operation.leaves, rest: nil)
        case .unasked, .open, .refused, .given: break
        }
        if case .caught(.settling(let finishes, let rest)) = drag.origin, !getsItsWay {
            return .settle(finishes: finishes, rest: decision.rest ?? rest)
        }
        return .settle(finishes: leaves == operation.leaves, rest: leaves ? nil : decision.rest)
    }

    // MARK: Calls

    /// Sends `transition` where a call asks, whatever holds it.
    func redirect(
        _ transition: Transition, finishes: Bool, velocity: Double?, timing: Timing = .spring(Transition.spring)
    ) {
        stage.dispatcher.ignoreSecondTaps()
        // Code that sends a screen away does not ask it, so an earlier refusal no longer counts.
        if finishes == transition.operation.leaves, case .refused = transition.consent { transition.consent = .unasked }
        settle(transition, finishes: finishes, velocity: velocity, timing: timing, why: [])
    }

    /// Takes transitions from the fingers that hold them, and undoes transitions that wait for an answer. The screens that
    /// were there before stay.
    func letGo(_ why: String) {
        for transition in transitions {
            switch transition.state {
            case .dragged(let drag):
                settle(
                    transition, finishes: finishesWhenLetGo(transition), velocity: 0,
                    why: [("p", .length(drag.p)), ("why", .text(why))])
            case .waiting:
                settle(
                    transition, finishes: finishesWhenLetGo(transition), velocity: 0, why: [("why", .text(why))])
            case .idle, .controlled, .settling, .over: break
            }
        }
        withdraw()
    }

    /// Ends all transitions at once, at their target if they settle, otherwise as `letGo` does.
    func close() {
        withdraw()
        while let transition = transitions.first {
            if !transition.isSettling {
                transition.settle(finishes: finishesWhenLetGo(transition), velocity: 0, at: stage.now)
            }
            end(transition)
        }
    }

    /// Whether `transition` finishes when it is taken from its finger or its question. A screen that has no permission to leave
    /// stays.
    private func finishesWhenLetGo(_ transition: Transition) -> Bool {
        switch transition.state {
        case .dragged(let drag): if case .caught = drag.origin { !transition.operation.leaves } else { false }
        case .waiting: !transition.operation.leaves
        case .idle, .controlled, .settling, .over: false
        }
    }

    // MARK: Settle and end

    func settle(
        _ transition: Transition, finishes: Bool, velocity: Double?, timing: Timing = .spring(Transition.spring),
        rest: Double? = nil, isByFinger: Bool = false, why: [(String, TraceRecord.Value)]
    ) {
        transition.isArmed = false
        if case .open = transition.consent {
            let leaves = finishes == transition.operation.leaves
            transition.consent = leaves ? .given : .unasked
            withdraw()
        }
        transition.settle(finishes: finishes, velocity: velocity, timing: timing, rest: rest, at: stage.now)
        stage.trace(transition, "settling", [("finish", .flag(finishes))] + why)
        owner?.goalChanged(of: transition, isByFinger: isByFinger)
    }

    /// Ends a settling transition at its target.
    func end(_ transition: Transition) {
        guard case .settling(let finishes, let rest) = transition.state else { return }
        end(transition, finishes: finishes, rest: rest)
    }

    /// Ends a transition with the upper screen at `rest` (px), even one that a finger holds and has brought there.
    func end(_ transition: Transition, finishes: Bool, rest: Double) {
        if case .open = transition.consent { withdraw() }
        transition.finish()
        transitions.removeAll { $0 === transition }
        stage.remove(transition)
        for screen in screens(of: transition) where screen.transition === transition { screen.transition = nil }
        stage.trace(transition, finishes ? "finished" : "cancelled", [])
        owner?.ended(transition, finishes: finishes, rest: rest)
        tellScreens(of: transition)
    }

    /// Tells the screens of `transition`, which has ended, whether they are on the glass, except those that another one moves.
    private func tellScreens(of transition: Transition) {
        let front = stage.frontNavigator.top
        let moving = stage.movers.compactMap { $0 as? Transition }
        // Beneath a sheet, another screen may have come to the front meanwhile.
        // In a stack whose top a finger brought back over the screens that changed meanwhile, another one may be in front no longer.
        let seen = front.navigator?.screens.filter(\.isSeen) ?? []
        let others: [Screen] = ([transition.goes, transition.comes] + seen).filter { $0 !== front }
        let told: [Screen] = (others + [front]).filter { screen in
            !moving.contains { $0.goes === screen || $0.comes === screen }
        }
        for screen in told where screen !== front { screen.willGo() }
        for screen in told where screen === front { screen.willCome() }
        for screen in told where screen !== front { screen.hasGone() }
        for screen in told where screen === front { screen.hasCome() }
    }

    private func screens(of transition: Transition) -> [Screen] {
        [transition.upper, transition.lower, transition.goes, transition.comes]
    }
}
