// A view at the bottom of the glass that belongs to a screen, such as its keyboard.

import Geometry
import Gestures
package import Layers

/// Holds a view at the bottom of the glass, in front of the screen that it belongs to and of everything behind that. It rises from below,
/// can be pulled away by its handle, and goes along when its screen is popped or pulled, as far as the finger brings it. The screen has its content
/// above it.
@MainActor
package final class Dock {
    /// The view. It is as wide as the glass.
    package let view: View
    /// The screen that it belongs to.
    package private(set) weak var screen: Screen?
    private weak var owner: View?
    /// The height (px) of the content that is seen over the dock.
    package private(set) var seen = 0.0
    /// Called when it leaves: it was pulled away, or its screen leaves or is covered.
    package var onLeave: (() -> Void)?
    /// Called when the fingers on the view must end what they have begun: a finger comes down or lifts elsewhere on the glass, or the screen
    /// is about to leave or to be covered.
    package var onInterruption: () -> Void = {}
    /// Called when a finger has pulled it and lets it go, and it rises again.
    package var onStay: (() -> Void)?
    /// Called when what covered the screen, a sheet or an alert, has left again.
    package var onReturn: (() -> Void)?
    /// The keys of a keyboard that replace the characters in a range of what is typed, in Unicode scalars, by a text: the kernel's codes,
    /// each with those that are held with it. Nil if there are no such keys.
    package var keys: ((_ range: Range<Int>, _ text: String) -> [[Int]]?)?
    /// Whether what it is used for is secret, so that no touch is recorded or traced meanwhile.
    package var isPrivate = false
    /// How far the content is moved up (px).
    private var lift = 0.0
    /// Whether the screen does without its bar while the view rests.
    private var takesBar = false
    /// How far (px) the lift brings the end of the content over the view while that rests.
    private var overhang = 0.0

    /// The states, by what moves the view.
    private enum State {
        case resting
        /// A finger has it, and it was at this fraction of its way down before.
        case dragged(from: Double)
        case rising
        case sinking
        /// It is no longer on the glass.
        case gone
    }
    private var state = State.resting
    private var animator = PropertyAnimator()
    private let pan = PanRecognizer(name: "dock", directions: .down)
    private weak var stage: Stage?

    /// A slow release lets it sink if it has been pulled further than this share of its height, and a faster one where it goes.
    private static let (half, speed) = (0.5, 60.0)

    /// The height (mm) for its content below which a screen does without its bar, and that in which its content is laid out at least.
    static let (leastRoom, leastContent) = (24.0, 45.0)
    /// How the view moves, and what is above it, so that nothing is seen between them.
    package static let timing = Timing.spring(Transition.spring)
    /// How what is above the view moves with it, from a rest.
    package static let manner = Animation.Manner(timing, endsAtPlace: true)

    /// `view` for `owner`, a view of `screen`, without which it leaves. `handle`, a view in it, can pull it away.
    package init(_ view: View, for owner: View, of screen: Screen, handle: View) {
        (self.view, self.owner, self.screen) = (view, owner, screen)
        pan.maximumTouches = 1
        pan.onAction { [unowned self] _ in dragged() }
        handle.addRecognizer(pan)
    }

    /// Whether it leaves or has left.
    package var isLeaving: Bool {
        switch state {
        case .sinking, .gone: true
        case .resting, .dragged, .rising: false
        }
    }

    /// Whether a finger has it.
    package var isHeld: Bool { if case .dragged = state { true } else { false } }

    /// The height of the view, in px.
    private var height: Double { view.frame.height }

    // MARK: Coming and going

    fileprivate func rise(on stage: Stage, animated: Bool) {
        self.stage = stage
        view.gestureRegions = regions(on: stage)
        prepare()
        if animated {
            animator.scrub(to: 1)
            run(to: 0, .rising)
        }
        animateRoom(makeRoom)
    }

    /// Places the view, and gets ready to move it by its height.
    private func prepare() {
        place()
        animator.add(.positionY, of: view.layer, from: 0, to: height)
        animator.rest = RestLimits(distance: 0.5 / height, speed: 0.05)
        animator.limits = 0...1
        animator.slowness = stage?.slowMotion ?? 1
    }

    /// Lets the view serve `owner` from now on, where it is. The owner before is told that it has left. A view that sinks rises again.
    package func pass(to owner: View) {
        let leave = onLeave
        onLeave = nil
        self.owner = owner
        if case .sinking = state {
            view.isUserInteractionEnabled = true
            run(to: 0, .rising)
            animateRoom(makeRoom)
        }
        leave?()
    }

    /// Takes another height of the view, wherever it is on its way.
    package func fit() {
        guard let stage, !isLeaving else { return }
        let fraction = animator.fraction(at: stage.now).value
        animator.stop()
        animator = PropertyAnimator()
        prepare()
        animator.scrub(to: fraction)
        if case .rising = state { run(to: 0, .rising) }
        makeRoom()
    }

    /// Moves the content up by `distance` (px), so that what is needed of it can be seen.
    package func lift(by distance: Double) {
        guard distance != lift else { return }
        lift = distance
        animateRoom { screen?.arrange() }
    }

    /// Has the screen, and the sheet that it is in, take the room that the view leaves them.
    private func makeRoom() {
        screen?.navigator?.sheet?.makeRoom()
        screen?.arrange()
    }

    /// Makes `changes`, so that what they lay out moves as the view does.
    private func animateRoom(_ changes: () -> Void) {
        guard let stage else { return }
        if isHeld { return Animation.ask(for: .atOnce, changes) }
        let (fraction, velocity) = animator.fraction(at: stage.now)
        let way = (isLeaving ? 1 : 0) - fraction
        Animation.ask(
            for: Animation.Manner(Self.timing, velocity: way == 0 ? 0 : velocity / way, endsAtPlace: true), changes)
    }

    /// The share of the view that a finger holds below the glass. Where the view moves by itself, the room is that at the end of its way.
    private var heldDown: Double {
        guard case .dragged = state, let stage else { return 0 }
        return animator.fraction(at: stage.now).value
    }

    /// The height (px) of the view if its screen is the top of `navigator`, and the share of it that a finger holds below the glass; nil
    /// for other stacks, and when it leaves.
    func place(in navigator: Navigator) -> (height: Double, held: Double)? {
        !isLeaving && screen?.navigator === navigator ? (height, heldDown) : nil
    }

    /// Places the view at the bottom of the glass.
    package func place() {
        guard let glass = stage?.rootView.bounds else { return }
        view.frame = Rect(0, glass.height - height, glass.width, height)
    }

    /// Lets the view sink below the glass. Its screen has its whole room again at once.
    package func leave() {
        guard !isLeaving else { return }
        run(to: 1, .sinking)
        hasLeft()
    }

    /// Removes the view from the glass.
    package func remove() {
        let wasThere = !isLeaving
        if case .gone = state { return }
        state = .gone
        animator.stop()
        stage?.remove(self)
        view.removeFromSuperview()
        if stage?.dock === self { stage?.dock = nil }
        if wasThere { hasLeft() }
    }

    private func hasLeft() {
        onInterruption()
        view.isUserInteractionEnabled = false
        let leave = onLeave
        onLeave = nil
        lift = 0
        animateRoom(makeRoom)
        leave?()
    }

    private func run(to fraction: Double, velocity: Double? = nil, _ state: State) {
        guard let stage else { return }
        self.state = state
        stage.add(self)
        animator.run(to: fraction, Self.timing, velocity: velocity, at: stage.now)
    }

    // MARK: Fingers

    private func dragged() {
        guard let stage, let density = view.panel?.density(.vertical), !isLeaving else { return }
        if case .dragged = state {} else { state = .dragged(from: animator.fraction(at: stage.now).value) }
        guard case .dragged(let start) = state else { return }
        let fraction = min(max(start + pan.translation.y * density / height, 0), 1)
        if pan.state.isActive {
            animator.scrub(to: fraction)
            return animateRoom(makeRoom)
        }
        let speed = pan.state == .ended ? pan.velocityAtLift.y : 0
        let sinks = pan.state == .ended && (abs(speed) < Self.speed ? fraction > Self.half : speed > 0)
        if sinks {
            run(to: 1, velocity: speed * density / height, .sinking)
            hasLeft()
        } else {
            run(to: 0, velocity: speed * density / height, .rising)
            animateRoom(makeRoom)
            onStay?()
        }
    }

    // MARK: With the screen

    /// How far the screen is from where it rests (px), which the view goes along with.
    private func carried(_ position: (Layer) -> Layer.Presentation) -> Vector {
        guard let screen, screen.navigator != nil else { return .zero }
        var way = Vector.zero
        var view: View? = screen.view
        while let one = view, one !== stage?.rootView {
            way = way + (position(one.layer).position - one.frame.origin)
            view = one.superview
        }
        return way
    }

    /// Goes along with the screen, as it is on the glass. Without its screen it is gone too.
    func follow() {
        if case .gone = state { return }
        if screen?.navigator == nil { return remove() }
        if owner?.screen !== screen { leave() }
        let way = carried { $0.presentation }
        view.layer.position = restPosition + way
    }

    /// Goes along with the screen as `poses` have it.
    func follow(in poses: inout Poses) {
        if case .gone = state { return }
        let way = carried { poses.presentation(of: $0) }
        poses[view.layer].position = restPosition + way
    }

    private var restPosition: Point { Point(0, (stage?.rootView.bounds.height ?? 0) - height) }

    /// The room of a screen's content beside the dock.
    struct Room {
        /// The height (px) of the bar that is seen, below which the content begins.
        var bar: Double
        /// The height of the content (px). On a low glass some of it is behind the dock.
        var height: Double
        /// How far the content is moved up (px).
        var lift: Double
    }

    /// The room that the content of `view` has below a bar of `bar` pixels when both rest; nil if the dock belongs to another screen.
    func room(for view: ScreenView, below bar: Double) -> Room? {
        guard !isLeaving, let stage, screen?.view === view else { return nil }
        var top = 0.0
        var one: View? = view
        while let here = one, here !== stage.rootView {
            top += here.frame.minY
            one = here.superview
        }
        let density = stage.panel.density(.vertical)
        let held = heldDown
        let whole = min(view.bounds.height, self.view.frame.minY + (height * held).rounded() - top)
        if !isHeld { takesBar = whole - bar < Self.leastRoom * density }
        // The bar comes down, and the content too, as far as a finger has the view.
        let bar = takesBar ? (bar * held).rounded() : bar
        seen = max(0, whole - bar)
        let height = max(seen, min(view.bounds.height - bar, Self.leastContent * density))
        if !isHeld { overhang = max(0, lift - (height - seen)) }
        let most = height - seen + overhang * (1 - held)
        return Room(bar: bar, height: height, lift: min(lift * (1 - held), most).rounded())
    }

    /// Called when `other` is about to leave the glass. The dock goes along with its screen if that leaves, and sinks if something comes
    /// over it.
    func goes(with other: Screen) {
        guard screen === other, !isLeaving else { return }
        let transition = other.transition
        if let transition, transition.operation.leaves, transition.goes === other { return onInterruption() }
        if transition?.operation == .present { other.onReturn = onReturn }
        leave()
    }

    /// Called before the touches of `frame` are handled.
    func touched(in frame: TouchFrame) {
        guard let stage, !isLeaving else { return }
        let shown = Rect(origin: view.layer.presentation.position, size: view.bounds.size)
        let isElsewhere = frame.changes.contains { change in
            (change.phase == .began || change.phase == .ended)
                && !shown.contains(stage.rootView.glass.pixels(change.position))
        }
        if isElsewhere { onInterruption() }
    }
}

