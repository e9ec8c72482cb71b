// A stack of screens that lies over the others, comes from below, and is pulled away.

import Geometry
public import Gestures
import Layers

/// A presented sheet: as wide as the panel, as high as its highest detent, with a stack of screens of its own.
public final class Sheet {
    /// The stage it lies on.
    public unowned let stage: Stage
    /// The sheet's own stack.
    public let navigator: Navigator
    /// The screen that was on top when the sheet was presented.
    public let presenter: Screen

    /// Covers the whole stage, so that nothing behind the sheet is touched.
    let view = SheetView()
    /// Lies below the sheet, and is seen where that rises above its highest.
    private let skirt = View()
    private(set) var pull: SheetPull!
    let hand: TransitionHand
    private let presenterNavigator: Navigator
    private var transition: Transition?
    private let catching = PanRecognizer(name: "catch", directions: .vertical)
    /// Pixels per millimetre along its way.
    private(set) var density: Double
    /// Where the sheet can rest: how far (px) below where it is highest, in rising order. The first is 0.
    private(set) var stops: [Double]
    /// Which of the stops it rests at.
    private var stop: Int
    /// The corners that what lies behind gets; a sheet there has its own.
    private var behindRadius: Double

    init(root: Screen, presenter: Navigator, stage: Stage) {
        self.stage = stage
        self.presenter = presenter.top
        presenterNavigator = presenter
        hand = TransitionHand(stage: stage)
        let place = Place(root, presenter, on: stage)
        (density, stops, behindRadius) = (place.density, place.stops, place.behindRadius)
        stop = stops.count - 1
        navigator = Navigator(root: root, frame: place.frame(stop: stop), stage: stage)
        navigator.sheet = self
        navigator.begin()
        pull = SheetPull(sheet: self)
        view.sheet = self
        skirt.isUserInteractionEnabled = false
        view.addSubview(skirt)
        view.addSubview(navigator.view)
        navigator.view.layer.roundedCorners = .top
        dress()
        catching.maximumTouches = 1
        catching.beginsAtTouchDown = true
        catching.delegate = self
        catching.onAction { [unowned self] _ in pull.caught(by: catching) }
        pull.pan.delegate = self
        navigator.view.addRecognizer(catching)
        navigator.view.addRecognizer(pull.pan)
        let tap = TapRecognizer(name: "tap-outside")
        tap.delegate = self
        tap.onAction { [unowned self] _ in leave() }
        view.addRecognizer(tap)
        hand.banded = { [unowned self] in banded($0) }
        hand.decide = { [unowned self] in decide($0, $1) }
        hand.settle = { [unowned self] in settle($0, finishes: $1, velocity: $2, rest: $3, verdict: $4) }
    }

    /// Where a sheet lies on a panel.
    private struct Place {
        let size: Size
        let density: Double
        let height: Double
        let stops: [Double]
        let behindRadius: Double

        init(_ root: Screen, _ presenter: Navigator, on stage: Stage) {
            let (size, density) = (stage.panel.pixels.size, stage.panel.density(.vertical))
            let highest = (size.height * GestureSettings.sheetHeight).rounded()
            let heights = root.detents.map { detent in
                switch detent {
                case .share(let share): min(highest, (share * size.height).rounded())
                case .height(let millimetres): min(highest, (millimetres * density).rounded())
                }
            }
            let sorted = Set(heights.isEmpty ? [highest] : heights).sorted(by: >)
            (self.size, self.density) = (size, density)
            height = sorted[0]
            stops = sorted.map { sorted[0] - $0 }
            behindRadius = presenter.sheet == nil ? (stage.theme.em * 0.6).rounded() : 0
        }

        func frame(stop: Int) -> Rect { Rect(0, size.height - height + stops[stop], size.width, height) }
    }

    private func dress() {
        view.frame = Rect(origin: .zero, size: stage.panel.pixels.size)
        navigator.view.layer.cornerRadius = (stage.theme.em * 0.9).rounded()
        let frame = navigator.view.frame
        skirt.layer.backgroundColor = stage.theme.background
        skirt.frame = Rect(0, frame.maxY, frame.width, bandDimension * density)
    }

    /// Moves the sheet by `distance` (px) for good.
    private func lower(by distance: Double) {
        for layer in [navigator.view.layer, skirt.layer] { layer.position.y += distance }
    }

    /// The panel is another; nothing moves.
    func resize() {
        let place = Place(navigator.root, presenterNavigator, on: stage)
        (density, stops, behindRadius) = (place.density, place.stops, place.behindRadius)
        stop = min(stop, stops.count - 1)
        navigator.resize(to: place.frame(stop: stop))
        dress()
        recede(to: depth)
    }

    /// What moves the sheet is over: where it was going, or back where it came from.
    func settleAtOnce() {
        hand.forget()
        guard let transition else { return }
        if transition.isDriven { transition.settle(finishes: false, velocity: 0, at: stage.now) }
        finish(transition)
    }

