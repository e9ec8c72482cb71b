// Counts taps of fingers at one place, or of buttons, for the tap and the long press recognizers.

import Geometry

/// Follows fingers that come down and lift at the same place, or buttons that are pressed and released. Each mutation
/// returns the reason why the sequence is broken, or nil.
@MainActor
struct TapCounter {
    /// The progress of the sequence.
    enum Progress {
        /// No finger is down. `since` is the time of the last lift, or nil before the first tap.
        case between(since: Instant?)
        /// Fingers are down, but fewer than required have come so far.
        case gathering(start: Instant)
        /// The required number of fingers came down, the last of them at `complete`.
        case pressed(start: Instant, complete: Instant)

        /// Whether `next` can follow this state.
        fileprivate func leads(to next: Progress) -> Bool {
            switch (self, next) {
            case (.between, .gathering), (.gathering, .pressed), (.pressed, .between): true
            case (.between, _), (.gathering, _), (.pressed, _): false
            }
        }
    }

    /// The kinds of inputs that tap, in words for messages.
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

    /// The number of fingers, or of buttons, that tap at once.
    var required = 1
    /// How far each finger may move, in mm, unless the dispatcher's slop is greater.
    var slop = Slop.distance
    /// The longest time from the lift of one tap to the touch-down of the next tap.
    var longestPause = Slop.tapPause
    /// The largest distance, in mm, between the centroid of a further tap and that of the first tap.
    var largestDistance = Slop.tapDistance

    private(set) var progress = Progress.between(since: nil)
    /// The number of complete taps.
    private(set) var count = 0
    private(set) var means = Means.fingers
    private var first: Point?

    /// The time at which the pause before the next tap becomes too long. Nil outside of a pause.
    var deadline: Instant? {
        guard case .between(let since?) = progress else { return nil }
        return since + longestPause
    }

    /// Takes touch-downs into account. `touches` are all touches that are down, including the new ones.
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

    /// Takes button presses into account. `presses` are all presses that are held, including the new ones.
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
                ? "a finger came down again before all were lifted"
                : "a button was pressed again before all were released"
        }
        if case .gathering(let start) = progress, count == required { become(.pressed(start: start, complete: time)) }
        return nil
    }

    /// Takes the movement of `touches` into account, where `least` mm do not count as a movement.
    func moved(_ touches: [Touch], least: Double) -> String? {
        // A finger that moves too little for a drag still taps.
        let slop = max(slop, least)
        guard let far = touches.first(where: { $0.displacement.length > slop }) else { return nil }
        return "moved \(tenths(far.displacement.length)) mm, more than \(tenths(slop)) mm"
    }

    /// Takes the end of some of `inputs` into account. The others are still down.
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

    /// Forgets the sequence and keeps the settings.
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
