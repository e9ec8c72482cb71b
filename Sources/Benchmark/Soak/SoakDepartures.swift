// A page of departures that another program writes anew every 30 seconds.

import Geometry
import Linux

/// Writes the page `departures` of the kiosk in `folder`, each time with front matter that was not there before.
final class SoakDepartures {
    private let page: String
    private let loop: EventLoop
    private var timer: Linux.Timer?
    private var number = 0
    /// What went wrong last; nil while nothing has.
    private(set) var problem: String?

    /// How often the page is written.
    private static let interval = Instant.Span.seconds(30)

    init(in folder: String, _ loop: EventLoop) {
        page = "\(folder)/departures.md"
        self.loop = loop
        timer = loop.timer { [unowned self] in write() }
        timer?.setDeadline(.zero)
    }

    private func write() {
        timer?.setDeadline(MonotonicClock.now() + Self.interval)
        number += 1
        let (hour, minute) = (number / 120 % 24, number / 2 % 60)
        let rows = (0..<12).map { row in
            "| \((hour + row) % 24):\((minute + 7 * row) % 60) | Line \((number + row) % 97) | \(row % 9 + 1) |"
        }
        let text = """
            +++
            title = "Departures number \(number)"
            +++
            # Departures at \(hour):\(minute)

            | Time | Train | Platform |
            |---|---|---|
            \(rows.joined(separator: "\n"))

            - [Home](home.md)

            """
        do throws(SystemError) { try WholeFile.write(text, to: page) } catch { problem = "\(error)" }
    }
}