    /// The visible height at rest, in pixels.
    var extent: Double { navigator.view.bounds.height - stops[stop] }
    /// How far (mm) the sheet can still rise.
    var rise: Double { stops[stop] / density }
    /// Whether it is settled that the sheet goes.
    public var isLeaving: Bool { transition?.isLeaving == true }
    /// Whether it rests where it came to when it was presented.
    var isPlain: Bool { transition == nil && stop == stops.count - 1 }
    /// Whether it lies on the stage; one that has gone stays gone.
    private var isPresented: Bool { stage.sheets.contains { $0 === self } }
    /// Whether it is on its way.
    var isSettling: Bool { transition?.isSettling == true }

    // MARK: Coming and going

    func present(animated: Bool) {
        let transition = makeTransition(.present)
        let controller = animated ? controller(for: transition) : nil
        stage.trace(transition, "began", [("interactive", .flag(controller != nil))])
        if let controller { return drive(transition, by: controller) }
        settle(transition, finishes: true, velocity: 0, timing: transition.look.timing, verdict: [])
        if !animated { finish(transition) }
    }

    /// Takes the sheet away. Nobody is asked; `leave` asks.
    public func dismiss(animated: Bool = true) {
        guard isPresented, !isLeaving else { return }
        hand.forget()
        let isNew = transition == nil
        let transition = transition ?? begin(gesture: nil)
        if isNew, animated, let controller = controller(for: transition) { return drive(transition, by: controller) }
        settle(
            transition, finishes: transition.operation.leaves, velocity: 0,
            timing: isNew ? transition.look.timing : .spring(Transition.spring), verdict: [])
        if !animated { finish(transition) }
    }

    /// The visitor wants the sheet away: asks its top screen whether it may leave.
    public func leave() {
        guard isPresented, !isLeaving, !hand.isAsking else { return }
        hand.ask(navigator.top, toLeave: nil) { [unowned self] in dismiss() }
    }

    private func controller(for transition: Transition) -> InteractionController? {
        presenterNavigator.controller(for: transition)
    }

    private func drive(_ transition: Transition, by controller: InteractionController) {
        controller.start(transition) { [unowned self] transition, finishes, velocity in
            settle(transition, finishes: finishes, velocity: velocity, verdict: [("why", .text("its controller"))])
        }
    }

    private func begin(gesture: Int?) -> Transition {
        let transition = makeTransition(.dismiss)
        stage.trace(transition, "began", gesture: gesture, [("interactive", .flag(gesture != nil))])
        return transition
    }

    private func makeTransition(_ operation: Transition.Operation) -> Transition {
        let behind = presenterNavigator.view.layer
        let front = [navigator.view.layer, skirt.layer]
        let root = navigator.root
        let (from, to) = operation.leaves ? (root, presenter) : (presenter, root)
        let extent = extent
        let depth = depth
        let usual = TransitionAnimator { [unowned self] _, animator in
            recede(to: depth)
            for layer in front { animator.add(.positionY, of: layer, from: 0, to: extent) }
            animator.add(.dim, of: behind, from: 0, to: -depth * Self.dim)
            animator.add(.scale, of: behind, from: 0, to: depth * Self.recession)
            animator.add(.cornerRadius, of: behind, from: 0, to: -(depth * behindRadius))
        }
        let setting = TransitionAnimator.Setting(
            upper: root, lower: presenter, size: Size(navigator.view.bounds.width, extent), outwards: 1,
            theme: stage.theme)
        let look = presenterNavigator.delegate?.animator(for: operation, from: from, to: to) ?? usual
        let transition = Transition(
            id: stage.nextTransitionID(), operation: operation, upper: root, lower: presenter, extent: extent,
            density: density, look: look, setting: setting, mayRiseAboveRest: true,
            slowness: stage.slowMotion, onRest: { [unowned self] in finish($0) })
        transition.onArmed = { [unowned self] in navigator.top.view.showArmed($0, at: .top) }
        self.transition = transition
        stage.add(transition)
        for screen in [root, presenter] { screen.transition = transition }
        transition.from.willDisappear()
        transition.to.willAppear()
        return transition
    }

    /// How dark what lies behind a sheet is, when the sheet is as high as it goes.
    static let dim = 0.35
    /// By how much what lies behind is smaller then.
    static let recession = 0.05

    /// How much of the way back what lies behind has gone, at the sheet's present stop.
    private var depth: Double { extent / navigator.view.bounds.height }

    /// What lies behind is further back, as the model has it: 0 where it is without a sheet, 1 as far as it goes.
    private func recede(to depth: Double) {
        let layer = presenterNavigator.view.layer
        layer.dim = depth * Self.dim
        layer.scale = 1 - depth * Self.recession
        if behindRadius > 0 { layer.cornerRadius = depth * behindRadius }
    }

    private func settle(
        _ transition: Transition, finishes: Bool, velocity: Double, timing: Timing = .spring(Transition.spring),
        rest: Double? = nil, verdict: [(String, TraceRecord.Value)]
    ) {
        transition.isArmed = false
        transition.settle(finishes: finishes, velocity: velocity, timing: timing, rest: rest, at: stage.now)
        stage.trace(transition, "settling", [("finish", .flag(finishes))] + verdict)
        if transition.isLeaving { stage.cancelTouches(in: view) }
    }

