// A row that a finger moves aside to uncover actions.

import Geometry
public import Gestures
import Layers

/// A row with actions at its leading and its trailing side. The content follows the finger and opens to the actions of
/// one side; a long swipe performs the first of them. While a row is open, a touch elsewhere in the screen's content
/// only closes it: it presses nothing, and it does not pop from the middle of the screen.
public final class SwipeRow: View {
    /// The view that the row shows while it is closed.
    public let content: View
    /// The pan that moves the content.
    public let pan = PanRecognizer(name: "row-swipe", directions: .horizontal)
    /// Whether the row is open or opening.
    public var isOpen: Bool { place != .closed }

    /// The distance, in mm, beyond its actions at which a row performs the first of them on release. It is less in a
    /// narrow row.
    public static let longSwipe = 40.0
    static let spring = Spring(dampingRatio: 1, response: 0.35)
    /// The spring with which the first action spreads over the others while a release would perform it.
    static let armSpring = Spring(dampingRatio: 1, response: 0.2)
    /// The time (s) for which the velocity at the lift is taken to carry the row on, as in a pop.
    static let velocityWeight = 0.3

    /// What hides the content at the edges of the row; nil for a row as wide as the glass, which needs no such thing.
    package var edges: RowEdges?
    /// Marks on the content that show that the row can be opened. They fade as it opens.
    package var marks: [View] = []

    private enum Place { case closed, leading, trailing }
    private enum Phase {
        case resting
        /// A finger drags the row from offset `from`, and only on one side.
        case dragging(from: Double, side: Place)
        case settling(SpringMotion, end: Instant)
    }
    /// The place where the row rests, or to which it settles.
    private var place = Place.closed { didSet { if place != oldValue { placeChanged() } } }
    private var phase = Phase.resting
    /// The offset of the content, in pixels: the uncovered width of the leading side if positive, of the trailing side
    /// if negative.
    private var shift = 0.0
    /// Whether a release would perform the first action. `armed`, from 0 to 1, is how far this is shown.
    private var isArmed = false
    private var arming: (motion: SpringMotion, end: Instant)?
    private var armed = 0.0

    private let leading: [RowActionView]
    private let trailing: [RowActionView]
    private let closing = TouchDownRecognizer(name: "close-row")
    private let closeTap = TapRecognizer(name: "close-row")
    private weak var runningOn: Stage?

    /// Creates a row that shows `content` between its actions. The first action of each side is the outermost.
    public init(content: View, leading: [RowAction] = [], trailing: [RowAction] = [], theme: Theme) {
        self.content = content
        var perform: (RowAction) -> Void = { _ in }
        func views(_ actions: [RowAction]) -> [RowActionView] {
            actions.map { action in RowActionView(action, theme: theme) { perform(action) } }
        }
        self.leading = views(leading)
        self.trailing = views(trailing)
        super.init()
        perform = { [unowned self] in self.perform($0) }
        layer.masksToBounds = true
        // The first action lies over the others.
        for view in (self.leading + self.trailing).reversed() {
            view.layer.isHidden = true
            addSubview(view)
        }
        addSubview(content)
        frame = Rect(origin: .zero, size: content.bounds.size)
        pan.maximumTouches = 1
        pan.delegate = self
        pan.onAction { [weak self] _ in self?.dragged() }
        addRecognizer(pan)
        closing.delegate = self
        closing.prevents = { [weak self] in self?.keepsOut($0) ?? false }
        closing.onAction { [weak self] closing in if closing.state == .began { self?.close() } }
        closeTap.isEnabled = false
        closeTap.onAction { [weak self] _ in self?.close() }
        addRecognizer(closeTap)
    }

    isolated deinit { closing.view?.removeRecognizer(closing) }

    public override func layout() {
        content.frame = Rect(origin: content.frame.origin, size: bounds.size)
        edges?.layOut(bounds.size)
        show(shift)
    }

    /// Settles the content back over the actions.
    public func close() {
        guard place != .closed else { return }
        place = .closed
        settle(velocity: 0)
    }

    private func perform(_ action: RowAction) {
        close()
        action.perform()
    }

    // MARK: Fingers

    /// Another finger on a row that one drags is one too many, and pops no page.
    override var ownGestureRegions: [GestureRegion] {
        if case .dragging = phase { [GestureRegion(.claim, along: .horizontal)] } else { [] }
    }

    private func dragged() {
        switch pan.state {
        case .began:
            edges?.add(to: self)
            stopMoving()
            let way = shift == 0 ? pan.displacement.x * outwards : shift
            // If the row has only now closed, `shouldBegin` did not check for actions on the side of the finger.
            let isLeading = trailing.isEmpty || way > 0 && !leading.isEmpty
            phase = .dragging(from: shift, side: isLeading ? .leading : .trailing)
            if let stage { run(on: stage) }
            follow()
        case .changed: follow()
        case .ended: release(velocity: pan.velocityAtLift.x * outwards * density)
        case .cancelled:
            guard case .dragging(let from, _) = phase else { return }
            if from == 0 { place = .closed }
            arm(false)
            settle(velocity: 0)
        case .possible, .failed: break
        }
    }

