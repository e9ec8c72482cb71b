// A drawn finger that swipes in over an edge at a given speed, or drags from a dot.

import Drawing
import Geometry
import Layers
import Stage

/// Demonstrates the requested stroke again and again. A swipe begins beyond the glass.
@MainActor
final class SwipeDemonstration {
    private let space: EdgeSpace
    private let finger: FingerView
    private let arrow: ArrowView
    private var animation = Animation()

    /// The distance in mm that the finger moves inside, and the time in seconds that it moves before it reaches the
    /// edge.
    private static let (inside, outside) = (45.0, 0.6)

    init(_ space: EdgeSpace, on surface: View, theme: Theme) {
        self.space = space
        finger = FingerView(theme: theme)
        arrow = ArrowView(way: space.inwards, theme: theme)
        surface.addSubview(arrow)
        surface.addSubview(finger)
    }

    /// Shows a finger that swipes in at `speed` (mm/s).
    func swipe(_ speed: Double, on stage: Stage, below text: Double) {
        let reach = min(
            Self.inside,
            space.isUpright
                ? space.panel.millimetres.width * 0.25
                : space.panel.millimetres.height * 0.2)
        let out = speed * Self.outside
        place(finger, inside: reach, along: 0.5)
        place(arrow, inside: reach / 2, along: 0.5)
        let way = space.inwards * ((out + reach) * space.density)
        animate(on: stage, for: (out + reach) / speed) { animator in
            animator.add(.positionX, of: finger.layer, from: -way.x, to: 0)
            animator.add(.positionY, of: finger.layer, from: -way.y, to: 0)
        }
    }

    /// Shows a finger that drags inwards from `dot` (mm on the picture).
    func drag(from dot: Point, _ space: EdgeSpace, on stage: Stage) {
        let middle = space.panel.pixels(dot)
        let way = space.inwards * (18 * space.density)
        finger.frame.origin = Point(
            (middle.x - finger.bounds.width / 2).rounded(), (middle.y - finger.bounds.height / 2).rounded())
        arrow.frame.origin = Point(
            (middle.x + way.x / 2 - arrow.bounds.width / 2).rounded(),
            (middle.y + way.y / 2 - arrow.bounds.height / 2).rounded())
        arrow.layer.isHidden = true
        animate(on: stage, for: 1.1) { animator in
            animator.add(.positionX, of: finger.layer, from: 0, to: way.x)
            animator.add(.positionY, of: finger.layer, from: 0, to: way.y)
            animator.add(.opacity, of: finger.layer, from: 0, to: -0.8)
        }
    }

    /// Stops the demonstration and hides it.
    func stop() {
        animation.stop()
        finger.layer.isHidden = true
        arrow.layer.isHidden = true
    }

    private func place(_ view: View, inside: Double, along: Double) {
        let middle = space.pixels(inside: inside, along: along)
        view.frame.origin = Point(
            (middle.x - view.bounds.width / 2).rounded(), (middle.y - view.bounds.height / 2).rounded())
        view.layer.isHidden = false
    }

    private func animate(on stage: Stage, for seconds: Double, _ add: (PropertyAnimator) -> Void) {
        animation.stop()
        animation = Animation()
        add(animation.animator)
        animation.start(on: stage, for: .seconds(seconds), repeats: true)
    }
}

/// A fingertip: a disc with a lighter rim.
final class FingerView: View {
    private let theme: Theme

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        let side = (theme.em * 2.2).rounded()
        frame = Rect(0, 0, side, side)
    }

    override func draw(on canvas: Canvas) {
        let center = Point(bounds.width / 2, bounds.height / 2)
        canvas.fill(Path(center: center, radius: bounds.width * 0.46), theme.accent.withAlpha(0.25))
        canvas.fill(Path(center: center, radius: bounds.width * 0.3), theme.accent.withAlpha(0.85))
    }
}

/// A broad arrow that points inwards.
final class ArrowView: View {
    private let way: Vector
    private let theme: Theme

    init(way: Vector, theme: Theme) {
        (self.way, self.theme) = (way, theme)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        let side = (theme.em * 5).rounded()
        frame = Rect(0, 0, side, side)
    }

    override func draw(on canvas: Canvas) {
        let center = Point(bounds.width / 2, bounds.height / 2)
        let across = Vector(-way.y, way.x)
        let long = bounds.width * 0.4
        let tip = center + way * long
        let color = theme.separator
        canvas.stroke(Path(lines: [center - way * long, tip]), width: theme.em * 0.42, color)
        canvas.stroke(
            Path(lines: [
                tip - way * (long * 0.55) + across * (long * 0.55), tip,
                tip - way * (long * 0.55) - across * (long * 0.55),
            ]), width: theme.em * 0.42, color)
    }
}