extension Dock: Mover {
    var end: Instant? {
        switch state {
        case .rising, .sinking: animator.end
        case .resting, .dragged, .gone: nil
        }
    }

    func show(at instant: Instant) { animator.show(animator.fraction(at: instant).value) }

    func pose(_ poses: inout Poses, at instant: Instant) {
        animator.pose(animator.fraction(at: instant).value, in: &poses)
    }

    func changes(after instant: Instant) -> Bool { end != nil }

    func rest() {
        guard let end else { return }
        animator.advance(to: end)
        if case .sinking = state { return remove() }
        state = .resting
        animator.scrub(to: 0)
        stage?.remove(self)
    }
}

extension Stage {
    /// Shows `view`, which belongs to a view of a screen, over all screens and what a dock holds.
    package func showInFront(_ view: View) {
        let place = rootView.subviews.count - viewsOverSheets
        if place > 0, rootView.subviews[place - 1] === view { return }
        rootView.insertSubview(view, at: view.superview === rootView ? place - 1 : place)
    }

    /// Shows `dock` in place of the one before.
    package func show(_ dock: Dock) {
        let old = self.dock
        self.dock = dock
        // One that takes the place of another is there at once.
        let isThere = old.map { !$0.isLeaving } ?? false
        old?.remove()
        let above = sheets.first { $0.navigator !== dock.screen?.navigator && isInFront($0, of: dock.screen) }
        let place = above.flatMap { sheet in rootView.subviews.firstIndex { $0 === sheet.view } }
        rootView.insertSubview(dock.view, at: place ?? rootView.subviews.count - viewsOverSheets)
        dock.rise(on: self, animated: !isThere)
    }

    /// Whether `sheet` lies over the stack of `screen`.
    private func isInFront(_ sheet: Sheet, of screen: Screen?) -> Bool {
        guard let own = sheets.firstIndex(where: { $0.navigator === screen?.navigator }) else { return true }
        return sheets.firstIndex { $0 === sheet }.map { $0 > own } ?? false
    }
}
