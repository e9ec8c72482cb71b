// What an operator is told of a program.

package import Geometry
package import Stage

/// What has become of a program whose windows are screens.
package struct GuestStatus: Hashable, Sendable {
    /// Where the program is in its life.
    package enum State: String, CaseIterable, Sendable {
        /// It does not run, and nobody waits for it.
        case off
        /// It was started, and shows nothing yet.
        case starting
        /// It is on the glass.
        case shown
        /// It runs, and its screen is not on the glass.
        case kept
        /// It was asked for an answer, and has not given it yet.
        case silent
        /// It runs, and its page did not come.
        case unreachable
        /// It has failed, and is tried again by itself.
        case resting
        /// It has failed, and is tried again when a visitor asks for it.
        case failed
    }
    package var state = State.off
    /// Why it has failed, or its page did not come; nil if nothing has failed.
    package var reason: String?
    /// The time since it has been in this state; nil where that is not known.
    package var since: Instant.Span?
    /// The time until it is started or its page is asked for again, or until one that is kept is ended; nil for never.
    package var next: Instant.Span?
    /// How often it was started again by itself since the kiosk began.
    package var restarts = 0

    /// A program that does not run.
    package init() {}
}

extension GuestLife {
    /// What an operator is told of it at `now`.
    func status(at now: Instant) -> GuestStatus {
        var status = GuestStatus()
        let end = nextDeadline.map { $0 - now }
        switch state {
        case .off: break
        case .starting(let since): (status.state, status.since) = (.starting, now - since)
        case .showing(_, _, let asked?) where isSeen: (status.state, status.since) = (.silent, now - asked)
        case .showing(let since, _, _):
            status.state = isSeen ? .shown : .kept
            status.since = now - since
            if !isSeen { status.next = end }
        case .resting(let until):
            (status.state, status.next, status.reason) = (.resting, until - now, lastFailure.reason)
        case .broken: (status.state, status.reason) = (.failed, lastFailure.reason)
        }
        return status
    }
}

extension GuestNews {
    /// Why a program has failed.
    fileprivate var reason: String? {
        switch self {
        case .missing: "it cannot be started"
        case .ended(-1): "it was not started, or what runs it has gone"
        case .ended(let status): "it ended with status \(status)"
        case .hung: "it did not answer"
        case .starting, .shown, .unreachable, .lost, .refused, .history, .typing, .playing, .absent: nil
        }
    }
}

extension GuestHouse {
    /// What an operator is told of `programs`, and of those that the house knows besides, by the names of their pages.
    package func statuses(of programs: [GuestProgram]) -> [(label: String, program: GuestProgram, status: GuestStatus)]
    {
        var all = programs
        for guest in guests where !all.contains(guest.program) { all.append(guest.program) }
        return all.map { program in
            let guest = guests.first { $0.program == program }
            var status = guest?.status(at: now()) ?? GuestStatus()
            status.restarts = restarts[program] ?? 0
            return (label(of: program, at: guest?.place), program, status)
        }
    }
}
