// The effects of fingers on a scroll view: stop the content, drag it, and let it go.

import Geometry
import Gestures
import Layers

extension ScrollView {
    /// Handles the finger that comes down on moving content, and its lift.
    func stopped() {
        switch stop.state {
        case .began:
            stoppedBy = stop.touches.first
            guard let stage = runningOn else { return }
            for axis in axes { change(axis) { $0.hold(at: stage.seenUntil, isPaging: isPaging, stops: stopDistance) } }
            halt()
        case .ended, .cancelled:
            guard let stage else { return }
            for axis in axes { change(axis) { $0.letGo(at: stage.now) } }
            if isMoving {
                run(on: stage)
                if let target = main.motion?.target { willRest(at: target, isCancelled: stop.state == .cancelled) }
            } else if !tracks.contains(where: \.isDragged) {
                traceScroll([("phase", .text("rest"))])
                didRest()
            }
        case .changed, .possible, .failed: break
        }
    }

    /// Handles the view's own pan, whose finger has a session from its beginning to its end.
    func dragged() {
        guard let stage = stage ?? runningOn else { return }
        if pan.state == .began {
            let locked = axes(of: pan.displacement).filter { track($0)?.hasRoom == true }
            openRow?.close()
            let isShared = locked == [.vertical] && yieldsAtEnds && !wasStopped(by: pan) && isInSheetThatSharesFingers
            let session = FingerSession(pan, owner: .scroll(self, bands: false), isShared: isShared)
            stage.add(session)
            grab(locked, by: session)
            traceScroll([])
        }
        stage.advanceSession(of: pan)
    }

    /// The axes along which a finger with this displacement scrolls.
    func axes(of displacement: Vector) -> [Axis] {
        let (x, y) = (abs(displacement.x), abs(displacement.y))
        guard axes.count == 2, isDirectionalLockEnabled else { return axes }
        if min(x, y) > max(x, y) * Self.lockSlope { return axes }
        return [x > y ? .horizontal : .vertical]
    }

    /// The tangent of 20°, the angle up to which a direction counts as straight. About a third of all directions then
    /// lie along one axis, a third along the other, and a third along both.
    static let lockSlope = 0.364

    /// Whether the view is in a sheet that shares fingers with its scroll views.
    private var isInSheetThatSharesFingers: Bool {
        guard let sheet = screen?.navigator?.sheet else { return false }
        return sheet.stage.gestures.pull == .continuous
    }

    /// Whether the finger of `recognizer` is the one that stopped the content.
    func wasStopped(by recognizer: Recognizer) -> Bool { recognizer.touches.contains { $0 === stoppedBy } }

    /// Whether a finger drags the content.
    var isHeld: Bool { holder != nil }

    /// Makes the finger of `session` drag the content along `axes` from its present position. The finger is `ahead`
    /// (px) of the content.
    func grab(_ axes: [Axis], by session: FingerSession, ahead: Double = 0) {
        stopMoving()
        (holder, lockedAxes) = (session, axes)
        let length = pages?.length
        for axis in axes {
            change(axis) { $0.grab(ahead: ahead, pageLength: length) }
            showIndicator(axis)
        }
        guard let stage else { return }
        runningOn = stage
        stage.add(self)
    }

    /// Moves the content to the finger that drags it.
    func follow() {
        showDrag(at: now)
        prepare()
        place()
    }

    /// Sets the offsets to the predicted position of the finger at `instant`.
    func showDrag(at instant: Instant) {
        for axis in axes {
            guard let track = track(axis), let offset = dragOffset(of: track, at: instant) else { continue }
            change(axis) { $0.offset = offset }
        }
    }

    /// The offset along `track` for the predicted position of the finger at `instant`; nil while no finger drags along it.
    func dragOffset(of track: ScrollTrack, at instant: Instant) -> Double? {
        guard let holder, track.isDragged else { return nil }
        let translation = isResampling ? holder.pan.translation(at: instant) : holder.pan.translation
        let pull = track.pull(after: translation[track.axis] * density(track.axis))
        // At the top of a sheet's content the finger continues with the sheet, so the content does not band there.
        let isShared = track.axis == .vertical && !holder.bandsAtTop
        return track.shown(isShared ? max(pull, track.ends.lowerBound) : pull)
    }

    var isResampling: Bool { stage?.gestures.isResampling == true }

    /// Releases the content with the finger's `velocity` (mm/s); `isCancelled` if something took the finger away.
    func release(_ velocity: Vector, isCancelled: Bool = false) {
        guard let stage else { return dropDrag() }
        showDrag(at: stage.now)
        holder = nil
        let pages = pages
        for axis in lockedAxes {
            let speed = -velocity[axis] * density(axis)
            change(axis) { $0.release(velocity: speed, pages: pages, stops: stopDistance, at: stage.now) }
        }
        // An app may have scrolled the content elsewhere while the finger held it.
        guard isMoving else { return dropDrag() }
        for axis in lockedAxes where axis == self.axis || lockedAxes == [axis] {
            traceScroll([("v", .length(-velocity[axis]))])
        }
        run(on: stage)
        if let target = main.motion?.target { willRest(at: target, isCancelled: isCancelled) }
    }

    var pages: ScrollTrack.Pages? {
        guard isPaging else { return nil }
        return ScrollTrack.Pages(
            length: max(1, pageLength ?? bounds.size[axis]),
            reach: (stage?.gestures.popFinish.limit ?? .infinity) * density(axis))
    }

    /// The offset without rubber bands after the finger has moved by `travel` (mm) since it took the content.
    func pull(after travel: Double) -> Double { main.pull(after: travel * density(axis)) }

    /// Scrolls to `pull`, banded past the ends.
    func show(pull: Double) {
        change(axis) { $0.offset = $0.shown(pull) }
        prepare()
        place()
    }

    /// Lets the finger go and leaves the content where it is.
    func dropDrag() {
        holder = nil
        for axis in axes { change(axis) { $0.stop(at: now) } }
        for indicator in indicators { indicator.leave() }
        runningOn?.remove(self)
    }

    /// Lets everything go, because the screen has left the stage. The content stays where it was seen last, or at the nearest place
    /// where it can rest. No app's code hears of it: what it belongs to may be gone.
    func leave() {
        holder = nil
        for axis in axes { change(axis) { $0.leave(isPaging: isPaging || stopDistance != nil, at: now) } }
        for indicator in indicators { indicator.leave() }
        runningOn?.remove(self)
        layer.bounds.origin = Point(track(.horizontal)?.offset ?? 0, track(.vertical)?.offset ?? 0)
    }
}
