// The theme of the night, and when it is night.

import Layers
import Settings
import Stage

/// What a kiosk looks like at night: `night`, `night-from` and `night-until` or `place` in `[theme]`.
package struct NightTable: Hashable, Sendable {
    /// When it is night.
    package enum Time: Hashable, Sendable {
        /// In these hours of each day, in the machine's local time.
        case hours(WeeklyHours)
        /// From sunset to sunrise at this place, in degrees, positive to the north and to the east.
        case sun(latitude: Double, longitude: Double)
        /// When the machine's light sensor says so, and never without one.
        case light
    }

    /// The colours of the night.
    let palette: Palette
    /// When it is night.
    package let time: Time

    /// The time at which a night ends if the kiosk does not say.
    private static let morning = "07:00"

    /// The night in `settings`, the table `[theme]`. Nil when there is none.
    init?(reading settings: Settings) {
        let time = Self.time(settings)
        let palette = Self.palette(settings)
        guard let time else {
            if palette != nil, !["night-from", "place"].contains(where: settings.has) {
                settings.report(
                    "night",
                    "it is never night here: add night-from = \"20:00\", or place = [52.5, 13.4] for sunset and sunrise, or "
                        + "night-from = \"light\" for the machine's light sensor",
                    severity: .warning)
            }
            return nil
        }
        (self.time, self.palette) = (time, palette ?? Palette(.night))
    }

    /// The colours of the night; nil when the kiosk does not name any.
    private static func palette(_ settings: Settings) -> Palette? {
        guard settings.isTable("night"), let table = settings.table("night") else {
            return settings.choice("night", Theme.Name.self).map { Palette($0) }
        }
        let colors = ColorTable(reading: table)
        let palette = colors.palette(over: table.choice("base", Theme.Name.self) ?? .night)
        colors.check(palette, table)
        return palette
    }

    private static func time(_ settings: Settings) -> Time? {
        if settings.isText("night-from", "light") {
            _ = settings.string("night-from")
            for key in ["night-until", "place"] where settings.has(key) {
                settings.leaveOut(key)
                settings.report(
                    key, "with night-from = \"light\", the light alone says when it is night; remove \(key)")
            }
            return .light
        }
        let (from, until) = (clock("night-from", settings), clock("night-until", settings))
        let place = place(settings)
        if settings.has("place") {
            if let key = ["night-from", "night-until"].first(where: settings.has) {
                settings.report(key, "\(key) and place both say when it is night; remove one of them")
            }
            return place
        }
        if settings.has("night-until"), !settings.has("night-from") {
            settings.report("night-until", "night-until needs night-from, such as night-from = \"20:00\"")
        }
        guard let from else { return nil }
        guard let hours = WeeklyHours("\(from)-\(until ?? morning)") else {
            settings.report(
                until == nil ? "night-from" : "night-until",
                "the night must end at another time than it begins, not \"\(until ?? morning)\"")
            return nil
        }
        return .hours(hours)
    }

    /// The time of day at `key`, such as `20:00`.
    private static func clock(_ key: String, _ settings: Settings) -> String? {
        guard let text = settings.string(key) else { return nil }
        do throws(HoursMistake) {
            guard try WeeklyHours.minutes(reading: text[...].trimmed) < 1440 else {
                throw HoursMistake("24:00 is no time of \(key); write 00:00", at: text[...])
            }
            return text
        } catch {
            settings.report(key, character: error.offset, error.reason)
            return nil
        }
    }

    private static func place(_ settings: Settings) -> Time? {
        guard let numbers = settings.numbers("place", count: 2) else { return nil }
        guard abs(numbers[0]) <= 90, abs(numbers[1]) <= 180 else {
            settings.reject(
                "place",
                "must be the latitude (-90 to 90) and the longitude (-180 to 180) in degrees, such as [52.5, 13.4]")
            return nil
        }
        return .sun(latitude: numbers[0], longitude: numbers[1])
    }
}
