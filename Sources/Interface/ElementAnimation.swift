// Changes that are animated.

public import Geometry
public import Layers

/// Animates what `changes` changes on the glass: elements move to their new places in `duration`, along `curve`, new ones
/// fade in, and those that are gone fade out. A finger is never waited for: everything can be touched where it will be.
public func animate(
    for duration: Instant.Span = .milliseconds(250), curve: TimingCurve = .easeInOut, _ changes: () -> Void
) {
    animate(.curve(curve, duration: duration), changes)
}

/// Animates what `changes` changes on the glass by `timing`.
func animate(_ timing: Timing, _ changes: () -> Void) {
    let outer = ElementAnimation.asked
    ElementAnimation.asked = ElementAnimation(timing: timing)
    defer { ElementAnimation.asked = outer }
    changes()
}

/// How the next changes are animated.
struct ElementAnimation {
    let timing: Timing

    /// What `animate` asks for while its changes are made.
    static var asked: ElementAnimation?
}
