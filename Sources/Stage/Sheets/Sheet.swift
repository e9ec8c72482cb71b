// A sheet: a stack of screens that comes from below, lies over the other stacks, and can be pulled away.

import Geometry
import Gestures
import Layers

/// A presented sheet: as wide as the panel, as high as its highest detent, with its own stack of screens.
@MainActor
public final class Sheet {
    /// The stage that shows the sheet.
    public unowned let stage: Stage
    /// The sheet's own stack.
    public let navigator: Navigator
    /// The screen that was on top when the sheet was presented.
    public let presenter: Screen

    /// Covers the whole stage, so that nothing behind the sheet can be touched.
    let view = SheetView()
    /// Continues the sheet's background below it, where the sheet bands above its highest detent.
    private let skirt = View()
    /// Hides what the edge of the sheet would cut in two: the page behind fades towards it.
    private let veil = EdgeFade(at: .bottom, of: .clear)
    /// What is behind a card; nil for a sheet that comes from below.
    private let ground: CardGround?
    let driver: TransitionDriver
    private(set) var fingers: SheetFingers!
    private let presenterNavigator: Navigator
    /// The instant of the presentation; nil if it was not animated.
    private(set) var start: Instant?
    /// Pixels per millimetre along the sheet's movement.
    private(set) var density: Double
    /// The positions at which the sheet can rest, in px below the highest, in ascending order. The first is 0.
    private(set) var stops: [Double]
    /// The index of the stop at which the sheet rests.
    private var stop: Int
    /// Takes the sheet to its new height when a dock comes or goes.
    var roomMovement: Animation?
    /// The corner radius (px) that the stack behind the sheet gets; 0 if it is a sheet, which has its own corners.
    private var behindRadius: Double

    init(root: Screen, presenter: Navigator, stage: Stage) {
        self.stage = stage
        self.presenter = presenter.top
        presenterNavigator = presenter
        driver = TransitionDriver(stage: stage)
        let place = Place(root, presenter, on: stage)
        (density, stops, behindRadius) = (place.density, place.stops, place.behindRadius)
        stop = stops.count - 1
        ground = root.sheetCard.map { _ in CardGround() }
        navigator = Navigator(root: root, frame: place.frame(stop: stop), stage: stage)
        navigator.sheet = self
        navigator.begin()
        driver.owner = self
        view.sheet = self
        skirt.isUserInteractionEnabled = false
        if let ground { view.addSubview(ground) } else { for edge in [veil, skirt] { view.addSubview(edge) } }
        view.addSubview(navigator.view)
        navigator.view.layer.roundedCorners = ground == nil ? .top : .all
        dress()
        fingers = SheetFingers(sheet: self)
    }

    /// Applies the theme, and places the parts at their size.
    func dress() {
        view.frame = Rect(origin: .zero, size: stage.panel.pixels.size)
        if let ground, let card {
            navigator.view.layer.cornerRadius = stage.theme.radius(0.7).rounded()
            let dock = stage.dock?.place(in: navigator).map { ($0.height * (1 - $0.held)).rounded() } ?? 0
            let arrow = card.frame(on: stage, navigator.direction, above: dock).arrow
            return ground.show(navigator.view.frame, arrow, navigator.screens[0].shownTheme(on: stage))
        }
        navigator.view.layer.cornerRadius = stage.theme.radius(0.9).rounded()
        let frame = navigator.view.frame
        skirt.layer.backgroundColor = navigator.screens[0].shownTheme(on: stage).background
        skirt.frame = Rect(0, frame.maxY, frame.width, bandDimension * density)
        let (height, radius) = ((Self.veilHeight * stage.theme.em).rounded(), navigator.view.layer.cornerRadius)
        veil.color = stage.theme.ground
        veil.whole = radius
        veil.frame = Rect(0, frame.minY - height, frame.width, height + radius)
    }

    /// The height, in em, over which the page behind a sheet fades.
    private static let veilHeight = 2.0

    /// Moves the model positions of the sheet's layers by `distance` (px).
    private func lower(by distance: Double) {
        for layer in [navigator.view.layer, skirt.layer, veil.layer] { layer.position.y += distance }
    }

