// A picture that two fingers zoom, and that one finger moves while it is zoomed.

public import Drawing
public import Geometry
public import Gestures
import Layers

/// A picture that fills the view as far as it can. Two fingers zoom it about the point between them, and a double tap zooms to a point
/// and back; beyond its limits it gives like a rubber band. A zoomed picture follows a finger in any direction, and keeps it, as a map
/// does. At rest size every drag is left to what lies around the view. Where the picture's file is finer than what is shown, the
/// visible part is read again when the picture rests.
public final class ZoomView: ScrollView {
    /// What zooms with the picture, in front of it. Its space is that of the picture at rest size, in pixels.
    public let marks = View()
    /// The gesture of two fingers.
    public let pinch = PinchRecognizer()
    /// The taps that zoom to a point and back.
    public let doubleTap = TapRecognizer(name: "double-tap")
    /// The zoom: 1 at rest size.
    public private(set) var zoom = 1.0
    /// Called when two fingers let go of the picture and have made it clearly smaller than at rest.
    public var onPinchedAway: (() -> Void)?

    private let file: Picture
    private let pieces: ZoomPieces
    private var geometry = ZoomGeometry(view: .zero, rest: Size(1, 1), most: 1)
    private let mover = ZoomMover()
    /// Whether a pose is being shown, of which the parts are set one after the other.
    private var isPosing = false

    private enum Phase {
        case still
        /// Two fingers hold the picture, or one that is left of them.
        case pinched(Hold)
        /// The picture zooms by itself.
        case settling(ZoomMotion)
    }
    private var phase = Phase.still

    /// The fingers that hold the picture.
    private struct Hold {
        /// The zoom without rubber bands.
        var pull: Double
        /// The scale of the pinch when `pull` was computed.
        var scale: Double
        /// The point of the picture at rest size that the fingers hold, and which fingers they are.
        var anchor: Vector
        var fingers: [ObjectIdentifier]
        /// The zoom below which the picture gives.
        let least: Double
    }

    /// Creates a view of `picture`. While it is being read, it shows what `source` shows, another view of the same picture. If it cannot
    /// be read, the view shows `description`.
    public init(_ picture: Picture, description: String, like source: PictureView? = nil, theme: Theme) {
        file = picture
        pieces = ZoomPieces(of: picture, description: description, like: source, theme: theme)
        super.init(axes: [.horizontal, .vertical])
        showsIndicators = false
        for view in pieces.views + [marks] { addSubview(view) }
        marks.layer.scaleAnchor = .zero
        pieces.container = self
        mover.view = self
        pinch.delegate = mover
        pinch.onAction { [unowned self] _ in pinched() }
        doubleTap.numberOfTapsRequired = 2
        doubleTap.onAction { [unowned self] _ in tapped() }
        addRecognizer(pinch)
        addRecognizer(doubleTap)
        pan.onAction { [unowned self] pan in if pan.state == .began { stopZooming() } }
        stop.onAction { [unowned self] stop in if !stop.state.isActive { sharpen() } }
    }

    // MARK: Layout

    /// Fits the picture into the view. It stays zoomed, about the same middle.
    public override func layout() {
        func middle(_ size: Size) -> Vector { Vector(size.width / 2, size.height / 2) }
        let old = geometry
        let anchor = old.anchor(at: middle(old.view), in: pose)
        let place = file.place(in: Rect(origin: .zero, size: bounds.size), fit: .inside)
        let rest = Size(Double(place.width), Double(place.height))
        geometry = ZoomGeometry(view: bounds.size, rest: rest, most: pieces.most(at: rest))
        marks.frame = Rect(origin: .zero, size: rest)
        pieces.fit(rest)
        stopZooming()
        let zoom = geometry.resting(self.zoom)
        let same =
            old.view.width <= 0
            ? middle(rest) : Vector(anchor.x * rest.width / old.rest.width, anchor.y * rest.height / old.rest.height)
        let goal = geometry.pose(zoom, showing: same, at: middle(bounds.size)).offset
        show(ZoomGeometry.Pose(zoom: zoom, offset: geometry.resting(goal, at: zoom)))
        takeFingers()
    }

