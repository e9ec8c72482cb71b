// Moments and spans of time, in nanoseconds of CLOCK_MONOTONIC.

/// A moment in nanoseconds of CLOCK_MONOTONIC, the clock of libinput's events and of page flips.
/// Swift's ContinuousClock reads CLOCK_BOOTTIME on Linux, which is a different clock.
public struct Instant: Comparable, Hashable, Sendable {
    /// Nanoseconds since the clock's origin.
    public var nanoseconds: Int64

    /// The moment `nanoseconds` after the clock's origin.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The clock's origin.
    public static let zero = Instant(nanoseconds: 0)

    /// Whether `a` comes before `b`.
    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
    /// The moment `span` after `instant`.
    public static func + (instant: Instant, span: Span) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + span.nanoseconds)
    }
    /// The moment `span` before `instant`.
    public static func - (instant: Instant, span: Span) -> Instant {
        Instant(nanoseconds: instant.nanoseconds - span.nanoseconds)
    }
    /// The span from `start` to `end`.
    public static func - (end: Instant, start: Instant) -> Span {
        Span(nanoseconds: end.nanoseconds - start.nanoseconds)
    }

    /// A length of time in nanoseconds. (Swift's Duration takes 16 bytes, and its arithmetic takes twenty times as long.)
    public struct Span: Comparable, Hashable, Sendable {
        /// The length in nanoseconds. A negative span leads backwards in time.
        public var nanoseconds: Int64

        /// A span of `nanoseconds`.
        public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

        /// A span of `milliseconds`.
        public static func milliseconds(_ milliseconds: Int) -> Span {
            Span(nanoseconds: Int64(milliseconds) * 1_000_000)
        }
        /// A span of `seconds`, rounded to the nanosecond.
        public static func seconds(_ seconds: Double) -> Span {
            Span(nanoseconds: Int64((seconds * 1e9).rounded()))
        }

        /// An empty span.
        public static let zero = Span(nanoseconds: 0)

        /// The length in seconds.
        public var seconds: Double { Double(nanoseconds) / 1e9 }

        /// Whether `a` is shorter than `b`.
        public static func < (a: Span, b: Span) -> Bool { a.nanoseconds < b.nanoseconds }
        /// The sum of both spans.
        public static func + (a: Span, b: Span) -> Span { Span(nanoseconds: a.nanoseconds + b.nanoseconds) }
        /// The span by which `a` is longer than `b`.
        public static func - (a: Span, b: Span) -> Span { Span(nanoseconds: a.nanoseconds - b.nanoseconds) }
        /// `factor` times the span.
        public static func * (span: Span, factor: Int64) -> Span { Span(nanoseconds: span.nanoseconds * factor) }
        /// One of `parts` equal parts of the span.
        public static func / (span: Span, parts: Int64) -> Span { Span(nanoseconds: span.nanoseconds / parts) }
    }
}
