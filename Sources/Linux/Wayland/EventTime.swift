// Converts Wayland's 32-bit milliseconds to instants of CLOCK_MONOTONIC.

import Geometry

/// Converts the timestamps of a compositor's input events to instants. Wayland does not specify their clock. Nearly always it is
/// CLOCK_MONOTONIC, truncated to 32 bits, which wrap around every 49.7 days. Any other clock is aligned with the events' arrival
/// times, by the smallest delay observed. An instant is never in the future, and never before an earlier one.
struct EventTime {
    /// The relation of the compositor's clock to CLOCK_MONOTONIC.
    private enum Origin {
        case unseen
        case monotonic
        /// Another clock: `milliseconds` since the first event correspond to `offset` after that event.
        case foreign(stamp: UInt32, milliseconds: Int64, offset: Instant, arrival: Instant)
    }

    private var origin = Origin.unseen
    private var last = Instant.zero

    /// A greater delay is not a delay: the timestamp comes from another clock.
    static let longestDelay = Instant.Span.seconds(60)
    /// The same limit for a clock that is aligned with arrival times. When it is exceeded, the clock is aligned again.
    static let longestForeignDelay = Instant.Span.milliseconds(250)
    /// Clocks drift apart by less than a thousandth, so the smallest delay may grow at this rate.
    static let drift: Int64 = 1000

    /// The time of an event with the timestamp `stamp` that arrived at `arrival`.
    mutating func instant(_ stamp: UInt32, arrival: Instant) -> Instant {
        last = max(last, min(arrival, place(stamp, arrival)))
        return last
    }

    private mutating func place(_ stamp: UInt32, _ arrival: Instant) -> Instant {
        switch origin {
        case .unseen:
            if let instant = EventTime.monotonic(stamp, arrival) {
                origin = .monotonic
                return instant
            }
            origin = .foreign(stamp: stamp, milliseconds: 0, offset: arrival, arrival: arrival)
            return arrival
        case .monotonic:
            // A virtual device with arbitrary timestamps, beside devices with valid ones.
            return EventTime.monotonic(stamp, arrival) ?? arrival
        case .foreign(let lastStamp, let lastMilliseconds, let offset, let lastArrival):
            // The difference is correct even when the 32 bits wrap around.
            let milliseconds = lastMilliseconds + Int64(Int32(bitPattern: stamp &- lastStamp))
            let run = Instant.Span(nanoseconds: milliseconds * 1_000_000)
            let slack = Instant.Span(nanoseconds: max(0, (arrival - lastArrival).nanoseconds) / EventTime.drift)
            var tied = min(offset + slack, arrival - run)
            if arrival - (tied + run) > EventTime.longestForeignDelay { tied = arrival - run }
            origin = .foreign(stamp: stamp, milliseconds: milliseconds, offset: tied, arrival: arrival)
            return tied + run
        }
    }

    /// The instant of CLOCK_MONOTONIC nearest to `arrival` that ends in these 32 bits; nil if an event cannot have that time.
    private static func monotonic(_ stamp: UInt32, _ arrival: Instant) -> Instant? {
        let milliseconds = arrival.nanoseconds / 1_000_000
        let age = Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: milliseconds) &- stamp))
        guard age >= 0, age <= longestDelay.nanoseconds / 1_000_000 else { return nil }
        return Instant(nanoseconds: (milliseconds - age) * 1_000_000)
    }
}
