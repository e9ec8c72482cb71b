// Every threshold of the gesture engine, with its unit and the reason for it.

public import Geometry

/// Thresholds that recognizers take as their defaults. All lengths are millimetres on the glass, because a pixel is
/// 0.1 mm on one kiosk and 0.4 mm on the next.
public enum Slop {
    /// How far a finger may wander, in mm, before it counts as moving. A fingertip that only presses rolls by about a
    /// millimetre; Android's 8 dp are 1.3 mm and its large screens take half as much again.
    public static let distance = 2.0

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
