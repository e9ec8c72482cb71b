// Where the sun stands, and when it rises and sets.

import Glibc

/// The sun, seen from a place on earth.
///
/// The formulas are those of the NOAA Solar Calculator (gml.noaa.gov/grad/solcalc/calcdetails.html), which come from Jean Meeus,
/// Astronomical Algorithms, chapters 25 and 28. Between 1901 and 2099, and up to 72° of latitude, they are exact to a minute.
package struct Sun {
    /// The declination of the sun in degrees: the latitude over which it stands.
    package let declination: Double
    /// How much the sun is ahead of a clock that runs evenly, in minutes: the equation of time.
    package let equationOfTime: Double

    /// The altitude of the sun's centre, in degrees, when its upper edge appears at the horizon: 34′ of refraction and 16′ of the
    /// sun's radius.
    static let horizon = -0.833

    /// The sun at `seconds` since 1970.
    package init(at seconds: Double) {
        func degrees(_ angle: Double) -> Double { angle * 180 / .pi }
        func radians(_ angle: Double) -> Double { angle * .pi / 180 }
        // Julian centuries since noon of 1 January 2000, which was 946,728,000 s after 1970.
        let t = (seconds - 946_728_000) / 86400 / 36525
        let longitude = (280.46646 + t * (36000.76983 + t * 0.0003032)).truncatingRemainder(dividingBy: 360)
        let anomaly = radians(357.52911 + t * (35999.05029 - 0.0001537 * t))
        let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
        let center =
            sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) + sin(2 * anomaly) * (0.019993 - 0.000101 * t)
            + sin(3 * anomaly) * 0.000289
        let node = radians(125.04 - 1934.136 * t)
        let apparent = radians(longitude + center - 0.00569 - 0.00478 * sin(node))
        let obliquity = radians(
            23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60 + 0.00256 * cos(node))
        declination = degrees(asin(sin(obliquity) * sin(apparent)))
        let y = tan(obliquity / 2) * tan(obliquity / 2)
        let mean = radians(longitude)
        let turn =
            y * sin(2 * mean) - 2 * eccentricity * sin(anomaly)
            + 4 * eccentricity * y * sin(anomaly) * cos(2 * mean) - 0.5 * y * y * sin(4 * mean)
            - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
        equationOfTime = degrees(turn) * 4
    }

    /// When the sun stands highest on the day around `seconds` since 1970, and for how long it is up before and after, both in
    /// seconds, at `latitude` and `longitude` in degrees. The time is 0 where it does not rise, and half a day where it does not set.
    static func day(around seconds: Double, latitude: Double, longitude: Double) -> (noon: Double, half: Double) {
        // Noon by the mean sun at this longitude, of the day that began at the midnight before `seconds` there.
        let shift = longitude / 360 * 86400
        let midnight = ((seconds + shift) / 86400).rounded(.down) * 86400 - shift
        let noon = midnight + 43200 - Sun(at: midnight + 43200).equationOfTime * 60
        func half(at moment: Double) -> Double {
            let sun = Sun(at: moment).declination * .pi / 180
            let place = latitude * .pi / 180
            let cosine = (sin(Self.horizon * .pi / 180) - sin(place) * sin(sun)) / (cos(place) * cos(sun))
            return acos(max(-1, min(1, cosine))) / .pi * 43200
        }
        return (noon, half(at: noon))
    }

    /// The sunrise and the sunset, in seconds since 1970, of the day around `seconds` at the place; nil where there is none, in the
    /// polar day and night.
    package static func rising(
        around seconds: Int, latitude: Double, longitude: Double
    ) -> (rise: Int, set: Int)? {
        let (noon, half) = day(around: Double(seconds), latitude: latitude, longitude: longitude)
        guard half > 0, half < 43200 else { return nil }
        // The sun moves until then: the second round takes where it stands at that moment.
        func moment(_ sign: Double) -> Int? {
            var moment = noon + sign * half
            for _ in 0..<2 {
                let sun = Sun(at: moment)
                let (its, place) = (sun.declination * .pi / 180, latitude * .pi / 180)
                let cosine = (sin(Self.horizon * .pi / 180) - sin(place) * sin(its)) / (cos(place) * cos(its))
                guard abs(cosine) < 1 else { return nil }
                let meanNoon = noon + Sun(at: noon).equationOfTime * 60
                moment = meanNoon - sun.equationOfTime * 60 + sign * acos(cosine) / .pi * 43200
            }
            return Int(moment.rounded())
        }
        guard let rise = moment(-1), let set = moment(1) else { return nil }
        return (rise, set)
    }

    /// Whether the sun is up at `seconds` since 1970.
    package static func isUp(at seconds: Int, latitude: Double, longitude: Double) -> Bool {
        if let (rise, set) = rising(around: seconds, latitude: latitude, longitude: longitude) {
            return seconds >= rise && seconds < set
        }
        return day(around: Double(seconds), latitude: latitude, longitude: longitude).half >= 43200
    }
}
