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
    /// Wrong tries are forgotten after this long without another, so that a visitor's play does not keep the technician waiting
    /// for ever.
    static let memory = Instant.Span.seconds(86_400)
    /// The most failures that are counted. The wait no longer grows long before.
    static let mostFailures = 1_000_000

    /// How many tries in a row were wrong, including those before the machine last started.
    private(set) var failures: Int
    private var waitUntil: Instant?
    private var forgottenAt: Instant

    /// A limit that knows of `failures` wrong tries, the last of them `age` ago. Their wait begins at `instant`.
    init(failures: Int, age: Instant.Span = .seconds(0), at instant: Instant) {
        let age = min(max(age, .seconds(0)), Self.memory)
        self.failures = age == Self.memory ? 0 : min(max(0, failures), Self.mostFailures)
        forgottenAt = instant + (Self.memory - age)
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
        let before = instant >= forgottenAt ? 0 : failures
        self = PINLimit(failures: before + 1, at: instant)
    }

    /// Allows no more free tries: the number of earlier tries is not known, or cannot be kept. A wait begins at `instant`, unless
    /// there were so many failures already.
    mutating func distrust(at instant: Instant) {
        if failures < Self.free { self = PINLimit(failures: Self.free, at: instant) }
    }

    /// Forgets all failures, because a try was right.
    mutating func succeeded(at instant: Instant) { self = PINLimit(failures: 0, at: instant) }
}