    /// Moves the content to the finger.
    private func follow() {
        guard case .dragging(_, let side) = phase, let stage else { return }
        shift = shift(at: stage.now)
        arm(abs(shift) >= fireDistance(side))
        show(shift)
    }

    /// The offset of the content at `instant`, by the predicted position of the finger, or by the spring.
    private func shift(at instant: Instant) -> Double {
        switch phase {
        case .resting: return shift
        case .dragging(let from, let side): return dragShift(from: from, side, at: instant)
        case .settling(let motion, let end): return instant >= end ? motion.to : motion.state(at: instant).value
        }
    }

    private func dragShift(from: Double, _ side: Place, at instant: Instant) -> Double {
        let translation = isResampling ? pan.translation(at: instant) : pan.translation
        let way = from + translation.x * outwards * density
        let shift = side == .leading ? max(0, way) : min(0, way)
        // Beyond a long swipe nothing more happens, so the row gives like a rubber band.
        let most = fireDistance(side)
        if abs(shift) <= most { return shift }
        let beyond = RubberBand().banded(abs(shift) - most, dimension: bounds.width)
        return (most + beyond) * (shift < 0 ? -1 : 1)
    }

    /// The value of `armed` at `instant`.
    private func armed(at instant: Instant) -> Double {
        arming.map { instant >= $0.end ? $0.motion.to : $0.motion.state(at: instant).value } ?? armed
    }

    private var isResampling: Bool { stage?.gestures.isResampling == true }

    private func release(velocity: Double) {
        guard case .dragging(_, let side) = phase else { return }
        if isArmed {
            arm(false)
            let action = actions(side)[0].action
            place = .closed
            settle(velocity: velocity)
            // One page opens, however many rows are let go at once, and none while a finger holds this one.
            if takesTouches { action.perform() }
            return
        }
        let reach = (shift + Self.velocityWeight * velocity) * (side == .leading ? 1 : -1)
        place = reach > width(side) / 2 ? side : .closed
        settle(velocity: velocity)
    }

    /// Records whether a release would now perform the first action, and starts to show it.
    private func arm(_ isArmed: Bool) {
        guard isArmed != self.isArmed, let stage else { return }
        self.isArmed = isArmed
        let motion = SpringMotion(
            spring: Self.armSpring, from: armed, to: isArmed ? 1 : 0, velocity: 0, start: stage.now,
            slowness: stage.slowMotion)
        arming = (motion, motion.rest(within: 0.005, slowerThan: 0.1))
        run(on: stage)
    }

    // MARK: Places

    private func actions(_ side: Place) -> [RowActionView] {
        switch side {
        case .closed: []
        case .leading: leading
        case .trailing: trailing
        }
    }

    /// The width of the actions of `side`, in pixels.
    private func width(_ side: Place) -> Double { actions(side).reduce(0) { $0 + $1.naturalWidth } }

    /// The distance, in pixels, at which a release performs the first action of `side`.
    private func fireDistance(_ side: Place) -> Double {
        min(width(side) + Self.longSwipe * density, max(width(side) * 1.2, bounds.width * 0.75))
    }

    /// The direction along x that uncovers the leading side: 1 is right, −1 is left.
    private var outwards: Double { (screen?.direction ?? stage?.direction ?? .leftToRight).outwards }

    private var density: Double { panel?.density(.horizontal) ?? 1 }

    /// Watches for touches elsewhere while the row is open.
    private func placeChanged() {
        let isOpen = place != .closed
        content.isUserInteractionEnabled = !isOpen
        closeTap.isEnabled = isOpen
        if isOpen, closing.view == nil {
            screen?.view.addRecognizer(closing)
            for scroll in enclosingScrollViews { scroll.openRow = self }
        } else if !isOpen {
            closing.view?.removeRecognizer(closing)
        }
    }

    /// Whether `other` may not begin with a touch elsewhere: taps and long presses in the screen's content, and the
    /// full-screen pop.
    private func keepsOut(_ other: Recognizer) -> Bool {
        if other is TapRecognizer || other is LongPressRecognizer {
            return screen.map { screen in other.view?.isWithin(screen.view.content) == true } ?? false
        }
        return other.role == .fullScreenPop
    }

    // MARK: Motion

