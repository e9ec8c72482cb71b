// A hint that shows the way back after failed swipes.

import Drawing
import Geometry
import Gestures
import Layers

/// After two swipes in a row that did not pop a screen, the next swipe shows where it could have begun. A chip with an
/// arrow comes out of the leading edge with the finger, at the finger's height. Each screen shows it once.
@MainActor
final class BackHint {
    let pan = PanRecognizer(name: "hint", directions: .horizontal)
    private unowned let navigator: Navigator
    private weak var screen: Screen?
    private var failures = 0
    private var view: BackHintView?
    private var fading: Motion?
    /// The stage on which the hint fades. It may outlive the sheet that contains the navigator.
    private weak var runningOn: Stage?

    /// The number of failed swipes before the hint.
    static let patience = 2
    /// The distance that the chip comes out for each mm of the finger's travel, like the end of a rubber band.
    private static let share = 0.3
    /// The maximum distance that the chip comes out, in its own widths.
    private static let reach = 1.2

    init(navigator: Navigator) {
        self.navigator = navigator
        pan.isEnabled = false
        pan.role = .hint
        pan.cancelsTouchesInView = false
        pan.maximumTouches = 1
        pan.delegate = self
        pan.onAction { [weak self] _ in self?.dragged() }
        navigator.view.addRecognizer(pan)
    }

    /// Whether no failed swipe is counted.
    var isFresh: Bool { (failures == 0 || screen?.navigator == nil) && !pan.isEnabled }

    /// Counts a swipe on `screen`, which popped the screen if it `finished`.
    func count(finished: Bool, of screen: Screen) {
        if finished || screen !== self.screen { failures = 0 }
        self.screen = screen
        if !finished, !screen.hasShownWayBack { failures += 1 }
        wait()
    }

    /// Waits for the next swipe while the screen on which enough swipes have failed is on top. Another screen has a count of
    /// its own.
    func wait() {
        let waits = failures >= Self.patience && screen != nil && screen === navigator.top
        if !waits, pan.isEnabled { pan.isEnabled = false }
        if waits, !pan.isEnabled, screen?.hasShownWayBack == false { pan.isEnabled = true }
    }

    private func dragged() {
        guard let screen, navigator.top === screen else {
            // Another page has covered the screen while the finger was down.
            view?.removeFromSuperview()
            (view, fading) = (nil, nil)
            runningOn?.remove(self)
            return pan.isEnabled = false
        }
        switch pan.state {
        case .began:
            screen.hasShownWayBack = true
            let theme = navigator.stage.theme
            // The previous hint may still be fading.
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

    func pose(_ poses: inout Poses, at instant: Instant) {
        if let fading, let view { poses[view.layer].opacity = fading.state(at: instant).value }
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
    /// Lets every other recognizer begin, because the hint only shows something.
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool { true }
}

/// A round chip with an arrow that points back.
final class BackHintView: View {
    private let theme: Theme
    private let direction: LayoutDirection

    init(theme: Theme, direction: LayoutDirection) {
        self.theme = theme
        self.direction = direction
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// The width and height of the chip, in pixels.
    static func size(_ theme: Theme) -> Double { (theme.em * 2.6).rounded() }

    override func draw(on canvas: Canvas) {
        canvas.fill(bounds, theme.accent, cornerRadius: bounds.width / 2)
        canvas.stroke(
            theme.chevron(at: Point(bounds.width / 2, bounds.height / 2), reach: theme.em * 0.5, direction),
            width: theme.em * 0.16, theme.background)
    }
}

extension Theme {
    /// An arrow that points back, centred at `middle`, `reach` px high above it and below it.
    func chevron(at middle: Point, reach: Double, _ direction: LayoutDirection) -> Path {
        let tip = -direction.outwards * reach / 2
        return Path(lines: [
            Point(middle.x - tip, middle.y - reach), Point(middle.x + tip, middle.y),
            Point(middle.x - tip, middle.y + reach),
        ])
    }
}
