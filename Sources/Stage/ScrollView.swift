// A view whose content is larger than itself and follows a finger.

public import Geometry
public import Gestures
import Layers

/// Scrolls its content along one axis. The finger moves it; let go it decelerates; past an end it gives like a rubber
/// band and swings back.
public final class ScrollView: View {
    /// The axis along which it scrolls.
    public let axis: Axis
    /// The extent of what lies in it, in pixels.
    public var contentSize = Size.zero
    /// The pan that scrolls it.
    public let pan: PanRecognizer

    private enum Phase {
        case resting
        /// A finger holds it, whose pan this is; the pull is where the content would be without rubber bands.
        case dragging(PanRecognizer, startPull: Double)
        case moving(ScrollMotion)
    }
    private var phase = Phase.resting {
        didSet { if case .moving = phase { pan.beginsAtTouchDown = true } else { pan.beginsAtTouchDown = false } }
    }
    /// The axes along which it scrolls.
    var axes: [Axis] { [axis] }
    private var stage: Stage? { screen?.navigator?.stage }

    /// A view that scrolls along `axis`.
    public init(axis: Axis) {
        self.axis = axis
        pan = PanRecognizer(name: "scroll", directions: axis == .vertical ? .vertical : .horizontal)
        super.init()
        layer.masksToBounds = true
        pan.delegate = self
        pan.onTouchDown = { [unowned self] in stopMoving() }
        pan.onAction { [unowned self] _ in dragged() }
        addRecognizer(pan)
    }

    /// How far the content is scrolled along the axis, in pixels; 0 shows its start. Rounded to whole pixels when still.
    public var offset: Double {
        get { axis == .vertical ? layer.bounds.origin.y : layer.bounds.origin.x }
        set {
            if axis == .vertical { layer.bounds.origin.y = newValue } else { layer.bounds.origin.x = newValue }
        }
    }

    /// The offsets between which it rests.
    public var ends: ClosedRange<Double> { 0...max(0, contentSize[axis] - bounds.size[axis]) }

    /// Whether a finger that moves by `travel` along the axis (positive: right or down) finds content to bring.
    func canMove(_ travel: Double) -> Bool {
        travel > 0 ? offset > ends.lowerBound : offset < ends.upperBound
    }

    /// Whether the content is at its start.
    var isAtStart: Bool { offset <= ends.lowerBound }

    // MARK: Fingers

    private func dragged() {
        if axis == .vertical, let pull = sheetPull {
            pull.scrolled(self)
            return
        }
        switch pan.state {
        case .began:
            beginDrag()
            traceScroll([])
            follow(pan)
        case .changed: follow(pan)
        case .ended: endDrag(velocity: -pan.velocityAtLift[axis])
        case .cancelled: endDrag(velocity: 0)
        case .possible, .failed: break
        }
    }

    /// The pull-to-dismiss of the sheet this view is in, when the two share a finger continuously.
    private var sheetPull: SheetPull? {
        guard let sheet = screen?.navigator?.sheet, sheet.stage.gestures.pull == .continuous else { return nil }
        return sheet.pull
    }

    /// A finger takes hold of the content where it is; it is `ahead` (mm) of what it moved since.
    func beginDrag(ahead: Double = 0) {
        stopMoving()
        phase = .dragging(pan, startPull: pull(showing: offset) + ahead * density)
        stage?.add(self)
    }

    /// The content is where the finger of `pan`, the view's own or the sheet's, brought it.
    func follow(_ pan: PanRecognizer) {
        guard case .dragging(_, let startPull) = phase, let stage else { return }
        phase = .dragging(pan, startPull: startPull)
        show(at: stage.now)
    }

    /// Where the content would be without rubber bands when the finger has gone `travel` (mm) since `beginDrag`.
    func pull(after travel: Double) -> Double {
        guard case .dragging(_, let startPull) = phase else { return offset }
        return startPull - travel * density
    }

