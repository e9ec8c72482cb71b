// How often a PIN may be tried.

import Geometry

/// Counts tries that were wrong, and says how long to wait after them. What has no clock that lasts, as a board without a
/// battery, cannot know how long ago a try was; so a wait begins anew when the machine does, and pulling the plug gains
/// nothing.
struct PINLimit: Hashable {
    /// So many tries are free of a wait: fingers slip.
    static let free = 3
    /// The wait after them; each further try that is wrong doubles it.
    static let firstWait = Instant.Span.seconds(30)
    static let longestWait = Instant.Span.seconds(3600)

    /// How many tries in a row were wrong, also before the machine was last started.
    private(set) var failures: Int
    private var waitUntil: Instant?

    /// So many `failures` are known at `instant`.
    init(failures: Int, at instant: Instant) {
        self.failures = max(0, failures)
        waitUntil = wait.map { instant + $0 }
    }

    /// The wait that so many failures ask for.
    private var wait: Instant.Span? {
        guard failures >= Self.free else { return nil }
        // Past some doublings it is the longest anyway.
        let doublings = min(failures - Self.free, 20)
        return min(Instant.Span(nanoseconds: Self.firstWait.nanoseconds << doublings), Self.longestWait)
    }

    /// How long nothing may be tried, at `instant`; nil when it may.
    func waiting(at instant: Instant) -> Instant.Span? {
        guard let waitUntil, waitUntil > instant else { return nil }
        return waitUntil - instant
    }

    /// A try begins at `instant`. It counts as wrong until it was right, so that nobody gains by ending it early.
    mutating func began(at instant: Instant) {
        failures += 1
        waitUntil = wait.map { instant + $0 }
    }

    /// The try was right.
    mutating func succeeded() { self = PINLimit(failures: 0, at: .zero) }
}
