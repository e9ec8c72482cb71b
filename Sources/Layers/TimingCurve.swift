// The timing of movements without a spring: the share of the way as a function of the share of the time.

/// A cubic Bézier curve from (0, 0) to (1, 1). x is the share of the time and y the share of the way, as in CSS and Core
/// Animation.
public struct TimingCurve: Hashable, Sendable {
    private let x1: Double
    private let y1: Double
    private let x2: Double
    private let y2: Double

    /// A curve with the control points (x1, y1) and (x2, y2). Both x must lie between 0 and 1, since time does not run
    /// backwards. y may leave that range; the movement then overshoots.
    public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        guard (0...1).contains(x1), (0...1).contains(x2) else {
            fatalError("a timing curve needs control points with x from 0 to 1, not \(x1) and \(x2)")
        }
        (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    }

    /// Constant speed.
    public static let linear = TimingCurve(0, 0, 1, 1)
    /// Starts quickly and slows down gently. CSS's `ease`, Core Animation's `default`.
    public static let ease = TimingCurve(0.25, 0.1, 0.25, 1)
    /// Starts slowly.
    public static let easeIn = TimingCurve(0.42, 0, 1, 1)
    /// Ends slowly.
    public static let easeOut = TimingCurve(0, 0, 0.58, 1)
    /// Starts and ends slowly.
    public static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)

    /// The share of the way after `time`, a share of the duration, and the speed there, in ways per duration.
    public func state(at time: Double) -> (way: Double, speed: Double) {
        if time <= 0 { return (0, 0) }
        if time >= 1 { return (1, 0) }
        let s = parameter(at: time)
        let slope = Self.slope(x1, x2, s)
        return (Self.value(y1, y2, s), slope > 1e-9 ? Self.slope(y1, y2, s) / slope : 0)
    }

    /// The curve's parameter at which x is `time`. x never decreases, so bisection always converges. 60 steps exhaust the
    /// precision of a Double.
    private func parameter(at time: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if Self.value(x1, x2, middle) < time { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    private static func value(_ a: Double, _ b: Double, _ s: Double) -> Double {
        let r = 1 - s
        return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
    }

    private static func slope(_ a: Double, _ b: Double, _ s: Double) -> Double {
        let r = 1 - s
        return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b)
    }
}
