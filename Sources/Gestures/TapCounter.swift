// Counts taps of one or several fingers at one place, or of buttons: what a tap and a press after taps have in common.

import Geometry

/// Follows fingers that come down and leave where they came, or buttons that are pressed and released. Each change returns
/// why the sequence is broken, or nil.
struct TapCounter {
    /// Where the sequence stands.
    enum Progress {
        /// No finger is down. `since` is when the last one left; nil before the first.
        case between(since: Instant?)
        /// Fingers are down, and fewer than it takes have come so far.
        case gathering(start: Instant)
        /// As many fingers as it takes came down; the last of them at `complete`.
        case pressed(start: Instant, complete: Instant)

        /// Whether it goes from here to `next`.
        fileprivate func leads(to next: Progress) -> Bool {
            switch (self, next) {
            case (.between, .gathering), (.gathering, .pressed), (.pressed, .between): true
            case (.between, _), (.gathering, _), (.pressed, _): false
            }
        }
    }

    /// What taps, for sentences.
    enum Means {
        case fingers, buttons

        var released: String { self == .fingers ? "lifted" : "released" }

        func tooMany(_ count: Int) -> String {
            switch self {
            case .fingers: count == 1 ? "a second finger came down" : "more than \(count) fingers came down"
            case .buttons: count == 1 ? "a second button was pressed" : "more than \(count) buttons were pressed"
            }
        }
    }

    /// How many fingers, or buttons, tap at once.
    var required = 1
    /// How far each finger may move, in mm.
    var slop = Slop.distance
    /// The longest time from one tap's lift to the next tap's touch-down.
    var longestPause = Slop.tapPause
    /// How far, in mm, the centroid of a further tap may lie from that of the first.
    var largestDistance = Slop.tapDistance

    private(set) var progress = Progress.between(since: nil)
    /// The taps that are complete.
    private(set) var count = 0
    private(set) var means = Means.fingers
    private var first: Point?

    /// When the pause before the next tap has been too long; nil while there is none.
    var deadline: Instant? {
        guard case .between(let since?) = progress else { return nil }
        return since + longestPause
    }

    /// `touches` are down, all that are, those included that have just come.
    mutating func began(_ touches: [Touch], at time: Instant) -> String? {
        means = .fingers
        if let why = began(touches.count, at: time) { return why }
        guard case .pressed = progress else { return nil }
        let sum = touches.reduce(Vector.zero) { $0 + ($1.startLocation - .zero) }
        let centroid = Point.zero + sum / Double(touches.count)
        guard let first else {
            first = centroid
            return nil
        }
        let distance = (centroid - first).length
        return distance <= largestDistance
            ? nil : "tapped \(tenths(distance)) mm from the first tap, more than \(tenths(largestDistance)) mm"
    }

    /// `presses` are held, all that are, those included that have just come.
    mutating func began(_ presses: [Press], at time: Instant) -> String? {
        means = .buttons
        return began(presses.count, at: time)
    }

    private mutating func began(_ count: Int, at time: Instant) -> String? {
        if count > required { return means.tooMany(required) }
        switch progress {
        case .between: become(.gathering(start: time))
        case .gathering: break
        case .pressed:
            return means == .fingers
                ? "a finger came back before all had left" : "a button was pressed again before all were released"
        }
        if case .gathering(let start) = progress, count == required { become(.pressed(start: start, complete: time)) }
        return nil
    }

    /// `touches` have moved.
    func moved(_ touches: [Touch]) -> String? {
        guard let far = touches.first(where: { $0.displacement.length > slop }) else { return nil }
        return "moved \(tenths(far.displacement.length)) mm, more than \(tenths(slop)) mm"
    }

    /// Some of `inputs` are over; the others are down.
    mutating func ended(_ inputs: [Input], at time: Instant) -> String? {
        switch progress {
        case .between: return nil
        case .gathering:
            return "\(means.released) before \(required) \(means) were \(means == .fingers ? "down" : "held")"
        case .pressed:
            guard !inputs.contains(where: \.isDown) else { return nil }
            count += 1
            become(.between(since: time))
            return nil
        }
    }

    /// Forgets the sequence, not what it takes.
    mutating func reset() {
        progress = .between(since: nil)
        count = 0
        first = nil
    }

    private mutating func become(_ next: Progress) {
        guard progress.leads(to: next) else { fatalError("taps: \(progress) does not lead to \(next)") }
        progress = next
    }
}