    /// Applies a new panel size. No transition runs meanwhile.
    func resize() {
        let place = Place(
            navigator.root, presenterNavigator, over: stage.dock?.place(in: navigator), on: stage)
        (density, stops, behindRadius) = (place.density, place.stops, place.behindRadius)
        stop = min(stop, stops.count - 1)
        navigator.resize(to: place.frame(stop: stop))
        dress()
        recede(to: depth)
    }

    /// The layers that move with the sheet.
    var layers: [Layer] { [navigator.view.layer, skirt.layer, veil.layer, ground?.layer].compactMap(\.self) }

    /// Ends the sheet's transition, at its target if it settles, otherwise where it came from.
    func settleAtOnce() { driver.close() }

    /// The transition that moves the sheet; nil while it rests.
    var transition: Transition? { driver.transitions.first }

    /// The card that the sheet is; nil if it comes from below.
    var card: SheetCard? { navigator.screens[0].sheetCard }
    /// The distance from the rest to where nothing of the sheet can be seen, in pixels.
    var extent: Double {
        if case .middle? = card?.place { return view.bounds.height - navigator.view.frame.minY }
        return navigator.view.bounds.height - stops[stop]
    }
    /// The distance (mm) by which the sheet can still rise.
    var rise: Double { stops[stop] / density }
    /// Whether the sheet is certain to leave.
    public var isLeaving: Bool { transition?.isLeaving == true }
    /// Whether the sheet rests at the lowest detent, at which it was presented.
    var isPlain: Bool { transition == nil && stop == stops.count - 1 && card == nil }
    /// Whether the sheet is on the stage. A sheet that has left does not come back.
    var isPresented: Bool { stage.sheets.contains { $0 === self } }
    /// Whether a finger can catch the sheet at its visible position. A leaving sheet cannot be brought back when another screen has
    /// come onto its presenter, and none can while the presenter leaves as well, or while
    /// a finger or an answer decides about the sheet that the presenter is on.
    var isCatchable: Bool {
        guard transition?.isCatchable(at: stage.seenUntil) == true else { return false }
        if isLeaving, card?.canComeBack == false { return false }
        if let beneath = presenterNavigator.sheet, beneath.isLeaving || beneath.transition?.isDriven == true {
            return false
        }
        if isLeaving, presenterNavigator.top !== presenter { return false }
        return !presenterNavigator.transitions.contains { $0.upper === presenter && $0.operation.leaves }
    }
    /// Whether the sheet is on its way in, by itself or under the finger that caught it.
    var isComing: Bool {
        guard let transition, !transition.operation.leaves else { return false }
        return transition.isCatchable(at: stage.seenUntil) || transition.drag != nil
    }
    /// Whether the sheet has visibly come to rest.
    var isStill: Bool { transition?.isStill(at: stage.seenUntil) ?? true }

    // MARK: Present and dismiss

    func present(animated: Bool) {
        if animated { start = stage.now }
        driver.start(makeTransition(.present), animated: animated)
    }

    /// Dismisses the sheet, after the sheets above it. No screen is asked for consent; `leave` asks.
    public func dismiss(animated: Bool = true) {
        guard isPresented, !isLeaving else { return }
        while let above = stage.sheets.last, above !== self { above.dismissAtOnce() }
        if let transition {
            driver.redirect(transition, finishes: transition.operation.leaves, velocity: 0)
            if !animated { driver.end(transition) }
        } else {
            driver.start(makeTransition(.dismiss), animated: animated)
        }
    }

    /// Removes the sheet without a visible transition.
    func dismissAtOnce() {
        if !isLeaving { dismiss(animated: false) }
        if let transition { driver.end(transition) }
    }

    /// Dismisses the sheet on the visitor's request, if its top screen agrees.
    public func leave() {
        guard isPresented, !isLeaving else { return }
        driver.askTop { [weak self] in self?.dismiss() }
    }

