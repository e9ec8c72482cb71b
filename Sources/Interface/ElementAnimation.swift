// Changes that are animated.

public import Geometry
public import Layers
import Stage

/// Animates what `changes` changes on the glass: elements move to their new places in `duration`, along `curve`, and new ones fade in.
/// A finger is never waited for: everything can be touched where it will be.
public func animate(
    for duration: Instant.Span = .milliseconds(250), curve: TimingCurve = .easeInOut, _ changes: () -> Void
) {
    let outer = ElementAnimation.asked
    ElementAnimation.asked = ElementAnimation(duration: duration, curve: curve)
    defer { ElementAnimation.asked = outer }
    changes()
}

/// How the next changes are animated.
struct ElementAnimation {
    let duration: Instant.Span
    let curve: TimingCurve

    /// What `animate` asks for while its changes are made.
    static var asked: ElementAnimation?

    /// Moves `view` from `old`, where it was until now, to where it is; nil for a view that is new.
    func move(_ view: View, from old: Point?, on stage: Stage, onEnd: @escaping () -> Void) -> Animation? {
        let animation = Animation()
        if let old {
            let way = old - view.frame.origin
            if way.x != 0 { animation.animator.add(.positionX, of: view.layer, from: way.x, to: 0) }
            if way.y != 0 { animation.animator.add(.positionY, of: view.layer, from: way.y, to: 0) }
            guard way.x != 0 || way.y != 0 else { return nil }
        } else {
            animation.animator.add(.opacity, of: view.layer, from: -1, to: 0)
        }
        animation.start(on: stage, for: duration, curve: curve, onEnd: onEnd)
        return animation
    }
}
