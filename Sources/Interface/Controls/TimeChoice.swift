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
        EnvironmentReader { environment in
            let language = environment.language ?? "en"
            let (words, names) = (CalendarWords(language), ControlWords(language))
            let isTwelve = words.clock == .twelve
            Row(spacing: .em(0.5)) {
                if isTwelve, words.hasHalfFirst { halves(words, names) }
                // Figures of a time stand from left to right in all scripts.
                Row(spacing: .em(0.3)) {
                    if isTwelve {
                        Wheel(names.hours, (0..<12).map { "\($0 == 0 ? 12 : $0)" }, selected: time.hour % 12) { hour in
                            set(hour: time.hour / 12 * 12 + hour)
                        }
                    } else {
                        Wheel(names.hours, (0..<24).map(Self.digits), selected: time.hour) { set(hour: $0) }
                    }
                    Text(words.separator).size(1.1).weight(.semibold)
                    Wheel(
                        names.minutes, stride(from: 0, to: 60, by: step).map(Self.digits), selected: time.minute / step
                    ) { set(minute: $0 * step) }
                }
                .environment(\.direction, .leftToRight)
                if isTwelve, !words.hasHalfFirst { halves(words, names) }
            }
        }
    }

    private func halves(_ words: CalendarWords, _ names: ControlWords) -> some Element {
        Wheel(names.halfOfDay, words.halves, selected: time.hour / 12) { set(hour: $0 * 12 + time.hour % 12) }
    }

    private func set(hour: Int? = nil, minute: Int? = nil) {
        change(TimeOfDay((hour ?? time.hour) * 60 + (minute ?? time.minute)))
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
