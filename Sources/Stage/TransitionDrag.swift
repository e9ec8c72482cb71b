// One finger's hold on a transition: where it took it, how far it has brought it, and what follows when it lets go.

import Geometry

/// What the finish rule needs to know of one gesture. Lengths in mm.
struct TransitionDrag {
    /// The transition that the finger moves.
    let transition: Transition
    /// The number of the gesture.
    let gesture: Int
    /// The offset at which the finger took the transition.
    let base: Double
    /// From where the finger's way counts to the far side of the panel.
    let room: Double
    /// How much of the way that the velocity stands for counts at most is what has been moved: after a hand-over.
    let isHandedOver: Bool
    /// Whether it caught a transition that settled, and where that was going.
    let wasFinishing: Bool?
    /// The finger's offset, also where the screen is clamped or banded.
    private(set) var p: Double
    /// The largest `p` so far.
    private(set) var peak: Double

    init(
        transition: Transition, gesture: Int, base: Double, room: Double, wasFinishing: Bool? = nil,
        isHandedOver: Bool = false
    ) {
        self.transition = transition
        self.gesture = gesture
        self.base = base
        self.room = room
        self.wasFinishing = wasFinishing
        self.isHandedOver = isHandedOver
        p = base
        peak = base
    }

    /// The finger is `travel` (mm, without the slop) further towards dismissal than where it took the transition.
    mutating func move(by travel: Double) {
        p = base + travel
        peak = max(peak, p)
    }

    /// What the finger did, when it lets go with `velocity` (mm/s towards dismissal).
    func release(velocity: Double) -> FinishRule.Release {
        FinishRule.Release(
            p: p, peak: peak, velocity: velocity, extent: transition.extent / transition.density, room: room,
            carryLimit: isHandedOver ? max(0, p) : nil)
    }
}
