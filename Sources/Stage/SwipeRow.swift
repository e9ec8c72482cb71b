// A row that a finger moves aside to show what can be done with it.

import Geometry
public import Gestures
import Layers

/// A row with actions at its leading and its trailing side. The content follows the finger and opens to the actions of
/// one side; a long swipe does the first of them. An open row closes before anything else happens: a touch elsewhere in
/// the screen's content presses nothing, and does not pop.
public final class SwipeRow: View {
    /// What the row shows while it is closed.
    public let content: View
    /// The pan that moves the content.
    public let pan = PanRecognizer(name: "row-swipe", directions: .horizontal)
    /// Whether it shows actions, or is on its way there.
    public var isOpen: Bool { place != .closed }

    /// How much further than its actions, in mm, a row is moved before letting go does the first of them.
    public static let longSwipe = 40.0
    static let spring = Spring(dampingRatio: 1, response: 0.35)
    /// The spring with which the first action spreads over the others when letting go would do it.
    static let armSpring = Spring(dampingRatio: 1, response: 0.2)
    /// For how long (s) the velocity at the lift is taken to carry the row on: as with a pop.
    static let velocityWeight = 0.3

    private enum Place { case closed, leading, trailing }
    private enum Phase {
        case resting
        /// A finger holds it, which found it at an offset, and moves it on one side alone.
        case dragging(from: Double, side: Place)
        case settling(SpringMotion, end: Instant)
    }
    /// Where it rests, or is going to.
    private var place = Place.closed { didSet { if place != oldValue { placeChanged() } } }
    private var phase = Phase.resting
    /// How far the content lies from its place, in pixels: what is uncovered of the leading side, or, below 0, of the
    /// trailing one.
    private var shift = 0.0
    /// Whether letting go would do the first action, and how far that shows, 0 to 1.
    private var isArmed = false
    private var arming: (motion: SpringMotion, end: Instant)?
    private var armed = 0.0

    private let leading: [RowActionView]
    private let trailing: [RowActionView]
    private let closing = TouchDownRecognizer(name: "close-row")
    private let closeTap = TapRecognizer(name: "close-row")
    private weak var runningOn: Stage?