    /// Shows `pull`, banded past the ends.
    func show(pull: Double) { offset = shown(pull) }

    /// The finger lets go with `velocity` (mm/s, towards larger offsets).
    func endDrag(velocity: Double) {
        guard case .dragging = phase, let stage else { return }
        show(at: stage.now)
        let motion = ScrollMotion(offset: offset, velocity: velocity * density, ends: ends, start: stage.now)
        phase = .moving(motion)
        traceScroll([("v", .length(velocity))])
        stage.add(self)
    }

    /// Leaves the content where it is and lets the finger go.
    func dropDrag() {
        phase = .resting
        stage?.remove(self)
    }

    private func stopMoving() {
        guard case .moving(let motion) = phase, let stage else { return }
        offset = motion.offset(at: stage.seenUntil).rounded()
        phase = .resting
        stage.remove(self)
    }

    func traceScroll(_ more: [(String, TraceRecord.Value)]) {
        guard let stage else { return }
        stage.trace(
            "scroll", [("view", .text(traceName)), ("offset", .length(offset / density))] + more)
    }

    private var density: Double { panel?.density(axis) ?? 1 }

    private func shown(_ pull: Double) -> Double {
        let band = RubberBand()
        let ends = ends
        if pull < ends.lowerBound {
            return ends.lowerBound + band.banded(pull - ends.lowerBound, dimension: bounds.size[axis])
        }
        if pull > ends.upperBound {
            return ends.upperBound + band.banded(pull - ends.upperBound, dimension: bounds.size[axis])
        }
        return pull
    }

    private func pull(showing offset: Double) -> Double {
        let band = RubberBand()
        let ends = ends
        if offset < ends.lowerBound {
            return ends.lowerBound + band.pull(showing: offset - ends.lowerBound, dimension: bounds.size[axis])
        }
        if offset > ends.upperBound {
            return ends.upperBound + band.pull(showing: offset - ends.upperBound, dimension: bounds.size[axis])
        }
        return offset
    }
}

extension ScrollView: Mover {
    var end: Instant? { if case .moving(let motion) = phase { motion.end } else { nil } }

    func show(at instant: Instant) {
        switch phase {
        case .resting: break
        case .dragging(let pan, _):
            let isPredicted = stage?.gestures.isResampling == true
            let translation = isPredicted ? pan.translation(at: instant) : pan.translation
            let pull = pull(after: translation[axis])
            // At the top of a sheet the finger goes on with the sheet; nothing bands there.
            show(pull: sheetPull == nil ? pull : max(pull, ends.lowerBound))
        case .moving(let motion): offset = motion.offset(at: instant)
        }
    }

    func changes(after instant: Instant) -> Bool {
        switch phase {
        case .resting: false
        case .dragging(let pan, _): stage?.gestures.isResampling == true && pan.predictionEnd > instant
        case .moving: true
        }
    }

    func rest() {
        guard case .moving(let motion) = phase else { return }
        offset = motion.offset(at: motion.end).rounded()
        phase = .resting
        stage?.remove(self)
        traceScroll([("phase", .text("rest"))])
    }
}

extension ScrollView: RecognizerDelegate {
    /// Why there is nothing to scroll in the direction of the finger.
    public func shouldBegin(_ recognizer: Recognizer) -> Permission {
        if pan.beginsAtTouchDown { return .yes }
        if let (kind, view) = View.gestureRegion(under: pan.touches.first), kind == .exclude {
            return .no("\(view.traceName) excludes gestures here")
        }
        if ends.upperBound <= ends.lowerBound { return .no("all of it is in view") }
        let travel = pan.displacement[axis]
        if axis == .horizontal, !canMove(travel) { return .no(travel > 0 ? "at its start" : "at its end") }
        if axis == .vertical, let why = screen?.navigator?.sheet?.pull.refusal(of: self, travel: travel) {
            return .no(why)
        }
        return .yes
    }
}
