// How a panel trembles, how often it scans, and how late it is, from fingers that rest and lift.

import Geometry
import Gestures

/// Gathers what contacts do, and proposes a slop and whether to resample.
struct NoiseCalibration {
    /// A contact from touch-down to lift.
    struct Contact {
        /// In mm on the picture, in order of time.
        var samples: [EdgeStroke.Sample]
        /// When it was lifted; nil while it is down.
        var lift: Instant?
    }

    /// Those that ended.
    private(set) var contacts: [Contact] = []
    /// The most that were down at once.
    private(set) var mostContacts = 0

    /// A resting finger lasts at least so long, in seconds, and a fingertip that rolls while it presses does not go
    /// farther than this, in mm, from its middle.
    static let leastRest = 1.0
    static let farthestRest = 3.0
    /// A finger settles for so long after touch-down, in seconds, and begins to lift so long before the lift.
    static let settling = 0.25
    /// So many scans without a sample are a hole.
    static let hole = 1.5
    /// A trembling of so many times its root mean square is rare enough to be a movement: in 10 minutes of 100 Hz one.
    static let rare = 4.5
    /// A resting finger may tremble by so much with resampling, in mm, or by as much as without: more would be seen.
    static let mostTrembling = 0.5

    /// A contact that has ended.
    mutating func add(_ contact: Contact) { contacts.append(contact) }

    /// So many are down at once.
    mutating func note(contacts: Int) { mostContacts = max(mostContacts, contacts) }

    /// What the contacts say; nil without a finger that rested.
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

    /// In seconds: the lower quartile, since a panel reports nothing of a finger that has not moved.
    var scanPeriod: Double? {
        let sorted = intervals.sorted()
        return sorted.count < 20 ? nil : sorted[sorted.count / 4]
    }

    /// Between the samples of one contact, in seconds.
    private var intervals: [Double] {
        contacts.flatMap { contact in
            zip(contact.samples, contact.samples.dropFirst()).map { ($1.time - $0.time).seconds }.filter { $0 > 0 }
        }
    }

    /// How long a panel says nothing of a finger before it says that it has gone, in seconds, beyond a scan; the median.
    private var liftDelay: Double? {
        let period = scanPeriod ?? 0
        let delays = contacts.compactMap { contact -> Double? in
            guard let lift = contact.lift, let last = contact.samples.last else { return nil }
            return max(0, (lift - last.time).seconds - period)
        }
        return median(delays)
    }

    /// The part of a contact in which the finger rested; nil when it did not.
    private static func rest(_ contact: Contact) -> [EdgeStroke.Sample]? {
        guard let first = contact.samples.first, let end = contact.lift ?? contact.samples.last?.time,
            (end - first.time).seconds >= leastRest
        else { return nil }
        let kept = contact.samples.filter {
            ($0.time - first.time).seconds >= settling && (end - $0.time).seconds >= settling / 2
        }
        guard kept.count >= 5, let x = median(kept.map(\.position.x)), let y = median(kept.map(\.position.y)),
            // On a panel that trembles a sample can lie far from the finger.
            kept.count(where: { ($0.position - Point(x, y)).length > farthestRest }) * 20 <= kept.count
        else { return nil }
        return kept
    }

    /// How far the samples are from the finger, along each axis, in mm: from the straight line through a quarter of a
    /// second round each, since a finger that rests rolls slowly.
    private static func residuals(_ rest: [EdgeStroke.Sample]) -> [Double] {
        rest.flatMap { sample -> [Double] in
            let near = rest.filter { abs(($0.time - sample.time).seconds) <= settling / 2 }
            guard near.count >= 4 else { return [] }
            // The mean of so few holds a part of each: without it the trembling would look smaller than it is.
            let correction = (Double(near.count) / Double(near.count - 2)).squareRoot()
            return [\Point.x, \Point.y].map { axis in
                (sample.position[keyPath: axis] - line(near, axis, at: sample.time)) * correction
            }
        }
    }

    /// The straight line through `samples` along `axis`, at `time`, in mm.
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

    /// How the resampler makes the resting fingers tremble along each axis, a scan ahead, in mm, root mean square.
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

/// What a panel's noise is, and what follows from it.
struct NoiseResult: Hashable {
    /// How a resting finger's samples tremble along each axis, in mm, root mean square.
    var jitter: Double
    /// How often the panel scans, in Hz; nil when there is too little to say.
    var scanRate: Double?
    /// The most fingers that it saw at once.
    var contacts: Int
    /// How many times it left out a scan, and the longest time without, in seconds.
    var holes: Int
    var longestHole: Double
    /// How late it says that a finger has gone, in seconds; nil when none was lifted.
    var liftDelay: Double?
    /// The slop that keeps this noise from counting as a movement, in mm.
    var slop: Double
    /// Whether resampling leaves a resting finger at rest.
    var isResampling: Bool
}