    /// A row that shows `content` between its actions, of each side the first one outermost.
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
        pan.onAction { [unowned self] _ in dragged() }
        addRecognizer(pan)
        closing.delegate = self
        closing.prevents = { [unowned self] in keepsOut($0) }
        closing.onAction { [unowned self] closing in if closing.state == .began { close() } }
        closeTap.isEnabled = false
        closeTap.onAction { [unowned self] _ in close() }
        addRecognizer(closeTap)
    }

    deinit { closing.view?.removeRecognizer(closing) }

    public override func layout() {
        content.frame = Rect(origin: content.frame.origin, size: bounds.size)
        show(shift)
    }

    /// Moves the content back over the actions.
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

    private func dragged() {
        switch pan.state {
        case .began:
            stopMoving()
            let way = shift == 0 ? pan.displacement.x * outwards : shift
            phase = .dragging(from: shift, side: way > 0 ? .leading : .trailing)
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

    /// The content is where the finger brought it.
    private func follow() {
        guard case .dragging(_, let side) = phase, let stage else { return }
        showDrag(at: stage.now)
        arm(abs(shift) >= fireDistance(side))
        show(shift)
    }

    /// Puts the content where the finger will be at `instant`, when that is seen.
    private func showDrag(at instant: Instant) {
        guard case .dragging(let from, let side) = phase else { return }
        let translation = isResampling ? pan.translation(at: instant) : pan.translation
        let way = from + translation.x * outwards * density
        shift = side == .leading ? max(0, way) : min(0, way)
        // Beyond the long swipe there is nothing more to come.
        let most = fireDistance(side)
        if abs(shift) > most {
            let beyond = RubberBand().banded(abs(shift) - most, dimension: bounds.width)
            shift = (most + beyond) * (shift < 0 ? -1 : 1)
        }
    }

    private var isResampling: Bool { stage?.gestures.isResampling == true }

    private func release(velocity: Double) {
        guard case .dragging(_, let side) = phase else { return }
        if isArmed {
            arm(false)
            let action = actions(side)[0].action
            place = .closed
            settle(velocity: velocity)
            return action.perform()
        }
        let reach = (shift + Self.velocityWeight * velocity) * (side == .leading ? 1 : -1)
        place = reach > width(side) / 2 ? side : .closed
        settle(velocity: velocity)
    }

    /// Letting go would do the first action now, or would not any more.
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

    /// How wide the actions of `side` are, in pixels.
    private func width(_ side: Place) -> Double { actions(side).reduce(0) { $0 + $1.naturalWidth } }

    /// How far the content is moved, in pixels, before letting go does the first action of `side`.
    private func fireDistance(_ side: Place) -> Double {
        min(width(side) + Self.longSwipe * density, max(width(side) * 1.2, bounds.width * 0.75))
    }

    /// Which way along x uncovers the leading side: 1 to the right, −1 to the left.
    private var outwards: Double { (screen?.direction ?? stage?.direction ?? .leftToRight).outwards }

    private var density: Double { panel?.density(.horizontal) ?? 1 }

    /// Listens for touches elsewhere as long as it is open.
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

    /// What a finger elsewhere does not do: it presses nothing in the content, and does not pop from the middle.
    private func keepsOut(_ other: Recognizer) -> Bool {
        if other is TapRecognizer || other is LongPressRecognizer {
            return screen.map { screen in other.view?.isWithin(screen.view.content) == true } ?? false
        }
        return other.delegate is NavigatorFingers && !(other is ScreenEdgePanRecognizer)
    }

    // MARK: Motion

    private func settle(velocity: Double) {
        let target = place == .leading ? width(.leading) : place == .trailing ? -width(.trailing) : 0
        guard let stage else {
            phase = .resting
            return show(target)
        }
        let motion = SpringMotion(
            spring: Self.spring, from: shift, to: target, velocity: velocity, start: stage.now,
            slowness: stage.slowMotion)
        let start = shift
        // A row that closes does not swing to its other side.
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

    /// Moves the content by `shift` and lays out the actions that come into view.
    private func show(_ shift: Double) {
        self.shift = shift
        content.frame = Rect(origin: Point(shift * outwards, 0), size: bounds.size)
        layOut(leading, over: max(0, shift), fromLeft: outwards > 0)
        layOut(trailing, over: max(0, -shift), fromLeft: outwards < 0)
    }

    /// Divides `room` between the actions of a side as their natural widths are; the first, when armed, takes it all.
    private func layOut(_ actions: [RowActionView], over room: Double, fromLeft: Bool) {
        let natural = actions.reduce(0) { $0 + $1.naturalWidth }
        var taken = 0.0
        for (index, view) in actions.enumerated() {
            view.layer.isHidden = room <= 0
            taken += view.naturalWidth
            let (width, end) = (room * view.naturalWidth / natural, room * taken / natural)
            let spread = index == 0 ? armed : 0
            let reach = end + (room - end) * spread
            // The label stands in the middle of its button; of one that spreads, where its way ends.
            let middle = end - max(width, view.naturalWidth) / 2
            let center = middle + (room - view.naturalWidth / 2 - middle) * spread
            let whole = max(width, view.naturalWidth, index == 0 ? reach : 0)
            let (left, x) = fromLeft ? (reach - whole, center) : (bounds.width - reach, bounds.width - center)
            view.place(Rect(left, 0, whole, bounds.height), labelCenter: x)
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
        if let arming { armed = instant >= arming.end ? arming.motion.to : arming.motion.state(at: instant).value }
        showDrag(at: instant)
        if case .settling(let motion, let end) = phase {
            shift = instant >= end ? motion.to : motion.state(at: instant).value
        }
        show(shift)
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
    /// Touches elsewhere close an open row.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        if recognizer === closing { return touch.view?.isWithin(self) != true }
        if let stage { pan.slop = stage.gestures.slop }
        return true
    }

    /// Why the row does not move that way.
    public func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer === pan, shift == 0 else { return .yes }
        if let (kind, view) = View.gestureRegion(under: pan.touches.first), kind == .exclude {
            return .no("\(view.traceName) excludes gestures here")
        }
        let side: Place = pan.displacement.x * outwards > 0 ? .leading : .trailing
        return actions(side).isEmpty ? .no("the row has no \(side == .leading ? "leading" : "trailing") action") : .yes
    }
}
