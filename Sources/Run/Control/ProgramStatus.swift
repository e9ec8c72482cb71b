// The state of a program whose window is a screen: as text and as JSON.

import Geometry
import Guests
import Linux
import Machine
import Stage

/// A program as the status of the kiosk shows it.
@MainActor
struct ProgramStatus {
    /// The names of its pages and the program's own, as in the log.
    let label: String
    /// The program's own name, or the host of its page.
    let name: String
    /// The names of the pages that show it.
    let pages: [String]
    let status: GuestStatus

    /// One line for people.
    var text: String {
        let restarts = status.restarts
        let again = restarts == 0 ? "" : restarts == 1 ? "; restarted once" : "; restarted \(restarts) times"
        return "\(label)  \(state)\(again)"
    }

    private var state: String {
        let reason = status.reason.map { ": \($0)" } ?? ""
        let since = status.since.map { " for \(KioskStatus.words($0))" } ?? ""
        let next = status.next.map { " in \(KioskStatus.words($0))" }
        switch status.state {
        case .off: return "not started"
        case .starting: return "starting\(since)"
        case .shown: return "shown\(since)"
        case .kept: return "runs\(since), not on the screen" + (next.map { ", ends\($0)" } ?? "")
        case .silent: return "was asked whether it is alive, and has not answered\(since)"
        case .unreachable: return "no page\(reason)" + (next.map { "; asked for again\($0)" } ?? "")
        case .resting: return "failed\(reason)" + (next.map { "; tried again\($0)" } ?? "")
        case .failed: return "failed\(reason); tried again when a visitor asks"
        }
    }

    /// The same for programs.
    var json: JSONObject {
        var object = JSONObject()
        object.add("pages", pages)
        object.add("program", name)
        object.add("state", status.state.rawValue)
        object.add("reason", status.reason)
        object.add("since", status.since?.seconds)
        object.add("next", status.next?.seconds)
        object.add("restarts", status.restarts)
        return object
    }
}

extension ScreenMonitor {
    /// The programs of its pages, and what has become of each.
    var programs: [ProgramStatus] {
        guard let house = stage.guests as? GuestHouse else { return [] }
        let first = pages()
        return house.statuses(of: first.programs).map {
            ProgramStatus(
                label: $0.label, name: $0.program.name, pages: first.pages(showing: $0.program), status: $0.status)
        }
    }
}
