// The jitter, scan rate and lift delay of a panel, measured from fingers that rest and lift.

import Geometry
import Gestures
import Machine

/// Collects contacts, and proposes a slop and whether to resample.
package struct NoiseCalibration {
    /// A contact from touch-down to lift.
    struct Contact {
        /// The samples in mm on the picture, in order of time.
        var samples: [EdgeStroke.Sample]
        /// The time of the lift. Nil while the contact is down.
        var lift: Instant?
    }

    /// The contacts that have ended.
    private(set) var contacts: [Contact] = []
    /// The greatest number of contacts that were down at the same time.
    private(set) var mostContacts = 0

    /// The least duration of a rest, in seconds, and the greatest distance of a resting finger from its median
    /// position, in mm. A fingertip rolls while it presses. At most 5 % of the samples may lie farther away.
    static let leastRest = 1.0
    static let farthestRest = 3.0
    /// The time in seconds after touch-down in which a finger settles. Half of it before the lift is left out too,
    /// because the finger begins to lift.
    static let settling = 0.25
    /// An interval of more scan periods than this between two samples is a hole.
    static let hole = 1.5
    /// Jitter of this many times its root mean square is rare enough to count as a movement: one sample in 10 minutes
    /// at 100 Hz.
    static let rare = 4.5
    /// The greatest jitter, in mm, that resampling may give a resting finger, unless the finger has more without
    /// resampling. More would be visible.
    static let mostTrembling = 0.5

    /// Adds a contact that has ended.
    mutating func add(_ contact: Contact) { contacts.append(contact) }

    /// Records that `contacts` are down at the same time.
    mutating func record(contacts: Int) { mostContacts = max(mostContacts, contacts) }

    /// The result of all contacts so far. Nil when no finger rested.
    var result: NoiseResult? {
        let rests = contacts.compactMap(Self.rest)
        let residuals = rests.flatMap(Self.residuals)
        guard !residuals.isEmpty else { return nil }
        let period = scanPeriod
        let jitter = rootMeanSquare(residuals)
        let trembling = period.map { Self.trembling(of: rests, scanPeriod: $0) } ?? 0
        let gaps = period.map { period in intervals.filter { $0 > Self.hole * period && $0 < 0.2 } } ?? []
        let slop = max(Slop.distance, (Self.rare * jitter * 10).rounded(.up) / 10)
        return NoiseResult(
            jitter: jitter, scanRate: period.map { 1 / $0 }, contacts: mostContacts, holes: gaps.count,
            longestHole: gaps.max() ?? 0, liftDelay: liftDelay, slop: slop,
            isResampling: trembling <= max(Self.mostTrembling, jitter))
    }

    /// The scan period in seconds. It is the lower quartile of the intervals, since a panel reports nothing for a
    /// finger that has not moved.
    var scanPeriod: Double? {
        let sorted = intervals.sorted()
        return sorted.count < 20 ? nil : sorted[sorted.count / 4]
    }

    /// The intervals between the samples of one contact, in seconds.
    private var intervals: [Double] {
        contacts.flatMap { contact in
            zip(contact.samples, contact.samples.dropFirst()).map { ($1.time - $0.time).seconds }.filter { $0 > 0 }
        }
    }

    /// The median time from the last sample to the reported lift, in seconds, less one scan period.
    private var liftDelay: Double? {
        let period = scanPeriod ?? 0
        let delays = contacts.compactMap { contact -> Double? in
            guard let lift = contact.lift, let last = contact.samples.last else { return nil }
            return max(0, (lift - last.time).seconds - period)
        }
        return median(delays)
    }

    /// The samples of a contact in which the finger rested. Nil when it did not rest.
    private static func rest(_ contact: Contact) -> [EdgeStroke.Sample]? {
        guard let first = contact.samples.first, let end = contact.lift ?? contact.samples.last?.time,
            (end - first.time).seconds >= leastRest
        else { return nil }
        let kept = contact.samples.filter {
            ($0.time - first.time).seconds >= settling && (end - $0.time).seconds >= settling / 2
        }
        guard kept.count >= 5, let x = median(kept.map(\.position.x)), let y = median(kept.map(\.position.y)),
            // With a noisy panel a sample can lie far from the finger.
            kept.count(where: { ($0.position - Point(x, y)).length > farthestRest }) * 20 <= kept.count
        else { return nil }
        return kept
    }

    /// The distances of the samples from the finger along each axis, in mm. The position of the finger is a straight
    /// line through a quarter of a second around each sample, since a resting finger rolls slowly.
    private static func residuals(_ rest: [EdgeStroke.Sample]) -> [Double] {
        rest.flatMap { sample -> [Double] in
            let near = rest.filter { abs(($0.time - sample.time).seconds) <= settling / 2 }
            guard near.count >= 4 else { return [] }
            // The line through so few samples follows each of them in part, which makes the jitter look smaller than it
            // is.
            let correction = (Double(near.count) / Double(near.count - 2)).squareRoot()
            return [\Point.x, \Point.y].map { axis in
                (sample.position[keyPath: axis] - line(near, axis, at: sample.time)) * correction
            }
        }
    }

    /// The straight line through `samples` along `axis`, evaluated at `time`, in mm.
    private static func line(
        _ samples: [EdgeStroke.Sample], _ axis: KeyPath<Point, Double>, at time: Instant
    ) -> Double {
        let count = Double(samples.count)
        let times = samples.map { ($0.time - time).seconds }
        let (meanTime, mean) = (
            times.reduce(0, +) / count, samples.reduce(0) { $0 + $1.position[keyPath: axis] } / count
        )
        var (tt, tp) = (0.0, 0.0)
        for (when, sample) in zip(times, samples) {
            tt += (when - meanTime) * (when - meanTime)
            tp += (when - meanTime) * (sample.position[keyPath: axis] - mean)
        }
        return tt > 0 ? mean - tp / tt * meanTime : mean
    }

    /// The jitter of the resting fingers along each axis after resampling one scan ahead, in mm, root mean square.
    private static func trembling(of rests: [[EdgeStroke.Sample]], scanPeriod: Double) -> Double {
        let resampled = rests.map { rest -> [EdgeStroke.Sample] in
            guard let first = rest.first else { return [] }
            var resampler = TouchResampler(first.position, at: first.time)
            return rest.dropFirst().map { sample in
                resampler.add(sample.position, at: sample.time)
                let shown = sample.time + .seconds(scanPeriod)
                return .init(time: shown, position: resampler.position(at: shown))
            }
        }
        return rootMeanSquare(resampled.flatMap(residuals))
    }
}