    private func makeTransition(_ operation: Transition.Operation) -> Transition {
        let behind = presenterNavigator.view.layer
        let card = card
        let front = card == nil ? [navigator.view, skirt, veil] : [navigator.view, ground].compactMap { $0 as View? }
        // A new root that still comes over the old one moves by itself, so the sheet goes by the name of the old one until then.
        let root = navigator.screens[0]
        let (from, to) = operation.leaves ? (root, presenter) : (presenter, root)
        let (top, behindTop) = (navigator.top, presenterNavigator.top)
        let extent = extent
        let depth = depth
        let usual = TransitionAnimator { [unowned self] _, animator in
            recede(to: depth)
            let layers = front.map(\.layer)
            animator.add(.dim, of: behind, from: 0, to: -depth * dim)
            if let card { return card.animate(layers, extent, animator) }
            for layer in layers { animator.add(.positionY, of: layer, from: 0, to: extent) }
            animator.add(.opacity, of: veil.layer, from: 0, to: -1)
            animator.add(.scale, of: behind, from: 0, to: depth * Self.recession)
            animator.add(.cornerRadius, of: behind, from: 0, to: -(depth * behindRadius))
        }
        let setting = TransitionAnimator.Setting(
            upper: root, lower: presenter, size: Size(navigator.view.bounds.width, extent), outwards: 1,
            theme: stage.theme)
        let own = card == nil ? presenterNavigator.delegate?.animator(for: operation, from: from, to: to) : nil
        // It moves with the sheet, and another look may move the sheet otherwise.
        veil.layer.isHidden = own != nil
        let look = own ?? usual
        let transition = Transition(
            id: stage.nextTransitionID(), operation: operation, upper: root, lower: presenter, extent: extent,
            density: density, look: look, setting: setting, goes: operation.leaves ? top : behindTop,
            comes: operation.leaves ? behindTop : top, mayRiseAboveRest: true, slowness: stage.slowMotion,
            onRest: { [unowned driver] in driver.rest($0) })
        // The mark stays on the screen that showed it first until it is removed, even if another screen covers that one.
        var armed: Screen?
        transition.onArmed = { [unowned self] isArmed in
            if isArmed { armed = navigator.top }
            armed?.view.showArmed(isArmed, at: .top)
        }
        driver.add(transition, tells: true)
        return transition
    }

    /// The darkness of the stack behind a sheet at its full height. A card beside a view leaves it lighter, because the two belong together.
    private var dim: Double { if case .beside? = card?.place { 0.12 } else { Self.dim } }
    static let dim = 0.35
    /// The share by which the stack behind a sheet at its full height is smaller.
    static let recession = 0.05

    /// The share of the full recession of the stack behind, at the sheet's present stop.
    private var depth: Double { card == nil ? extent / navigator.view.bounds.height : 1 }

    /// The layer of the stack behind.
    var behindLayer: Layer { presenterNavigator.view.layer }

    /// Sets the model recession of the stack behind: 0 as without a sheet, 1 as far back as it goes.
    private func recede(to depth: Double) {
        let layer = behindLayer
        layer.dim = depth * dim
        layer.scale = card == nil ? 1 - depth * Self.recession : 1
        if behindRadius > 0 { layer.cornerRadius = depth * behindRadius }
    }

    // MARK: Fingers

    /// Whether a finger or a controller moves the sheet.
    var isHeld: Bool { driver.isHeld }

    /// Makes the finger of `pan` hold the sheet at its rest or its visible position. `ahead` (mm) is the travel that a
    /// hand-over from content brings along.
    func take(with pan: PanRecognizer, ahead: Double = 0, isHandedOver: Bool = false) {
        if let transition {
            return driver.catch(transition, with: pan) { isOut in room(for: pan, isOut: isOut) }
        }
        let transition = makeTransition(.dismiss)
        driver.start(
            transition,
            TransitionDrag(
                transition, pan: pan, origin: .began, base: ahead, start: ahead, sense: 1,
                room: room(for: pan, isOut: true), isHandedOver: isHandedOver))
    }

    /// The distance from the start of the finger's travel to the bottom of the panel, or to the top if not `isOut`, in mm.
    private func room(for pan: PanRecognizer, isOut: Bool) -> Double {
        isOut ? stage.panel.millimetres.height - pan.startLocation.y : pan.startLocation.y
    }

    /// Ends the transition at the sheet's highest position, because the finger of `pan` goes on with something else.
    func close(under pan: PanRecognizer) {
        guard let transition = driver.held(by: pan) else { return }
        driver.end(transition, finishes: !transition.operation.leaves, rest: -stops[stop])
    }

