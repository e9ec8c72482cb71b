// Decides by the brightness of the room whether it is night.

package import Geometry

/// Tells night from day by what a sensor reads. Between the two brightnesses, and until a change has lasted, it stays what it is.
package struct LightRule {
    private enum State {
        /// Nothing is known: nothing was read, or only what is neither dark nor bright.
        case unknown
        case known(isNight: Bool)
        /// It is what `isNight` says, but since then it reads otherwise.
        case turning(from: Bool, since: Instant)
        /// It is what `isNight` says, but since then nothing can be read.
        case silent(isNight: Bool, since: Instant)
    }
    private var state = State.unknown
    private let table: LightTable

    /// How long the last reading counts when there are no more. A bus may fail for a moment.
    private static let patience = Instant.Span.seconds(30)

    /// A rule with the brightnesses of `table`.
    package init(_ table: LightTable) { self.table = table }

    /// Whether it is night; nil while that is not known.
    package var isNight: Bool? {
        switch state {
        case .unknown: nil
        case .known(let isNight), .turning(let isNight, _), .silent(let isNight, _): isNight
        }
    }

    /// Takes a brightness in `lux`, read at `instant`; nil when it could not be read.
    package mutating func take(_ lux: Double?, at instant: Instant) {
        guard let lux else {
            if case .silent(_, let since) = state {
                if instant - since >= Self.patience { state = .unknown }
            } else if let isNight {
                state = .silent(isNight: isNight, since: instant)
            }
            return
        }
        let reads = lux < table.nightBelow ? true : lux > table.dayAbove ? false : nil
        guard let isNight else {
            state = reads.map { .known(isNight: $0) } ?? .unknown
            return
        }
        guard let reads, reads != isNight else {
            state = .known(isNight: isNight)
            return
        }
        let since = if case .turning(_, let since) = state { since } else { instant }
        state = instant - since >= table.delay ? .known(isNight: reads) : .turning(from: isNight, since: since)
    }
}
