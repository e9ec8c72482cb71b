// Changes that are animated.

public import Geometry
public import Layers
import Stage

/// Animates what `changes` changes on the glass: elements move to their new places in `duration`, along `curve`, new ones
/// fade in, and those that are gone fade out. A finger is never waited for: everything can be touched where it will be.
public func animate(
    for duration: Instant.Span = .milliseconds(250), curve: TimingCurve = .easeInOut, _ changes: () -> Void
) {
    Animation.ask(for: .curve(curve, duration: duration), changes)
}
