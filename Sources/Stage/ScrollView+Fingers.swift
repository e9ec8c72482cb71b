// What fingers do to a scroll view: stop its content, drag it, and let it go.

import Geometry
import Gestures

extension ScrollView {
    /// A finger came down on content that moves, or leaves after that.
    func stopped() {
        switch stop.state {
        case .began:
            stoppedBy = stop.touches.first
            guard let stage = runningOn else { return }
            for axis in axes { change(axis) { $0.hold(at: stage.seenUntil, isPaging: isPaging) } }
            halt()
        case .ended, .cancelled:
            guard let stage else { return }
            for axis in axes { change(axis) { $0.letGo(at: stage.now) } }
            if isMoving {
                run(on: stage)
            } else if !tracks.contains(where: \.isDragged) {
                traceScroll([("phase", .text("rest"))])
            }
        case .changed, .possible, .failed: break
        }
    }

    func dragged() {
        if pan.state == .began {
            lockedAxes = axes(of: pan.displacement).filter { track($0)?.hasRoom == true }
            openRow?.close()
            let mayPull = lockedAxes == [.vertical] && yieldsAtEnds && !wasStopped(by: pan)
            partner = mayPull ? sheetPull : nil
        }
        if let partner { return partner.scrolled(self) }
        switch pan.state {
        case .began:
            for axis in lockedAxes { grab(axis) }
            traceScroll([])
            follow(pan)
        case .changed: follow(pan)
        case .ended: for axis in lockedAxes { release(axis, velocity: -pan.velocityAtLift[axis]) }
        case .cancelled: for axis in lockedAxes { release(axis, velocity: 0) }
        case .possible, .failed: break
        }
    }

    /// The axes along which a finger scrolls that has gone by `displacement`.
    func axes(of displacement: Vector) -> [Axis] {
        let (x, y) = (abs(displacement.x), abs(displacement.y))
        guard axes.count == 2, isDirectionalLockEnabled else { return axes }
        if min(x, y) > max(x, y) * Self.lockSlope { return axes }
        return [x > y ? .horizontal : .vertical]
    }

    /// The tangent of the angle, 20°, up to which a direction counts as straight: about a third of all directions are
    /// then along one axis, a third along the other, and a third along both.
    static let lockSlope = 0.364

    /// The pull-to-dismiss of the sheet this view is in, when the two share a finger continuously.
    private var sheetPull: SheetPull? {
        guard let sheet = screen?.navigator?.sheet, sheet.stage.gestures.pull == .continuous else { return nil }
        return sheet.pull
    }

    /// Whether the finger of `recognizer` is the one that stopped the content.
    func wasStopped(by recognizer: Recognizer) -> Bool { recognizer.touches.contains { $0 === stoppedBy } }

    /// A finger takes hold of the content along `axis` where it is; it is `ahead` (mm) of what it has moved.
    private func grab(_ axis: Axis, ahead: Double = 0) {
        stopMoving()
        let (length, ahead) = (pages?.length, ahead * density(axis))
        change(axis) { $0.grab(ahead: ahead, pageLength: length) }
        showIndicator(axis)
        guard let stage else { return }
        runningOn = stage
        stage.add(self)
    }

    /// The content is where the finger of `pan`, the view's own or that of the sheet it lies in, brought it.
    func follow(_ pan: PanRecognizer) {
        holder = pan
        showDrag(at: now)
        prepare()
        place()
    }

    /// Puts the content where the finger will be at `instant`, when that is seen.
    func showDrag(at instant: Instant) {
        guard let holder else { return }
        let translation = isResampling ? holder.translation(at: instant) : holder.translation
        for axis in axes {
            guard let track = track(axis), track.isDragged else { continue }
            let pull = track.pull(after: translation[axis] * density(axis))
            // At the top of a sheet the finger goes on with the sheet; nothing bands there.
            let isShared = axis == .vertical && (partner != nil || holder !== pan)
            change(axis) { $0.offset = track.shown(isShared ? max(pull, track.ends.lowerBound) : pull) }
        }
    }

    var isResampling: Bool { stage?.gestures.isResampling == true }

    private func release(_ axis: Axis, velocity: Double) {
        guard let stage else { return dropDrag() }
        showDrag(at: stage.now)
        let (speed, pages) = (velocity * density(axis), pages)
        change(axis) { $0.release(velocity: speed, pages: pages, at: stage.now) }
        // Somebody may have sent the content elsewhere while the finger held it.
        guard isMoving else { return dropDrag() }
        if axis == self.axis || lockedAxes == [axis] { traceScroll([("v", .length(velocity))]) }
        run(on: stage)
    }

    var pages: ScrollTrack.Pages? {
        guard isPaging else { return nil }
        return ScrollTrack.Pages(
            length: max(1, pageLength ?? bounds.size[axis]),
            reach: (stage?.gestures.popFinish.limit ?? .infinity) * density(axis))
    }

    // MARK: The drag along `axis`, for a pull that divides it

    /// A finger takes hold of the content where it is; it is `ahead` (mm) of what it has moved.
    func beginDrag(ahead: Double = 0) { grab(axis, ahead: ahead) }

    /// Where the content would be without rubber bands when the finger has gone `travel` (mm) since `beginDrag`.
    func pull(after travel: Double) -> Double { main.pull(after: travel * density(axis)) }

    /// Shows `pull`, banded past the ends.
    func show(pull: Double) {
        change(axis) { $0.offset = $0.shown(pull) }
        prepare()
        place()
    }

    /// The finger lets go with `velocity` (mm/s, towards larger offsets).
    func endDrag(velocity: Double) { release(axis, velocity: velocity) }

    /// Leaves the content where it is and lets the finger go.
    func dropDrag() {
        for axis in axes { change(axis) { $0.stop(at: now) } }
        for indicator in indicators { indicator.leave() }
        runningOn?.remove(self)
    }
}
