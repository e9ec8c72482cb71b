// The table [light-sensor] of the machine's file: a sensor that tells night from day.

package import Geometry
package import Linux
import Settings

/// A sensor of the room's light, and from which brightness on it is night.
package struct LightTable: Hashable, Sendable {
    /// The sensor.
    package let sensor: LightSensor
    /// The illuminance (lux) below which it becomes night.
    package let nightBelow: Double
    /// The illuminance (lux) above which it becomes day.
    package let dayAbove: Double
    /// How long it must be darker or brighter than that. A visitor's shadow or a lamp that is switched on for a moment changes nothing.
    package let delay: Instant.Span

    /// The brightness (lux) of twilight, and the brightness with lamps in a dim room. Living rooms in the evening have 50 lux and more
    /// (EN 12464-1 asks for 100 in corridors).
    private static let (usualNight, usualRatio) = (10.0, 3.0)
    private static let usualDelay = Instant.Span.seconds(60)
    /// The range of brightnesses (lux): from starlight to the sun.
    private static let range = 0.001...200_000
    private static let delays = Instant.Span.zero...Instant.Span.seconds(3600)

    /// The sensor at `path`. It is night below `nightBelow` lux and day above `dayAbove`, once that lasts for `delay`.
    package init(path: String, nightBelow: Double = 10, dayAbove: Double = 30, delay: Instant.Span = .seconds(60)) {
        (sensor, self.nightBelow, self.dayAbove, self.delay) = (LightSensor(path), nightBelow, dayAbove, delay)
    }

    /// The settings of the table. Nil when `settings` is nil or names no file; errors are reported to it.
    init?(reading settings: Settings?) {
        guard let settings else { return nil }
        let below = settings.number("night-below", in: Self.range) ?? Self.usualNight
        let above = settings.number("day-above", in: Self.range)
        let delay = settings.span("delay") ?? Self.usualDelay
        if let above, above < below {
            settings.report("day-above", "day-above must not be less than night-below, \(below) lux")
        }
        if !Self.delays.contains(delay) { settings.reject("delay", "must be from \"0 s\" to \"1 h\"") }
        guard let path = settings.string("file") else {
            if !settings.has("file"), !settings.keys.isEmpty {
                settings.reportMissing(
                    "file", "such as file = \"/sys/bus/iio/devices/iio:device0/in_illuminance_raw\"")
            }
            return nil
        }
        guard path.hasPrefix("/") else {
            settings.reject("file", "must be a path that begins with /")
            return nil
        }
        self.init(
            path: path, nightBelow: below, dayAbove: max(below, above ?? below * Self.usualRatio),
            delay: min(delay, Self.delays.upperBound))
    }

    /// What the sensor reads now, for people: `214 lux, so it is day`.
    package func report(_ lux: Double) -> String {
        let number = lux < 10 ? "\((lux * 100).rounded() / 100)" : "\(Int(min(lux, 1e9).rounded()))"
        let meaning = lux < nightBelow ? "night" : lux > dayAbove ? "day" : "neither dark nor bright: what it is stays"
        return "\(sensor.path) reads \(number) lux: \(meaning)"
    }
}