    /// What is shown now.
    private var pose: ZoomGeometry.Pose { ZoomGeometry.Pose(zoom: zoom, offset: contentOffset) }

    /// Zooms to `zoom`, or as near to it as the picture can rest, and shows what is now at `point` of the view (px from its top left
    /// corner) as near to it as possible.
    public func zoom(to zoom: Double, about point: Point, animated: Bool = false) {
        let place = point - Point.zero
        if animated { return settle(to: geometry.resting(zoom), about: place) }
        stopForZoom()
        stopZooming()
        jump(to: geometry.resting(zoom), about: place)
    }

    /// Shows the picture as one like it was: at `zoom`, scrolled to `offset` (px), or as near to both as it can rest.
    func restore(zoom: Double, _ offset: Vector) {
        stopForZoom()
        stopZooming()
        let zoom = geometry.resting(zoom)
        show(ZoomGeometry.Pose(zoom: zoom, offset: geometry.resting(offset, at: zoom)))
        takeFingers()
        sharpen()
    }

    private func show(_ pose: ZoomGeometry.Pose) {
        zoom = pose.zoom
        isPosing = true
        pieces.place(zoom)
        marks.layer.scale = zoom
        let (x, y) = (geometry.extent(.horizontal, at: zoom), geometry.extent(.vertical, at: zoom))
        contentInsets = Insets(left: x.before, top: y.before, right: x.after, bottom: y.after)
        contentSize = Size(x.length, y.length)
        for axis in axes { setOffset(pose.offset[axis], along: axis) }
        isPosing = false
        didScroll()
    }

    /// Whether the picture keeps the fingers that drag in it. At rest size there is nothing to move.
    private func takeFingers() {
        let isZoomed = zoom > 1.01
        (yieldsAtEnds, isDirectionalLockEnabled) = (!isZoomed, !isZoomed)
    }

    // MARK: Fingers

    /// The place of `recognizer`, from the top left corner of the view (px).
    private func place(of recognizer: Recognizer) -> Vector {
        recognizer.location(in: self) - Point.zero - contentOffset
    }

    private func pinched() {
        switch pinch.state {
        case .began:
            stopForZoom()
            stopZooming()
            let least = min(1, zoom)
            phase = .pinched(
                Hold(
                    pull: geometry.pull(showing: zoom, least: least), scale: pinch.scale,
                    anchor: geometry.anchor(at: place(of: pinch), in: pose), fingers: fingers, least: least))
            trace("began")
        case .changed:
            guard case .pinched(var hold) = phase else { return }
            hold.pull *= pinch.scale / hold.scale
            hold.scale = pinch.scale
            let point = place(of: pinch)
            // Where another finger has come, the middle of the fingers is another one, to which the picture does not jump.
            if fingers != hold.fingers { (hold.fingers, hold.anchor) = (fingers, geometry.anchor(at: point, in: pose)) }
            phase = .pinched(hold)
            show(geometry.pose(geometry.shown(hold.pull, least: hold.least), showing: hold.anchor, at: point))
        case .ended, .cancelled:
            guard case .pinched = phase else { return }
            phase = .still
            let isAway = pinch.state == .ended && zoom < Self.away
            settle(to: geometry.resting(zoom), about: place(of: pinch))
            if isAway { onPinchedAway?() }
        case .possible, .failed: break
        }
    }

    private var fingers: [ObjectIdentifier] { pinch.touches.map(ObjectIdentifier.init) }

    /// The zoom below which a picture that is let go has been pinched away.
    private static let away = 0.85
    /// The zoom of a double tap, where the picture can be zoomed as far.
    private static let tapZoom = 2.5

    private func tapped() {
        if case .pinched = phase { return }
        settle(to: zoom > 1.01 ? 1 : min(Self.tapZoom, geometry.most), about: place(of: doubleTap))
    }

    private func trace(_ phase: String) {
        stage?.trace(
            "zoom",
            [("view", .text(traceName)), ("phase", .text(phase)), ("percent", .integer(Int((zoom * 100).rounded())))])
    }

    // MARK: Motion