    /// The transition has come to rest.
    private func finish(_ transition: Transition) {
        guard case .settling(let finishes) = transition.phase else { return }
        let leaves = transition.isLeaving
        let risen = leaves ? 0 : transition.offset(at: stage.now).offset
        if leaves {
            navigator.close()
            recede(to: 0)
            view.removeFromSuperview()
            stage.removeSheet(self)
        } else if let next = stops.firstIndex(where: { abs($0 - stops[stop] - risen) < 1 }) {
            lower(by: stops[next] - stops[stop])
            stop = next
            recede(to: depth)
        }
        end(transition, finishes: finishes, leaves: leaves)
    }

    private func end(_ transition: Transition, finishes: Bool, leaves: Bool) {
        transition.finish()
        stage.remove(transition)
        self.transition = nil
        for screen in [transition.upper, transition.lower] where screen.transition === transition {
            screen.transition = nil
        }
        stage.trace(transition, finishes ? "finished" : "cancelled", [])
        if !finishes {
            transition.to.willDisappear()
            transition.from.willAppear()
        }
        (leaves ? transition.upper : transition.lower).didDisappear()
        (leaves ? transition.lower : transition.upper).didAppear()
    }

    // MARK: Fingers

    /// A finger takes the sheet: where it rests, or where it is on its way. `base` (mm) is where a hand-over starts.
    func take(with pan: PanRecognizer, base: Double, isHandedOver: Bool) {
        let room = stage.panel.millimetres.height - pan.startLocation.y
        if let transition {
            return hand.take(transition, with: pan, along: { $0.y }, room: room)
        }
        let transition = begin(gesture: pan.id)
        if let controller = controller(for: transition) { return drive(transition, by: controller) }
        hand.begin(
            TransitionDrag(
                transition: transition, pan: pan, along: { $0.y }, base: base, room: room, isHandedOver: isHandedOver))
        hand.ask(navigator.top, toLeave: transition) {}
    }

    /// The sheet is back at its highest and the finger goes on with something else.
    func close() {
        guard let transition = hand.drag?.transition else { return }
        hand.forget()
        transition.drive(to: -stops[stop])
        if stop > 0 {
            lower(by: -stops[stop])
            stop = 0
            recede(to: depth)
        }
        end(transition, finishes: false, leaves: false)
    }

    /// Above its highest a sheet gives like a rubber band; unless the content goes on scrolling there.
    private func banded(_ p: Double) -> Double {
        let above = p + rise
        if above >= 0 { return p }
        if pull.givesToContent { return -rise }
        return -rise + RubberBand().banded(above, dimension: bandDimension)
    }

    /// How far (mm) a rubber band never brings the sheet above its highest.
    private var bandDimension: Double { navigator.view.bounds.height * (1 - GestureSettings.sheetHeight) / density }

    /// Between its detents the sheet goes to one of them; below the lowest it leaves or goes back there, by the way from
    /// there.
    private func decide(_ drag: TransitionDrag, _ release: FinishRule.Release) -> TransitionHand.Decision {
        let rule = navigator.top.popFinish ?? stage.gestures.sheetFinish
        let lowest = (stops[stops.count - 1] - stops[stop]) / density
        guard stops.count > 1 else { return TransitionHand.Decision(verdict: rule.verdict(on: release)) }
        if release.p < lowest {
            let places = stops.map { ($0 - stops[stop]) / density }
            let target = DetentRule().target(
                stops: places, current: 0, position: release.p, velocity: release.velocity)
            let verdict = FinishRule.Verdict(finishes: false, threshold: lowest, why: "between its detents")
            return TransitionHand.Decision(verdict: verdict, rest: target * density)
        }
        var below = release
        below.p -= lowest
        below.peak -= lowest
        below.extent -= lowest
        return TransitionHand.Decision(verdict: rule.verdict(on: below), rest: lowest * density)
    }
}

extension Sheet: RecognizerDelegate {
    /// The catching pan follows touches while the sheet moves; the tap those beside it.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        if recognizer === catching { return transition?.isSettling == true && transition?.look.isInterruptible == true }
        if recognizer === pull.pan { return true }
        return touch.view === view
    }

    /// Why the sheet cannot be pulled now.
    public func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer === pull.pan else { return .yes }
        if let transition {
            if transition.isDriven, transition !== hand.waiting { return .no("something else moves the sheet") }
            if !transition.look.isInterruptible { return .no("it cannot be interrupted") }
        }
        return recognizer.regionRefusal.map { .no($0) } ?? pull.permission
    }

    /// Everything waits for a catch; what the pull wins over waits for it.
    public func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool {
        if recognizer === catching { return true }
        guard recognizer === pull.pan, other is PanRecognizer else { return false }
        return recognizer.isInReserve || pull.goesBefore(other)
    }
}

/// Covers the stage behind a sheet.
final class SheetView: View {
    weak var sheet: Sheet?

    init() { super.init() }

    override var traceName: String { sheet?.navigator.root.name ?? "" }
}
