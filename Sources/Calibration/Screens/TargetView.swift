// A ring to hold a finger on. A second ring closes on it meanwhile.

import Drawing
import Geometry
import Layers
import Stage

/// A ring with a point in its middle, and a wider ring that closes on it.
final class TargetView: View {
    private let theme: Theme
    private let closing: RingView
    private let close = Animation()
    /// The radius of the open ring, as a multiple of its radius when closed.
    private static let out = 1.9

    /// Makes a target of `radius` pixels.
    init(radius: Double, theme: Theme) {
        self.theme = theme
        closing = RingView(radius: radius, width: theme.em * 0.14, color: theme.accent)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        let side = (2 * radius * 1.1).rounded(.up)
        frame = Rect(0, 0, side, side)
        closing.frame = Rect(origin: .zero, size: bounds.size)
        addSubview(closing)
        closing.layer.scale = Self.out
        closing.layer.opacity = 0.35
        close.animator.add(.scale, of: closing.layer, from: 0, to: 1 - Self.out)
        close.animator.add(.opacity, of: closing.layer, from: 0, to: 0.65)
    }

    /// The middle of the target in its superview (px).
    var middle: Point {
        get { Point(frame.minX + bounds.width / 2, frame.minY + bounds.height / 2) }
        set {
            frame.origin = Point((newValue.x - bounds.width / 2).rounded(), (newValue.y - bounds.height / 2).rounded())
        }
    }

    /// Closes the ring in `duration`, then calls `onEnd`.
    func begin(on stage: Stage, for duration: Instant.Span, onEnd: @escaping () -> Void) {
        close.start(on: stage, for: duration, curve: .easeInOut, onEnd: onEnd)
    }

    /// Opens the ring again.
    func stop() { close.stop() }

    override func draw(on canvas: Canvas) {
        let center = Point(bounds.width / 2, bounds.height / 2)
        let radius = bounds.width / 2.2
        canvas.fill(Path(center: center, radius: radius), theme.accent.withAlpha(0.14))
        canvas.stroke(Path(center: center, radius: radius - theme.em * 0.05), width: theme.em * 0.1, theme.accent)
        canvas.fill(Path(center: center, radius: theme.em * 0.16), theme.accent)
        for way in [Vector(1, 0), Vector(-1, 0), Vector(0, 1), Vector(0, -1)] {
            canvas.stroke(
                Path(lines: [center + way * (radius * 0.45), center + way * (radius * 0.8)]), width: theme.em * 0.07,
                theme.accent)
        }
    }
}

/// A circle.
final class RingView: View {
    private let (radius, width): (Double, Double)
    private let color: Color

    init(radius: Double, width: Double, color: Color) {
        (self.radius, self.width, self.color) = (radius, width, color)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    override func draw(on canvas: Canvas) {
        canvas.stroke(
            Path(center: Point(bounds.width / 2, bounds.height / 2), radius: radius - width / 2), width: width, color)
    }
}
