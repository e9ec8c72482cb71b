// A finger that rests in a corner of the glass and is then drawn inwards: the way out of a kiosk, for who knows it.

import Drawing
public import Geometry
public import Gestures

/// Watches one corner of a stage, whatever screens are on it. Taps, however fast and many, never do it, nor does a hand
/// that leans there: the finger has to rest, then to go inwards, then to be lifted. A ring shows that it has rested, a
/// disc that letting go now does it.
public final class CornerHold {
    /// Where the finger rests, as the picture lies.
    public enum Corner: String, CaseIterable, Sendable {
        case topLeft = "top-left"
        case topRight = "top-right"
        case bottomLeft = "bottom-left"
        case bottomRight = "bottom-right"

        /// In parts of the glass.
        var place: Point {
            switch self {
            case .topLeft: Point(0, 0)
            case .topRight: Point(1, 0)
            case .bottomLeft: Point(0, 1)
            case .bottomRight: Point(1, 1)
            }
        }
    }

    /// How near to both edges the finger comes down, in mm: two fingertips, past the widest dead borders.
    public static let reach = 20.0
    /// How far it is drawn inwards, in mm: out of the corner, for certain.
    public static let way = 30.0

    private unowned let stage: Stage
    private let corner: Corner
    private let press = LongPressRecognizer(name: "corner-hold")
    private let onRecognized: () -> Void
    private var mark: CornerMark?

    /// Calls `onRecognized` when a finger has rested in `corner` for `hold` and was drawn inwards and lifted. It holds
    /// as long as the stage does.
    @discardableResult
    public init(_ corner: Corner, for hold: Instant.Span, on stage: Stage, onRecognized: @escaping () -> Void) {
        (self.corner, self.stage, self.onRecognized) = (corner, stage, onRecognized)
        press.minimumDuration = hold
        press.delegate = self
        press.onAction { [self] _ in held() }
        stage.rootView.addRecognizer(press)
    }

    private var isArmed: Bool { distance(press.location()) >= Self.way }

    /// How far `point` (mm) is from the corner, along the axis on which it is farther.
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
    /// In the corner alone.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        let (point, size) = (touch.location, stage.panel.millimetres)
        return (point.x - corner.place.x * size.width).magnitude <= Self.reach
            && (point.y - corner.place.y * size.height).magnitude <= Self.reach
    }

    /// What a page does with a finger that rests does not keep this from beginning; what has not begun by then does not.
    public func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool {
        other.state.isActive
    }
}

/// A ring, or a disc.
private final class CornerMark: View {
    private let theme: Theme
    var isFull = false { didSet { if isFull != oldValue { setNeedsDisplay() } } }

    /// Its width and height, in pixels.
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