    private func settle(velocity: Double) {
        let target = place == .leading ? width(.leading) : place == .trailing ? -width(.trailing) : 0
        guard let stage else {
            // The row was removed while a finger held it.
            (phase, arming) = (.resting, nil)
            runningOn?.remove(self)
            return show(target)
        }
        // A row that is at its target already stays there: the finger's velocity would carry a closed row to its other side.
        let motion = SpringMotion(
            spring: Self.spring, from: shift, to: target, velocity: shift == target ? 0 : velocity, start: stage.now,
            slowness: stage.slowMotion)
        let start = shift
        // A closing row must not overshoot to its other side.
        let end = motion.rest(within: 0.5, slowerThan: 8) { $0 * start < 0 }
        phase = .settling(motion, end: end)
        run(on: stage)
    }

    private func run(on stage: Stage) {
        runningOn = stage
        stage.add(self)
    }

    private func stopMoving() {
        if let stage = runningOn { show(at: stage.seenUntil) }
        phase = .resting
    }

    /// Moves the content by `shift` and lays out the actions that this uncovers.
    private func show(_ shift: Double) {
        self.shift = shift
        content.frame = Rect(origin: contentOrigin(shift), size: bounds.size)
        layOut(shift, armed: armed) { $0.place($1) }
        for (view, opacity) in opacities(shift) { view.layer.opacity = opacity }
    }

    /// The opacities of what fades while the content is moved by `shift`. The marks are gone when half of the actions can be seen.
    private func opacities(_ shift: Double) -> [(view: View, opacity: Double)] {
        let half = width(shift > 0 ? .leading : .trailing) / 2
        return marks.map { ($0, half > 0 ? max(0, 1 - abs(shift) / half) : 1) }
            + (edges?.opacities(contentOrigin(shift).x) ?? [])
    }

    private func contentOrigin(_ shift: Double) -> Point { Point(shift * outwards, 0) }

    /// Passes each action and its place, when the content is moved by `shift`, to `place`.
    private func layOut(_ shift: Double, armed: Double, _ place: (RowActionView, RowActionView.Place) -> Void) {
        layOut(leading, over: max(0, shift), armed, fromLeft: outwards > 0, place)
        layOut(trailing, over: max(0, -shift), armed, fromLeft: outwards < 0, place)
    }

    /// Divides `room` among the actions of a side in proportion to their natural widths. The first action, when armed,
    /// takes all of it.
    private func layOut(
        _ actions: [RowActionView], over room: Double, _ armed: Double, fromLeft: Bool,
        _ place: (RowActionView, RowActionView.Place) -> Void
    ) {
        let natural = actions.reduce(0) { $0 + $1.naturalWidth }
        var taken = 0.0
        for (index, view) in actions.enumerated() {
            taken += view.naturalWidth
            let (width, end) = (room * view.naturalWidth / natural, room * taken / natural)
            let spread = index == 0 ? armed : 0
            let reach = end + (room - end) * spread
            // The label is in the middle of its button. The label of a spreading button moves to where it is at the end.
            let middle = end - max(width, view.naturalWidth) / 2
            let center = middle + (room - view.naturalWidth / 2 - middle) * spread
            let whole = max(width, view.naturalWidth, index == 0 ? reach : 0)
            let (left, x) = fromLeft ? (reach - whole, center) : (bounds.width - reach, bounds.width - center)
            let frame = Rect(left, 0, whole, bounds.height)
            place(view, RowActionView.Place(frame: frame, labelCenter: x, isHidden: room <= 0))
        }
    }
}

extension SwipeRow: Mover {
    var end: Instant? {
        var ends: [Instant] = []
        if case .settling(_, let end) = phase { ends.append(end) }
        if let arming { ends.append(arming.end) }
        return ends.min()
    }

    func changes(after instant: Instant) -> Bool {
        if case .dragging = phase, isResampling, pan.predictionEnd > instant { return true }
        return end != nil
    }

    func show(at instant: Instant) {
        armed = armed(at: instant)
        show(shift(at: instant))
    }

    func pose(_ poses: inout Poses, at instant: Instant) {
        let shift = shift(at: instant)
        poses[content.layer].position = contentOrigin(shift)
        layOut(shift, armed: armed(at: instant)) { $0.pose(&poses, $1) }
        for (view, opacity) in opacities(shift) { poses[view.layer].opacity = opacity }
    }

    func rest() {
        guard let stage = runningOn else { return }
        if let arming, arming.end <= stage.now { self.arming = nil }
        if case .settling(let motion, let end) = phase, end <= stage.now {
            phase = .resting
            show(motion.to)
        }
        if case .resting = phase, arming == nil { stage.remove(self) }
    }
}

extension SwipeRow: RecognizerDelegate {
    /// Makes `closing` ignore touches in the row itself.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        recognizer !== closing || touch.view?.isWithin(self) != true
    }

    /// Refuses a swipe towards a side without actions, and one in a region that excludes gestures.
    public func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer === pan, shift == 0 else { return .yes }
        if let why = pan.exclusion { return .no(why) }
        let side: Place = pan.displacement.x * outwards > 0 ? .leading : .trailing
        return actions(side).isEmpty ? .no("the row has no \(side == .leading ? "leading" : "trailing") action") : .yes
    }
}