    /// The distance (mm) above its highest position that a banding sheet approaches and never reaches.
    private var bandDimension: Double { navigator.view.bounds.height * (1 - GestureSettings.sheetHeight) / density }
}

extension Sheet: TransitionOwner {
    /// Above its highest position the sheet bands, unless the finger goes on to scroll the content there.
    func band(of transition: Transition) -> TransitionDrag.Band {
        guard let drag = transition.drag else { return .none }
        return fingers.givesToContent(drag.pan) ? .ends(limit: -rise) : .gives(limit: -rise, dimension: bandDimension)
    }

    func screenToAsk(of transition: Transition) -> Screen { navigator.top }

    var top: Screen { navigator.top }

    func uncover() { stage.dismissSheets(over: self) }

    func controller(for transition: Transition) -> InteractionController? {
        presenterNavigator.controller(for: transition)
    }

    /// Between its detents the sheet goes to one of them. Below the lowest detent the finish rule decides, by the
    /// travel from there, whether the sheet leaves or returns to that detent. A sheet that was caught on its way out
    /// goes on unless the finger brings it back.
    func decision(on transition: Transition, _ drag: TransitionDrag) -> TransitionDriver.Decision {
        let rule = navigator.top.popFinish ?? stage.gestures.sheetFinish
        let lowest = (stops[stops.count - 1] - stops[stop]) / density
        var release = drag.release
        guard stops.count > 1 else { return TransitionDriver.Decision(verdict: rule.verdict(on: release)) }
        if drag.sense > 0, drag.offset < lowest {
            let places = stops.map { ($0 - stops[stop]) / density }
            let target = DetentRule().target(
                stops: places, current: 0, position: drag.offset, velocity: drag.velocity)
            let verdict = FinishRule.Verdict(finishes: false, threshold: lowest, why: "between its detents")
            return TransitionDriver.Decision(verdict: verdict, rest: target * density)
        }
        if case .began = drag.origin {
            release.p -= lowest
            release.peak -= lowest
        }
        release.extent -= lowest
        let verdict = rule.verdict(on: release)
        let staysOut = drag.sense < 0 && !verdict.finishes
        return TransitionDriver.Decision(verdict: verdict, rest: staysOut ? nil : lowest * density)
    }

    func goalChanged(of transition: Transition, isByFinger: Bool) {
        if transition.isLeaving {
            stage.noteDismissal()
            for screen in navigator.screens { stage.bannerLeaves(with: screen) }
            stage.cancelTouches(in: view)
        } else if transition.isSettling, transition.operation == .present {
            // This includes the area beside a presenting sheet, where a tap would act on what the new sheet covers.
            let covered = presenterNavigator.sheet
            stage.cancelTouches(
                in: covered?.view ?? presenterNavigator.view, butNotOf: presenterNavigator.driver, covered?.driver)
        }
    }

    func ended(_ transition: Transition, finishes: Bool, rest: Double) {
        if finishes == transition.operation.leaves {
            driver.withdraw()
            navigator.close()
            recede(to: 0)
            view.removeFromSuperview()
            stage.removeSheet(self)
            navigator.end()
            return
        }
        if let next = stops.firstIndex(where: { abs($0 - stops[stop] - rest) < 1 }), stops[next] != stops[stop] {
            lower(by: stops[next] - stops[stop])
            stop = next
            recede(to: depth)
        }
        // A keyboard may have come or gone meanwhile.
        if stage.dock != nil || roomMovement != nil { makeRoom() }
    }
}

/// Covers the stage behind a sheet.
final class SheetView: View {
    weak var sheet: Sheet?

    init() { super.init() }

    override var traceName: String { sheet?.navigator.root.name ?? "" }

    /// A leaving sheet can be caught while it visibly moves. All other touches go to what it uncovers.
    override func hitTest(_ point: Point) -> View? {
        guard isUserInteractionEnabled, let sheet, sheet.isLeaving else { return super.hitTest(point) }
        let front = sheet.navigator.view
        let isOnSheet = front.layer.presentation.bounds.contains(front.fromSuperview(point))
        return isOnSheet && sheet.isCatchable ? front : nil
    }
}
