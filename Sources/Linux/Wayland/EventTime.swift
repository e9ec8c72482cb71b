// Wayland's 32 bits of milliseconds as moments of CLOCK_MONOTONIC.

import Geometry

/// Turns the time stamps of a compositor's input events into instants. Their clock is nobody's promise: nearly always it
/// is CLOCK_MONOTONIC, cut to 32 bits, which turn over every 49.7 days. Anything else is tied to when its events arrive,
/// by the smallest delay seen. An instant never lies in the future, nor before one given earlier.
struct EventTime {
    /// What is known of the compositor's clock.
    private enum Origin {
        case unseen
        case monotonic
        /// Another clock: its `milliseconds` since the first event are `offset` after that.
        case foreign(stamp: UInt32, milliseconds: Int64, offset: Instant, arrival: Instant)
    }

    private var origin = Origin.unseen
    private var last = Instant.zero

    /// An event that is older than this was not held up on its way, but stamped by another clock.
    static let longestDelay = Instant.Span.seconds(60)
    /// The same for a clock that is tied to arrivals: past it, the tie is made anew.
    static let longestForeignDelay = Instant.Span.milliseconds(250)
    /// Clocks part by less than a thousandth: so fast the smallest delay may grow again.
    static let drift: Int64 = 1000

    /// When the event happened that was stamped `stamp` and arrived at `arrival`.
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
            // A device of software that stamps as it likes, beside honest ones.
            return EventTime.monotonic(stamp, arrival) ?? arrival
        case .foreign(let lastStamp, let lastMilliseconds, let offset, let lastArrival):
            // The difference is right across the turn of the 32 bits.
            let milliseconds = lastMilliseconds + Int64(Int32(bitPattern: stamp &- lastStamp))
            let run = Instant.Span(nanoseconds: milliseconds * 1_000_000)
            let slack = Instant.Span(nanoseconds: max(0, (arrival - lastArrival).nanoseconds) / EventTime.drift)
            var tied = min(offset + slack, arrival - run)
            if arrival - (tied + run) > EventTime.longestForeignDelay { tied = arrival - run }
            origin = .foreign(stamp: stamp, milliseconds: milliseconds, offset: tied, arrival: arrival)
            return tied + run
        }
    }

    /// The moment of CLOCK_MONOTONIC nearest to `arrival` that ends in these 32 bits; nil when an event cannot be from
    /// then.
    private static func monotonic(_ stamp: UInt32, _ arrival: Instant) -> Instant? {
        let milliseconds = arrival.nanoseconds / 1_000_000
        let age = Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: milliseconds) &- stamp))
        guard age >= 0, age <= longestDelay.nanoseconds / 1_000_000 else { return nil }
        return Instant(nanoseconds: (milliseconds - age) * 1_000_000)
    }
}
