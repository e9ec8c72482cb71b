// How often a program may connect.

import Geometry

/// Counts the connections of a program. Each costs the kiosk time, whether it stays or not, so a program that connects and leaves in a
/// circle would have all of it.
struct ConnectionPace {
    /// The most connections in `period`. A browser makes two when it starts; a shell that starts programs one for each.
    static let (most, period) = (64, Instant.Span.seconds(1))

    private var begin = Instant.zero
    private var count = 0

    /// The program has connected at `now`. Returns until when no other connection is taken; nil for none.
    mutating func connected(at now: Instant) -> Instant? {
        if now - begin >= Self.period { (begin, count) = (now, 0) }
        count += 1
        return count < Self.most ? nil : begin + Self.period
    }
}
