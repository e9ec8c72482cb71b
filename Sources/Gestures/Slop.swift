// Every threshold of the gesture engine, with its unit and the reason for it.

public import Geometry

/// Thresholds that recognizers take as their defaults. All lengths are millimetres on the glass, because a pixel is
/// 0.1 mm on one kiosk and 0.4 mm on the next.
public enum Slop {
    /// How far a finger may wander, in mm, before it counts as moving. A fingertip that only presses rolls by about a
    /// millimetre; Android's 8 dp are 1.3 mm and its large screens take half as much again.
    public static let distance = 2.0

    /// How far, in mm, two fingers may move against each other, apart, together or around, before it counts as pinching
    /// or turning: each of them may wander by the slop. Android takes twice its touch slop for the same reason.
    public static let twoFingers = 2 * distance

    /// How far, in radians, two fingers turn at least about each other before it counts as a rotation: 10°. A hand that
    /// only pinches or drags turns as well: Mapbox takes 15.3°, OpenLayers 17°, others 5°. Two fingers that are near
    /// each other have to turn further, until they have moved by `twoFingers`.
    public static let rotation = Double.pi / 18

    /// Contacts nearer to each other than this, in mm, count as this far apart. A fingertip is some 10 mm wide and panels
    /// merge contacts that are nearer than about that; below half of it distance and angle are noise.
    public static let nearest = 5.0

    /// The longest time from one tap's lift to the next tap's touch-down. Android's and Flutter's double tap; longer
    /// makes every single tap that waits for a double tap feel late.
    public static let tapPause = Instant.Span.milliseconds(300)

    /// How far, in mm, a further tap may land from the first. A finger that does not look at the glass comes back within
    /// about its own width; Android's and Flutter's 100 dp are 16 mm.
    public static let tapDistance = 16.0

    /// How long fingers rest before it counts as a long press. UIKit, Flutter and Android take the same.
    public static let longPress = Instant.Span.milliseconds(500)

    /// How far, in mm, a finger goes at least in a swipe: what is clearly more than a slip, and little enough for a flick
    /// of the finger with the hand at rest.
    public static let swipeDistance = 10.0

    /// How long a swipe takes at most from touch-down to `swipeDistance`. Whoever drags something to look where it goes
    /// moves slower than these 20 mm/s.
    public static let swipeDuration = Instant.Span.milliseconds(500)

    /// How far a swipe may leave its line, as a share of the way along it, beyond the slop: 27°. A finger swings about its
    /// knuckle or wrist, so its path is an arc.
    public static let swipeCrookedness = 0.5

    /// How near to the edge, in mm, a touch has to begin to count as coming from it, until the panel is calibrated.
    /// The first contact of a swipe lies up to speed ÷ scan rate inside: 8 mm at 500 mm/s and 60 Hz.
    public static let edgeWidth = 8.0

    /// A contact that has not moved further than `distance` for this long is a leaning hand, a drop of water or dirt: it
    /// counts for nothing until it moves.
    public static let restingAfter = Instant.Span.seconds(3)

    /// How far back, in time, samples count for a velocity. Flutter and Android take the same.
    public static let velocityHorizon = Instant.Span.milliseconds(100)

    /// A finger that has sent nothing for this long has stopped. Panels leave holes of two or three scan periods, so
    /// 40 ms, as Flutter has it, would take a hole of a 60 Hz panel for a stop.
    public static let stopped = Instant.Span.milliseconds(60)

    /// The same for slow panels: this many of the panel's own scan periods.
    public static let stoppedScanPeriods = 3.5
}