    /// Lets the picture go on a spring to `zoom`, about `point` of the view.
    private func settle(to zoom: Double, about point: Vector) {
        stopForZoom()
        guard let stage,
            let motion = ZoomMotion(
                geometry, from: pose, to: zoom, about: point, at: stage.now, slowness: stage.slowMotion)
        else { return jump(to: zoom, about: point) }
        phase = .settling(motion)
        mover.start(self, on: stage)
    }

    private func jump(to zoom: Double, about point: Vector) {
        let goal = geometry.pose(zoom, showing: geometry.anchor(at: point, in: pose), at: point).offset
        show(ZoomGeometry.Pose(zoom: zoom, offset: geometry.resting(goal, at: zoom)))
        restZoom()
    }

    /// Stops the scrolling. What a finger holds, or would let go on, belongs to another zoom.
    private func stopForZoom() {
        if isHeld { dropDrag() }
        stopMoving()
        for axis in axes { change(axis) { $0.jump(to: $0.offset) } }
    }

    /// The picture rests.
    private func restZoom() {
        phase = .still
        takeFingers()
        trace("rest")
        sharpen()
    }

    /// Stops what zooms by itself where it is. Beyond a limit it goes on when the fingers have gone.
    private func stopZooming() {
        mover.leave()
        if case .still = phase {} else { trace("rest") }
        phase = .still
        takeFingers()
    }

    fileprivate var motion: ZoomMotion? { if case .settling(let motion) = phase { motion } else { nil } }

    fileprivate func zoom(at instant: Instant) { if let motion { show(motion.pose(at: instant)) } }

    /// Takes its place at the end of its movement at once, because the screen has left the stage.
    fileprivate func leaveZoom() {
        guard let motion else { return }
        phase = .still
        show(motion.target)
        takeFingers()
    }

    fileprivate func poseZoom(_ poses: inout Poses, at instant: Instant) {
        guard let pose = motion?.pose(at: instant) else { return }
        poses[layer].bounds.origin = .zero + pose.offset
        poses[marks.layer].scale = pose.zoom
        pieces.pose(&poses, pose.zoom)
    }

    fileprivate func settled() {
        guard let motion else { return }
        mover.leave()
        show(motion.target)
        restZoom()
    }

    // MARK: Sharpness

    override func didScroll() {
        super.didScroll()
        if !isPosing { sharpen() }
    }

    /// Once nothing holds or moves the picture, brings it to where it can rest, and reads the visible part again where the file is finer
    /// than what is shown. A finger may have stopped a zoom anywhere.
    private func sharpen() {
        guard case .still = phase, !isMoving, !isHeld, !tracks.contains(where: \.isHeld) else { return }
        let limit = geometry.resting(zoom)
        if stage != nil, zoom != limit || contentOffset != geometry.resting(contentOffset, at: zoom) {
            return settle(to: limit, about: Vector(bounds.width / 2, bounds.height / 2))
        }
        pieces.sharpen(in: geometry, pose)
    }
}

/// The stage's side of a zoom that moves by itself, and the rules of a pinch.
@MainActor
private final class ZoomMover: Mover, RecognizerDelegate {
    weak var view: ZoomView?
    private weak var stage: Stage?
    /// The view while it zooms by itself. Without this, a view that is given up meanwhile could not take the mover from the stage.
    private var moved: ZoomView?

    func start(_ view: ZoomView, on stage: Stage) {
        (moved, self.stage) = (view, stage)
        stage.add(self)
    }

    func leave() {
        stage?.remove(self)
        moved = nil
    }

    var end: Instant? { view?.motion?.end }

    func show(at instant: Instant) {
        // The screen has left the stage.
        if view?.stage == nil {
            view?.leaveZoom()
            return leave()
        }
        view?.zoom(at: instant)
    }

    func pose(_ poses: inout Poses, at instant: Instant) {
        if view?.stage != nil { view?.poseZoom(&poses, at: instant) }
    }

    func changes(after instant: Instant) -> Bool { view?.motion != nil }
    func rest() { view?.settled() }

    /// While one finger drags the picture, one that comes down at the side of the panel is taken to belong to another person.
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        view?.shouldReceive(touch, by: recognizer) ?? true
    }

    /// A second finger that comes while the first one drags the picture makes a pinch of the drag.
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool {
        !recognizer.state.isActive && other === view?.pan && other.state.isActive
    }
}
