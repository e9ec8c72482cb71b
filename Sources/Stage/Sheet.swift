// A stack of screens that lies over the others, comes from below, and is pulled away.

import Geometry
public import Gestures
import Layers

/// A presented sheet: as wide as the panel, 92 % as high, with a stack of screens of its own.
public final class Sheet {
    /// The stage it lies on.
    public unowned let stage: Stage
    /// The sheet's own stack.
    public let navigator: Navigator
    /// The screen that was on top when the sheet was presented.
    public let presenter: Screen

    /// Covers the whole stage, so that nothing behind the sheet is touched.
    let view = SheetView()
    private(set) var pull: SheetPull!
    private let behind: View
    private var transition: Transition?
    private let catching = PanRecognizer(name: "catch", directions: .vertical)
    let density: Double

    init(root: Screen, presenter: Screen, behind: View, stage: Stage) {
        self.stage = stage
        self.presenter = presenter
        self.behind = behind
        density = stage.panel.density(.vertical)
        let size = stage.panel.pixels.size
        let height = (size.height * GestureSettings.sheetHeight).rounded()
        navigator = Navigator(root: root, frame: Rect(0, size.height - height, size.width, height), stage: stage)
        navigator.sheet = self
        pull = SheetPull(sheet: self)
        view.sheet = self
        view.frame = Rect(origin: .zero, size: size)
        view.addSubview(navigator.view)
        navigator.view.layer.cornerRadius = (stage.theme.em * 0.9).rounded()
        navigator.view.layer.roundedCorners = .top
        catching.maximumTouches = 1
        catching.beginsAtTouchDown = true
        catching.delegate = self
        catching.onAction { [unowned self] _ in pull.caught(by: catching) }
        pull.pan.delegate = self
        navigator.view.addRecognizer(catching)
        navigator.view.addRecognizer(pull.pan)
        let tap = TapRecognizer(name: "tap-outside")
        tap.delegate = self
        tap.onAction { [unowned self] _ in dismiss() }
        view.addRecognizer(tap)
    }

    /// The visible height at rest, in pixels.
    var extent: Double { navigator.view.bounds.height }

    /// Whether it is settled that the sheet goes.
    public var isLeaving: Bool { transition?.isLeaving == true }

    func present(animated: Bool) {
        let transition = makeTransition(.present)
        stage.trace(transition, "began", [("interactive", .flag(false))])
        settle(transition, finishes: true, velocity: 0, verdict: [])
        if !animated { finish(transition) }
    }

    /// Takes the sheet away.
    public func dismiss() {
        guard !isLeaving else { return }
        let transition = self.transition ?? begin(gesture: nil)
        settle(transition, finishes: transition.operation.leaves, velocity: 0, verdict: [])
    }

    private func begin(gesture: Int?) -> Transition {
        let transition = makeTransition(.dismiss)
        stage.trace(transition, "began", gesture: gesture, [("interactive", .flag(gesture != nil))])
        return transition
    }

    private func makeTransition(_ operation: Transition.Operation) -> Transition {
        let extent = extent
        let transition = Transition(
            id: stage.nextTransitionID(), operation: operation, upper: navigator.root, lower: presenter,
            extent: extent, density: density, mayRiseAboveRest: true,
            onRest: { [unowned self] in finish($0) }
        ) { animator in
            behind.layer.dim = Self.dim
            animator.add(.positionY, of: navigator.view.layer, from: 0, to: extent)
            animator.add(.dim, of: behind.layer, from: 0, to: -Self.dim)
        }
        self.transition = transition
        stage.add(transition)
        transition.from.willDisappear()
        transition.to.willAppear()
        return transition
    }

    /// How dark what lies behind a sheet is.
    static let dim = 0.35

    private func settle(
        _ transition: Transition, finishes: Bool, velocity: Double, verdict: [(String, TraceRecord.Value)]
    ) {
        transition.settle(finishes: finishes, velocity: velocity, at: stage.now)
        stage.trace(transition, "settling", [("finish", .flag(finishes))] + verdict)
        view.isUserInteractionEnabled = true
        if transition.isLeaving { stage.cancelTouches(in: view) }
    }

    /// The transition has come to rest.
    private func finish(_ transition: Transition) {
        guard case .settling(_, let finishes, _) = transition.phase else { return }
        let leaves = transition.isLeaving
        if leaves {
            behind.layer.dim = 0
            view.removeFromSuperview()
            stage.removeSheet(self)
        }
        end(transition, finishes: finishes, leaves: leaves)
    }

    private func end(_ transition: Transition, finishes: Bool, leaves: Bool) {
        transition.finish()
        stage.remove(transition)
        self.transition = nil
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
    func take(with pan: PanRecognizer, base: Double?, isHandedOver: Bool) -> TransitionDrag? {
        let room = stage.panel.millimetres.height - pan.startLocation.y
        if let transition {
            guard case .settling(_, let finishes, _) = transition.phase else { return nil }
            let offset = transition.offset(at: stage.now).offset
            transition.drive(to: offset)
            stage.trace(transition, "caught", gesture: pan.id, [("p", .length(offset / density))])
            return TransitionDrag(
                transition: transition, gesture: pan.id, base: offset / density, room: room, wasFinishing: finishes)
        }
        return TransitionDrag(
            transition: begin(gesture: pan.id), gesture: pan.id, base: base ?? 0, room: room,
            isHandedOver: isHandedOver)
    }

    /// The sheet is where the finger brought it; above its rest it gives like a rubber band.
    func drive(_ drag: TransitionDrag) {
        let offset = drag.p * density
        drag.transition.drive(
            to: offset >= 0
                ? offset : RubberBand().banded(offset, dimension: extent * (1 - GestureSettings.sheetHeight)))
    }

    /// The sheet is back at its rest and the finger goes on with something else.
    func close(_ drag: TransitionDrag) {
        drag.transition.drive(to: 0)
        end(drag.transition, finishes: false, leaves: false)
    }

    func release(_ drag: TransitionDrag, _ pan: PanRecognizer) {
        let transition = drag.transition
        if let wasFinishing = drag.wasFinishing, !pan.hasMoved {
            return settle(
                transition, finishes: wasFinishing, velocity: 0, verdict: [("why", .text("released within the slop"))])
        }
        let release = drag.release(velocity: pan.velocityAtLift.y)
        let verdict = stage.gestures.sheetFinish.verdict(on: release)
        settle(
            transition, finishes: verdict.finishes == transition.operation.leaves,
            velocity: release.velocity * density, verdict: TraceRecord.fields(of: release, verdict))
    }

    func putBack(_ drag: TransitionDrag) {
        settle(
            drag.transition, finishes: !drag.transition.operation.leaves, velocity: 0,
            verdict: [("p", .length(drag.p)), ("why", .text("the touch was cancelled"))])
    }
}

extension Sheet: RecognizerDelegate {
    /// The catching pan follows touches while the sheet moves; the tap those beside it.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        if recognizer === catching { return transition?.isSettling == true }
        if recognizer === pull.pan { return true }
        return touch.view === view
    }

    /// Why the sheet cannot be pulled now.
    public func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer === pull.pan else { return .yes }
        if transition?.isDriven == true { return .no("another finger moves the sheet") }
        return recognizer.regionRefusal.map { .no($0) } ?? .yes
    }

    /// Everything waits for a catch.
    public func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool {
        recognizer === catching || recognizer === pull.pan && recognizer.isInReserve && other is PanRecognizer
    }
}

/// Covers the stage behind a sheet.
final class SheetView: View {
    weak var sheet: Sheet?

    init() { super.init() }

    override var traceName: String { sheet?.navigator.root.name ?? "" }
}
