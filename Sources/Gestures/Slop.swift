// The default thresholds of recognizers, each with its unit and its reason.

public import Geometry

/// The default thresholds of recognizers. All lengths are millimetres on the glass, because a pixel is 0.1 mm on one kiosk
/// and 0.4 mm on the next.
public enum Slop {
    /// How far a finger may wander, in mm, before it counts as moving. A fingertip that only presses rolls by about a
    /// millimetre. Android's 8 dp are 1.3 mm, and its large screens use half as much again.
    public static let distance = 2.0

    /// How far, in mm, two fingers may move relative to each other (apart, together or around) before they count as
    /// pinching or turning. Each finger may wander by the slop. Android uses twice its touch slop for the same reason.
    public static let twoFingers = 2 * distance

    /// How far, in radians, two fingers turn about each other before they count as rotating: 10°. A hand that only pinches
    /// or drags turns as well. Mapbox uses 15.3°, OpenLayers 17°, others 5°. Two fingers that are close to each other have
    /// to turn further, until they have moved by `twoFingers`.
    public static let rotation = Double.pi / 18

    /// The distance, in mm, that closer contacts are taken to have. A fingertip is about 10 mm wide, and panels merge
    /// contacts that are closer than about that. Below half of it, distance and angle are noise.
    public static let nearest = 5.0

    /// The longest time from the lift of one tap to the touch-down of the next tap. Android's and Flutter's double tap uses
    /// the same. A longer time makes every single tap that waits for a double tap feel late.
    public static let tapPause = Instant.Span.milliseconds(300)

    /// How far, in mm, a further tap may land from the first. A finger that is not guided by sight comes back within about
    /// its own width. Android's and Flutter's 100 dp are 16 mm.
    public static let tapDistance = 16.0

    /// How long fingers rest before they count as a long press. UIKit, Flutter and Android use the same.
    public static let longPress = Instant.Span.milliseconds(500)

    /// The shortest distance of a swipe, in mm: clearly more than a slip, and short enough for a flick of the finger with
    /// the hand at rest.
    public static let swipeDistance = 10.0

    /// The longest time of a swipe, from touch-down to `swipeDistance`. A person who drags something to see where it goes
    /// moves slower than the resulting 20 mm/s.
    public static let swipeDuration = Instant.Span.milliseconds(500)

    /// How far a swipe may leave its line, beyond the slop, as a share of the way along the line: 27°. A finger swings
    /// about its knuckle or wrist, so its path is an arc.
    public static let swipeCrookedness = 0.5

    /// How close to the edge, in mm, a touch has to begin to count as coming from the edge, until the panel is calibrated.
    /// The first contact of a swipe lies up to speed ÷ scan rate inside the edge: 8 mm at 500 mm/s and 60 Hz.
    public static let edgeWidth = 8.0

    /// How long a contact stays within `distance` before it counts as a leaning hand, a drop of water or dirt. Such a
    /// contact is ignored until it moves.
    public static let restingAfter = Instant.Span.seconds(3)

    /// How far back in time samples count for a velocity. Flutter and Android use the same.
    public static let velocityHorizon = Instant.Span.milliseconds(100)

    /// How long a finger sends nothing before it counts as stopped. Panels leave gaps of two or three scan periods, so
    /// Flutter's 40 ms would treat a gap of a 60 Hz panel as a stop.
    public static let stopped = Instant.Span.milliseconds(60)

    /// The same limit for slow panels, in scan periods of the panel.
    public static let stoppedScanPeriods = 3.5
}
