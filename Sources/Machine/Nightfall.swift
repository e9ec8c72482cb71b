// When night falls and ends, by the clock or by the sun.

package import Linux
package import Pages

/// Tells night from day on the wall clock, whose times are seconds since 1970.
package struct Nightfall {
    private let time: NightTable.Time
    private let schedule: Schedule?

    /// The nights of `time`. `local` converts seconds since 1970 to local time.
    package init(_ time: NightTable.Time, local: @escaping (Int) -> LocalTime = LocalTime.init(at:)) {
        self.time = time
        schedule =
            switch time {
            case .hours(let hours): Schedule(hours: [hours], local: local)
            case .sun, .light: nil
            }
    }

    /// Whether it is night at `seconds`.
    package func isNight(at seconds: Int) -> Bool {
        switch time {
        case .hours: schedule?.isOpen(at: seconds) == true
        // The sensor says more, where there is one.
        case .light: false
        case .sun(let latitude, let longitude): !Sun.isUp(at: seconds, latitude: latitude, longitude: longitude)
        }
    }

    /// The next time after `seconds` at which to ask again: when night falls or ends. Nil when nothing changes for a week.
    package func change(after seconds: Int) -> Int? {
        switch time {
        case .hours: return schedule?.change(after: seconds)
        case .light: return nil
        case .sun(let latitude, let longitude):
            let days = (-1...2).compactMap { day in
                Sun.rising(around: seconds + day * 86400, latitude: latitude, longitude: longitude)
            }
            let next = days.flatMap { [$0.rise, $0.set] }.filter { $0 > seconds }.min()
            // In the polar day and night nothing changes for weeks; the next day is soon enough to look again.
            return next ?? seconds + 86400
        }
    }
}
