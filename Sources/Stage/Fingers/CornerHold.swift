// A hidden gesture that leads out of a kiosk: a finger rests in a corner of the glass, then moves inwards.

import Drawing
package import Geometry
package import Gestures

/// Watches one corner of a stage, whatever screens it shows. Taps, however fast and many, never trigger it, nor does a
/// hand that leans on the corner: the finger has to rest, then move inwards, then lift. A ring shows that the finger
/// has rested long enough; a disc shows that a lift now triggers the gesture.
@MainActor
package final class CornerHold {
    /// The corner in which the finger rests, on the picture as it is shown.
    package enum Corner: String, CaseIterable, Sendable {
        case topLeft = "top-left"
        case topRight = "top-right"
        case bottomLeft = "bottom-left"
        case bottomRight = "bottom-right"

        /// The position in fractions of the glass.
        var place: Point {
            switch self {
            case .topLeft: Point(0, 0)
            case .topRight: Point(1, 0)
            case .bottomLeft: Point(0, 1)
            case .bottomRight: Point(1, 1)
            }
        }
    }

    /// The distance from both edges, in mm, within which the finger has to come down: two fingertips, which reaches
    /// past the widest dead borders.
    package static let reach = 20.0
    /// The distance from the corner, in mm, to which the finger has to move: certainly out of the corner.
    package static let way = 30.0

    private unowned let stage: Stage
    private let corner: Corner
    private let press = LongPressRecognizer(name: "corner-hold")
    private let onRecognized: () -> Void
    private var mark: CornerMark?

    /// Calls `onRecognized` when a finger has rested in `corner` for `hold`, has moved inwards, and has lifted. The
    /// gesture lives as long as the stage.
    @discardableResult
    package init(_ corner: Corner, for hold: Instant.Span, on stage: Stage, onRecognized: @escaping () -> Void) {
        (self.corner, self.stage, self.onRecognized) = (corner, stage, onRecognized)
        press.minimumDuration = hold
        press.delegate = self
        press.onAction { [self] _ in held() }
        stage.rootView.addRecognizer(press)
    }

    private var isArmed: Bool { distance(press.location()) >= Self.way }

    /// The distance of `point` (mm) from the corner, along the axis on which it is larger.
    private func distance(_ point: Point) -> Double {
        let size = stage.panel.millimetres
        return max(
            (point.x - corner.place.x * size.width).magnitude, (point.y - corner.place.y * size.height).magnitude)
    }

    private func held() {
        switch press.state {
        case .began:
            let mark = CornerMark(stage.theme)
            let (glass, side) = (stage.rootView.bounds.size, mark.side)
            let inset = (Self.reach / 2 * stage.panel.density(.vertical)).rounded()
            mark.frame = Rect(
                corner.place.x == 0 ? inset : glass.width - inset - side,
                corner.place.y == 0 ? inset : glass.height - inset - side, side, side)
            stage.rootView.addSubview(mark)
            self.mark = mark
        case .changed: mark?.isFull = isArmed
        case .ended:
            let isMeant = isArmed
            removeMark()
            if isMeant { onRecognized() }
        case .cancelled: removeMark()
        case .possible, .failed: break
        }
    }

    private func removeMark() {
        mark?.removeFromSuperview()
        mark = nil
    }
}

extension CornerHold: RecognizerDelegate {
    /// Accepts only touches in the corner.
    package func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        let (point, size) = (touch.location, stage.panel.millimetres)
        return (point.x - corner.place.x * size.width).magnitude <= Self.reach
            && (point.y - corner.place.y * size.height).magnitude <= Self.reach
    }

    /// A recognizer that has begun by then cannot prevent the hold. One that has not begun by then is prevented by the hold.
    package func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool {
        other.state.isActive
    }
}

/// A ring, or a disc when `isFull`.
private final class CornerMark: View {
    private let theme: Theme
    var isFull = false { didSet { if isFull != oldValue { setNeedsDisplay() } } }

    /// The width and height of the mark, in pixels.
    var side: Double { (theme.em * 1.6).rounded() }

    init(_ theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    override func draw(on canvas: Canvas) {
        let line = (theme.em * 0.2).rounded()
        let ring = Path(
            Rect(line, line, bounds.width - 2 * line, bounds.height - 2 * line),
            cornerRadius: bounds.width / 2 - line)
        canvas.stroke(ring, width: line, theme.accent)
        if isFull {
            canvas.fill(
                Rect(2 * line, 2 * line, bounds.width - 4 * line, bounds.height - 4 * line), theme.accent,
                cornerRadius: bounds.width / 2 - 2 * line)
        }
    }
}
