// Recognizes a finger that comes down and leaves where it came.

public import Geometry

/// A tap with one finger. Discrete. It takes its time: a visitor who rests a finger on a row still means the row.
public final class TapRecognizer: Recognizer {
    /// How far the finger may move, in mm.
    public var slop = Slop.distance

    /// A tap that is called `name` in traces.
    public override init(name: String = "tap") { super.init(name: name) }

    public override func touchesBegan(_ new: [Touch], at time: Instant) {
        if touches.count > 1 { fail("a second finger came down") }
    }

    public override func touchesMoved(_ moved: [Touch], at time: Instant) {
        guard let touch = moved.first else { return }
        if touch.displacement.length > slop {
            fail("moved \(tenths(touch.displacement.length)) mm, more than \(tenths(slop)) mm")
        }
    }

    public override func touchesEnded(_ ended: [Touch], at time: Instant) { recognize() }
}
