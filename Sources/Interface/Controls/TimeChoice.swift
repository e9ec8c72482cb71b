// Wheels on which a time of day is set.

import Drawing
import Geometry
import Stage

/// A wheel of hours and one of minutes, and one for the half of the day where the visitor's language counts twelve hours.
public struct TimeChoice: Element {
    private let time: TimeOfDay
    private let step: Int
    private let change: (TimeOfDay) -> Void

    /// Wheels that show `time`, with minutes in steps of `step`, a divisor of 60. `change` is called with the time to which they are turned.
    public init(_ time: TimeOfDay, step: Int = 5, onChange change: @escaping (TimeOfDay) -> Void) {
        (self.time, self.change) = (time, change)
        self.step = step > 0 && 60 % step == 0 ? step : 1
    }

    /// The wheels.
    public var body: some Element {
        Remembered({ Turned(time) }, keepsRow: false) { turned, environment in
            let turned = turned.showing(time)
            let language = environment.language ?? "en"
            let (words, names) = (CalendarWords(language), ControlWords(language))
            let isTwelve = words.clock == .twelve
            Row(spacing: .em(0.5)) {
                if isTwelve, words.hasHalfFirst { halves(words, names, turned) }
                // Figures of a time stand from left to right in all scripts.
                Row(spacing: .em(0.3)) {
                    if isTwelve {
                        Wheel(names.hours, (0..<12).map { "\($0 == 0 ? 12 : $0)" }, selected: time.hour % 12) { hour in
                            set(turned, hour: turned.time.hour / 12 * 12 + hour)
                        }
                    } else {
                        Wheel(names.hours, (0..<24).map(Self.digits), selected: time.hour) { set(turned, hour: $0) }
                    }
                    Text(words.separator).size(1.1).weight(.semibold)
                    Wheel(
                        names.minutes, stride(from: 0, to: 60, by: step).map(Self.digits), selected: time.minute / step
                    ) { set(turned, minute: $0 * step) }
                }
                .environment(\.direction, .leftToRight)
                if isTwelve, !words.hasHalfFirst { halves(words, names, turned) }
            }
        }
    }

    private func halves(_ words: CalendarWords, _ names: ControlWords, _ turned: Turned) -> some Element {
        Wheel(names.halfOfDay, words.halves, selected: time.hour / 12) {
            set(turned, hour: $0 * 12 + turned.time.hour % 12)
        }
    }

    private func set(_ turned: Turned, hour: Int? = nil, minute: Int? = nil) {
        // The wheel of minutes shows the step before a time between two.
        let shown = turned.time.minute / step * step
        turned.time = TimeOfDay((hour ?? turned.time.hour) * 60 + (minute ?? shown))
        change(turned.time)
    }

    /// The time to which the wheels are turned. Two of them may be let go at once, before the body runs again.
    private final class Turned {
        var time: TimeOfDay

        init(_ time: TimeOfDay) { self.time = time }

        func showing(_ time: TimeOfDay) -> Turned {
            self.time = time
            return self
        }
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
