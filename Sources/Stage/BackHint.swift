// Shows the way back to somebody whose swipes have failed.

import Drawing
import Geometry
import Gestures
import Layers

/// After two swipes in a row that did not pop a screen, the next one shows where it would have: a chip with an arrow at
/// the leading edge, as high as the finger, that comes out with it. Once for a screen.
final class BackHint {
    let pan = PanRecognizer(name: "hint", directions: .horizontal)
    private unowned let navigator: Navigator
    private weak var screen: Screen?
    private var failures = 0
    private var view: BackHintView?
    private var fading: Motion?
    /// The stage on which it fades, which may go on longer than the sheet that its navigator is in.
    private weak var runningOn: Stage?

    /// So many swipes fail before the way is shown.
    static let patience = 2
    /// How far the chip comes out for each mm that the finger moves; like the end of a rubber band.
    private static let share = 0.3
    /// How far it comes out at most, in its own widths.
    private static let reach = 1.2

    init(navigator: Navigator) {
        self.navigator = navigator
        pan.isEnabled = false
        pan.cancelsTouchesInView = false
        pan.maximumTouches = 1
        pan.delegate = self
        pan.onAction { [unowned self] _ in dragged() }
        navigator.view.addRecognizer(pan)
    }

    /// Whether no swipe that has failed is remembered.
    var isFresh: Bool { (failures == 0 || screen?.navigator == nil) && !pan.isEnabled }

    /// A swipe on `screen` has popped it, or has not.
    func count(finished: Bool, of screen: Screen) {
        if finished || screen !== self.screen { failures = 0 }
        self.screen = screen
        if finished || screen.hasShownWayBack { return }
        failures += 1
        if failures >= Self.patience { pan.isEnabled = true }
    }

    private func dragged() {
        guard let screen, navigator.top === screen else { return pan.isEnabled = false }
        switch pan.state {
        case .began:
            screen.hasShownWayBack = true
            let theme = navigator.stage.theme
            // The last one may not have faded yet.
            self.view?.removeFromSuperview()
            let view = BackHintView(theme: theme, direction: navigator.direction)
            navigator.view.addSubview(view)
            self.view = view
            fading = nil
            place()
        case .changed: place()
        case .ended, .cancelled:
            let now = navigator.stage.now
            fading = Motion(
                .curve(.easeIn, duration: .milliseconds(400)), from: 1, to: 0, start: now,
                rest: RestLimits(distance: 0, speed: 0), slowness: navigator.stage.slowMotion)
            runningOn = navigator.stage
            navigator.stage.add(self)
        case .possible, .failed: break
        }
    }

    private func place() {
        guard let view else { return }
        let way = navigator.direction.outwards
        let size = BackHintView.size(navigator.stage.theme)
        let travel = pan.translation.x * way * navigator.stage.panel.density(.horizontal)
        let out = min(max(0, travel) * Self.share, Self.reach * size)
        let edge = way > 0 ? out - size : navigator.view.bounds.width - out
        let finger = navigator.view.convert(fromPanel: pan.location())
        view.frame = Rect(edge.rounded(), (finger.y - size / 2).rounded(), size, size)
    }
}

extension BackHint: Mover {
    var end: Instant? { fading?.end }

    func show(at instant: Instant) {
        if let fading { view?.layer.opacity = fading.state(at: instant).value }
    }

    func changes(after instant: Instant) -> Bool { fading != nil }

    func rest() {
        fading = nil
        view?.removeFromSuperview()
        view = nil
        runningOn?.remove(self)
        pan.isEnabled = false
    }
}

extension BackHint: RecognizerDelegate {
    /// It only shows; whatever the finger does, it does.
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool { true }
}

/// A round chip with an arrow that points the way back.
final class BackHintView: View {
    private let theme: Theme
    private let direction: LayoutDirection

    init(theme: Theme, direction: LayoutDirection) {
        self.theme = theme
        self.direction = direction
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// Its width and height, in pixels.
    static func size(_ theme: Theme) -> Double { (theme.em * 2.6).rounded() }

    override func draw(on canvas: Canvas) {
        canvas.fill(bounds, theme.accent, cornerRadius: bounds.width / 2)
        canvas.stroke(
            theme.chevron(at: Point(bounds.width / 2, bounds.height / 2), reach: theme.em * 0.5, direction),
            width: theme.em * 0.16, theme.background)
    }
}

extension Theme {
    /// An arrow that points the way back, around `middle`, reaching `reach` px up and down.
    func chevron(at middle: Point, reach: Double, _ direction: LayoutDirection) -> Path {
        let tip = -direction.outwards * reach / 2
        return Path(lines: [
            Point(middle.x - tip, middle.y - reach), Point(middle.x + tip, middle.y),
            Point(middle.x - tip, middle.y + reach),
        ])
    }
}
