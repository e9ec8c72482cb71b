// The hours in which the panel is lit, against local time with its jumps.

import Linux
import Pages

/// When the panel is lit. Local time is an argument: the machine's own is `LocalTime.init(at:)`.
struct Schedule {
    let hours: [WeeklyHours]
    /// Local time at a number of seconds since 1970.
    var local: (Int) -> LocalTime = LocalTime.init(at:)

    /// Whether the panel is lit at `seconds` since 1970.
    func isOpen(at seconds: Int) -> Bool { contains(local(seconds)) }

    /// When that changes next after `seconds`, within eight days; nil where it does not.
    func change(after seconds: Int) -> Int? {
        let isOpen = isOpen(at: seconds)
        var moment = seconds
        while moment - seconds <= 8 * 86400 {
            let next = nextEdge(after: moment)
            if contains(local(next)) != isOpen { return next }
            moment = next
        }
        return nil
    }

    private func contains(_ time: LocalTime) -> Bool {
        hours.contains { $0.contains(day: time.day, minute: time.minute) }
    }

    /// The next moment at which hours may begin or end: an edge of one of them, or a jump of local time.
    private func nextEdge(after moment: Int) -> Int {
        let time = local(moment)
        let second = time.minute * 60 + time.second
        let waits = hours.flatMap(\.edges).map { edge in
            let wait = (edge * 60 - second + 86400) % 86400
            return wait == 0 ? 86400 : wait
        }
        let next = moment + (waits.min() ?? 86400)
        guard local(next).offset != time.offset else { return next }
        // Somewhere on the way clocks are put forward or back.
        var (before, after) = (moment, next)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if local(middle).offset == time.offset { before = middle } else { after = middle }
        }
        return after
    }
}
