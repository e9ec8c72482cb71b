// Reports what would open the screen and the panels: seatd, logind, or this program itself.

import Linux
import Machine

enum SeatCheck {
    static func findings(_ facts: MachineFacts) -> [Finding] {
        guard facts.needsSeat else { return [.fine(.seat, "not needed here")] }
        let seat = facts.seat
        var findings: [Finding] = []
        if seat.seatd == .dead {
            findings.append(
                .warn(.seat, "no process answers at \(seat.socket)", facts.asRoot("systemctl restart seatd")))
        }
        switch seat.provider {
        case .seatd: findings.append(.fine(.seat, "seatd opens the devices (\(seat.socket))"))
        case .logind: findings.append(.fine(.seat, "logind opens the devices: \(session(seat))"))
        case .direct: findings.append(.fine(.seat, "\(reasons(seat)): devices are opened directly\(terminal(seat))"))
        case nil: findings.append(none(facts))
        }
        return findings
    }

    private static func none(_ facts: MachineFacts) -> Finding {
        let seat = facts.seat
        let name = facts.account.name
        switch seat.seatd {
        case .refused(let group) where facts.account.listed.contains(group):
            return .stop(
                .seat, .noPermission,
                "seatd is for the group \(group), in which \(name) is, but not yet in this session",
                "log in again, or restart the service")
        case .refused(let group):
            return .stop(
                .seat, .noPermission, "seatd is for the group \(group), and \(name) is not in it; \(reasons(seat))",
                facts.asRoot("usermod -aG \(group) \(name), then log in again"))
        case .absent, .dead, .answers:
            return .stop(
                .seat, .noPermission, "\(reasons(seat)), and no virtual terminal may be opened\(refusal(seat))",
                facts.asRoot("apt install seatd && usermod -aG video \(name), then log in again"))
        }
    }

    /// The reasons why neither seatd nor logind is used.
    private static func reasons(_ seat: SeatSurvey) -> String {
        let seatd: String? =
            switch seat.seatd {
            case .absent: "no seatd"
            case .refused, .dead, .answers: nil
            }
        let logind: String? =
            switch seat.logind {
            case .absent: "no logind"
            case .noSession: "no session of logind"
            case .session(_, _, true): "\(session(seat)) has no seat"
            case .session: "\(session(seat)) is not in the foreground"
            }
        return [seatd, logind].compactMap(\.self).joined(separator: ", ")
    }

    private static func session(_ seat: SeatSurvey) -> String {
        guard case .session(let id, let place, _) = seat.logind else { return "no session" }
        return "session \(id)" + (place.map { " on \($0)" } ?? "")
    }

    private static func terminal(_ seat: SeatSurvey) -> String {
        if case .free(let path) = seat.terminal { ", with \(path)" } else { "" }
    }

    private static func refusal(_ seat: SeatSurvey) -> String {
        if case .refused(let error) = seat.terminal { " (\(error.subject): \(error.reason))" } else { "" }
    }
}
