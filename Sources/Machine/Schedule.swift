// The hours in which the panel is lit, in local time with its clock changes.

package import Linux
package import Pages

/// The times when the panel is lit. Local time is a parameter; the machine's own is `LocalTime.init(at:)`.
package struct Schedule {
    package let hours: [WeeklyHours]
    /// Converts seconds since 1970 to local time.
    package var local: (Int) -> LocalTime = LocalTime.init(at:)

    /// Whether the panel is lit at `seconds` since 1970.
    package func isOpen(at seconds: Int) -> Bool { contains(local(seconds)) }

    /// The next time after `seconds` when the panel goes dark or lights up. The search covers at least eight days. Nil
    /// when nothing changes in them.
    package func change(after seconds: Int) -> Int? {
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

    /// The next moment at which hours may begin or end: an edge of one of them, or a clock change.
    private func nextEdge(after moment: Int) -> Int {
        let time = local(moment)
        let second = time.minute * 60 + time.second
        let waits = hours.flatMap(\.edges).map { edge in
            let wait = (edge * 60 - second + 86400) % 86400
            return wait == 0 ? 86400 : wait
        }
        let next = moment + (waits.min() ?? 86400)
        guard local(next).offset != time.offset else { return next }
        // The clock changes somewhere in between. A binary search finds the second.
        var (before, after) = (moment, next)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if local(middle).offset == time.offset { before = middle } else { after = middle }
        }
        return after
    }

    package init(hours: [WeeklyHours], local: @escaping (Int) -> LocalTime = LocalTime.init(at:)) {
        self.hours = hours
        self.local = local
    }
}
