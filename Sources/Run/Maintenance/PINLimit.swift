// Limits how often a PIN may be tried.

import Geometry

/// Counts the wrong tries, and says how long to wait after them. A machine without a lasting clock, such as a board without a
/// battery, cannot know how long ago a try was. A wait therefore begins again when the machine starts, and pulling the plug
/// gains nothing.
struct PINLimit: Hashable {
    /// The number of tries without a wait before them: fingers slip.
    static let free = 3
    /// The wait after these tries. Each further wrong try doubles it.
    static let firstWait = Instant.Span.seconds(30)
    static let longestWait = Instant.Span.seconds(3600)

    /// How many tries in a row were wrong, including those before the machine last started.
    private(set) var failures: Int
    private var waitUntil: Instant?

    /// A limit that knows of `failures` wrong tries. Their wait begins at `instant`.
    init(failures: Int, at instant: Instant) {
        self.failures = max(0, failures)
        waitUntil = wait.map { instant + $0 }
    }

    /// The wait for the current number of failures; nil for none.
    private var wait: Instant.Span? {
        guard failures >= Self.free else { return nil }
        // After 20 doublings the wait is the longest anyway.
        let doublings = min(failures - Self.free, 20)
        return min(Instant.Span(nanoseconds: Self.firstWait.nanoseconds << doublings), Self.longestWait)
    }

    /// How long to wait at `instant` before the next try; nil when a try is allowed.
    func waiting(at instant: Instant) -> Instant.Span? {
        guard let waitUntil, waitUntil > instant else { return nil }
        return waitUntil - instant
    }

    /// Begins a try at `instant`. The try counts as wrong until it turns out right, so ending it early gains nothing.
    mutating func began(at instant: Instant) {
        failures += 1
        waitUntil = wait.map { instant + $0 }
    }

    /// Notes that the try was right.
    mutating func succeeded() { self = PINLimit(failures: 0, at: .zero) }
}
