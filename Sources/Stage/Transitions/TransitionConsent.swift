// Consent: screens are asked whether they may leave, and their answers move the transitions.

import Geometry

extension TransitionDriver {
    /// Whether a screen has been asked and has not answered.
    var isAsking: Bool { question?.request?.isOpen == true }

    /// Asks the top screen of the stack whether it may leave, past a history of its own or not. Calls `leave` if it may, now or later, unless
    /// another screen is on top by then.
    func askTop(isPastHistory: Bool = false, thenLeave leave: @escaping () -> Void) {
        guard let screen = owner?.top, !isAsking || question?.screen !== screen else { return }
        // A screen that was asked while it was on top need not answer any more.
        withdraw()
        let request = request(to: screen, isPastHistory: isPastHistory)
        question = LeaveQuestion(number: lastQuestion, request: request, screen: screen, leave: leave)
        let answer = screen.shouldLeave(request)
        // The screen may have answered through the request while it was asked, or done anything else.
        guard request.isOpen else { return }
        switch answer {
        case .yes:
            withdraw()
            if screen === owner?.top { leave() }
        case .no: withdraw()
        case .instead(_, let act):
            withdraw()
            if screen === owner?.top { act() }
        case .later: break
        }
    }

    /// Asks the screen of `transition` whether it may leave, unless a screen has been asked already.
    func ask(_ transition: Transition) {
        guard case .unasked = transition.consent, let screen = owner?.screenToAsk(of: transition) else { return }
        transition.consent = .open
        transition.asked = screen
        // A tap on the back button may have asked the same question.
        if isAsking, question?.screen === screen { return hold(transition) }
        withdraw()
        // There is one question at a time. A page that waits for the answer to another one goes back.
        for other in transitions where other.isWaiting && other !== transition {
            settle(
                other, finishes: !other.operation.leaves, velocity: 0,
                why: [("why", .text("\(screen.name) is asked by now"))])
        }
        let request = request(to: screen)
        question = LeaveQuestion(number: lastQuestion, request: request, screen: screen)
        let answer = screen.shouldLeave(request)
        // The screen may have done anything while it was asked.
        guard case .open = transition.consent, !transition.isOver else { return request.withdraw() }
        if let top = owner?.screenToAsk(of: transition), top !== screen {
            return conclude(transition, .refused("\(top.name) is on top by now"), request)
        }
        switch answer {
        case .yes: conclude(transition, .given, request)
        case .no(let why): conclude(transition, .refused("\(screen.name) stays: \(why)"), request)
        case .instead(let why, let act):
            conclude(transition, .refused("\(screen.name) stays: \(why)", instead: act), request)
        case .later: if request.isOpen { hold(transition) }
        }
    }

    /// Undoes transitions that wait for the answer of a screen that is no longer on top of the stack.
    func forgetOldQuestions() {
        for transition in transitions where transition.isWaiting {
            guard let top = owner?.screenToAsk(of: transition), top !== transition.asked else { continue }
            settle(
                transition, finishes: !transition.operation.leaves, velocity: 0,
                why: [("why", .text("\(top.name) is on top by now"))])
        }
    }

    /// Discards the answer of a screen that is no longer on top of the stack.
    func forgetOldConsent(to transition: Transition) {
        if case .unasked = transition.consent { return }
        // The screen that was asked may have been released.
        if transition.asked === owner?.screenToAsk(of: transition) { return }
        withdraw()
        (transition.consent, transition.asked) = (.unasked, nil)
    }

    private func conclude(_ transition: Transition, _ consent: Transition.Consent, _ request: LeaveRequest) {
        request.withdraw()
        question = nil
        transition.consent = consent
        if case .refused = consent { restrain(transition) }
    }

    private func hold(_ transition: Transition) {
        restrain(transition)
        stage.trace(transition, "held", gesture: transition.drag?.gesture, [])
    }

    private func restrain(_ transition: Transition) {
        guard var drag = transition.drag else { return }
        drag.isRestrained = true
        transition.drag(drag, at: stage.now)
    }

    private func request(to screen: Screen, isPastHistory: Bool = false) -> LeaveRequest {
        lastQuestion += 1
        let (name, number) = (screen.name, lastQuestion)
        return LeaveRequest(isPastHistory: isPastHistory) { [weak self, weak screen, weak stage] mayLeave in
            // The stage may have been released with everything on it.
            if stage == nil { return }
            // The answer of a released screen counts as no.
            self?.answered(mayLeave && screen != nil, by: name, number)
        }
    }

    private func answered(_ mayLeave: Bool, by name: String, _ number: Int) {
        guard let question, question.number == number else { return }
        self.question = nil
        let concerned = transitions.filter { if case .open = $0.consent { true } else { false } }
        // If another screen has covered the page meanwhile, the page stays, and so do the sheets over it.
        let isOnTop = question.screen === owner?.top
        if mayLeave, !concerned.isEmpty || isOnTop { owner?.uncover() }
        for transition in concerned {
            transition.consent = mayLeave ? .given : .refused("\(name) stays")
            stage.trace(transition, "answered", [("finish", .flag(mayLeave))])
            if var drag = transition.drag {
                if mayLeave { drag.loosen(at: stage.now, slowness: stage.slowMotion) }
                transition.drag(drag, at: stage.now)
            } else {
                answered(transition)
            }
        }
        if concerned.isEmpty, mayLeave, isOnTop { question.leave?() }
    }

    /// Settles a waiting transition by the answer of its screen.
    func answered(_ transition: Transition) {
        guard transition.isWaiting else { return }
        switch transition.consent {
        case .unasked, .open: break
        case .given:
            settle(
                transition, finishes: transition.operation.leaves, velocity: 0,
                why: [("why", .text("\(owner?.screenToAsk(of: transition).name ?? "") may leave"))])
        case .refused(let why, _):
            settle(transition, finishes: !transition.operation.leaves, velocity: 0, why: [("why", .text(why))])
        }
    }

    /// Withdraws the open question, because its answer is not needed any more.
    func withdraw() {
        guard let asked = question else { return }
        question = nil
        guard let request = asked.request, request.isOpen else { return }
        request.withdraw()
        asked.screen?.leaveWithdrawn(request)
    }
}
