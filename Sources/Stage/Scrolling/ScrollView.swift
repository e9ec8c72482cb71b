// A view whose content is larger than the view itself and follows a finger.

public import Geometry
public import Gestures
import Layers

/// Scrolls its content along one axis or both. A finger moves the content. After a release the content decelerates, or
/// goes to a page. Past an end it gives like a rubber band and swings back.
public class ScrollView: View {
    /// The axes along which the view scrolls.
    public final let axes: [Axis]
    /// The main axis; vertical if the view scrolls along both.
    public final let axis: Axis
    /// Whether the content rests only at the start of a page. A finger moves by at most one page at a time.
    public final let isPaging: Bool
    /// The distance between two pages, in pixels; nil for the extent of the view.
    public final var pageLength: Double?
    /// The distance (px) between two places where the content rests, however far it was flung; nil for anywhere.
    public final var stopDistance: Double?
    /// What is to be shown once there are subviews; nil while there are.
    final var postponed: PostponedContent?
    /// What the content showed before it was made anew, as long as it stays scrolled to where it then was.
    final var kept: KeptPlaces?
    /// The views that are scrolled together with this one; nil for none.
    final weak var group: ScrollGroup?
    /// Whether the content begins at its right end. Only a strip of pages does.
    final var isMirrored = false
    /// The size of the content, in pixels.
    public final var contentSize = Size.zero { didSet { if contentSize != oldValue { fit() } } }
    /// The margins around the content, in pixels. At the top of the content the offset is −`contentInsets.top`.
    public final var contentInsets = Insets() { didSet { fit() } }
    /// Whether a finger that moves nearly straight along one of two axes scrolls along that axis only.
    public final var isDirectionalLockEnabled = true
    /// Whether the view, at an end, leaves the finger to something around it: another scroll view, a pop, or a sheet.
    /// If none of them takes the finger, the content bands.
    public final var yieldsAtEnds = true
    /// Whether thin bars show which part of the content is visible.
    public final var showsIndicators = true
    /// Called when the content has moved, as time goes on or under a finger. A picture shows the predicted offset, for
    /// which this is not called.
    public final var onScroll: (() -> Void)?
    /// The pan that scrolls the content.
    public final let pan: PanRecognizer

    /// Stops moving content when a finger comes down, and prevents taps, long presses and pulls.
    let stop = TouchDownRecognizer(name: "stop")
    /// The finger that stopped the content, until it lifts.
    final weak var stoppedBy: Touch?
    /// The row in this view that was opened last. It closes when the content is dragged.
    final weak var openRow: SwipeRow?
    final var tracks: [ScrollTrack]
    final var indicators: [ScrollIndicator] = []
    /// The axes along which the finger scrolls.
    final var lockedAxes: [Axis] = []
    /// The session of the finger that drags the content. The finger may have begun in this view's pan or elsewhere.
    final weak var holder: FingerSession?
    /// The stage on which this view is a mover. Its screen may have left the stage by the time the content rests.
    final weak var runningOn: Stage?
    /// The instant at which the content will have moved so far that more of it has to be prepared.
    private var departure: Instant?
    /// The offset in picture `number`, which is being planned, and the offset in the picture before. A picture may be
    /// planned several times before it is shown.
    private var looks = (number: 0, offset: Vector.zero, before: Vector.zero)

    /// Creates a view that scrolls along `axes`, with pages if `isPaging`.
    public init(axes: [Axis], isPaging: Bool = false) {
        self.axes = axes
        axis = axes.contains(.vertical) ? .vertical : .horizontal
        self.isPaging = isPaging
        tracks = axes.map { ScrollTrack(axis: $0) }
        pan = PanRecognizer(
            name: isPaging ? "page" : "scroll",
            directions: axes.count == 2 ? .all : axes[0] == .vertical ? .vertical : .horizontal)
        super.init()
        layer.masksToBounds = true
        pan.delegate = self
        pan.onAction { [weak self] _ in self?.dragged() }
        addRecognizer(pan)
        stop.delegate = self
        stop.prevents = {
            $0 is TapRecognizer || $0 is LongPressRecognizer || $0.role == .pull
        }
        stop.onAction { [weak self] _ in self?.stopped() }
        addRecognizer(stop)
    }

    /// Creates a view that scrolls along `axis`.
    public convenience init(axis: Axis) { self.init(axes: [axis]) }

    final var main: ScrollTrack { axes[0] == axis ? tracks[0] : tracks[1] }

    // MARK: Scroll position

    /// The scroll offset along `axis`, in pixels; at 0 the start of the content is shown. It is a whole number at rest.
    public final var offset: Double {
        get { main.offset }
        set { setOffset(newValue, along: axis) }
    }

    /// The offset (px) to which the content goes by itself, or at which it is.
    package final var target: Double { main.motion?.target ?? offset }

    /// The scroll offsets along both axes, in pixels.
    public final var contentOffset: Vector { bounds.origin - .zero }

    /// Sets the offset (px) along `axis`, which must be one of `axes`.
    public final func setOffset(_ offset: Double, along axis: Axis) {
        change(axis) { $0.offset = offset }
        // A finger that drags the content moves it back to where the finger holds it, and that movement prepares it.
        if track(axis)?.isDragged != true { prepare() }
        place()
    }

    /// The offsets between which the content rests, along `axis`.
    public final var ends: ClosedRange<Double> { main.ends }

    /// The offsets between which the content rests, along one of `axes`.
    public final func ends(along axis: Axis) -> ClosedRange<Double> { track(axis)?.ends ?? 0...0 }

    /// Whether the content moves by itself.
    public final var isMoving: Bool { tracks.contains { $0.motion != nil } }

    /// The visible page, from 0; a fraction lies between two pages. It is 0 without pages.
    public final var page: Double { page(at: offset) }

    /// The visible page at `offset` (px) along `axis`.
    final func page(at offset: Double) -> Double { pages.map { main.position(of: offset, pageLength: $0.length) } ?? 0 }

    /// Scrolls to `offset` (px) along `axis`, one of `axes`, or as near to it as the content can rest.
    public final func scroll(to offset: Double, along axis: Axis, animated: Bool = true) {
        guard let track = track(axis) else { return }
        let target = min(max(offset, track.ends.lowerBound), track.ends.upperBound).rounded()
        if animated, let stage {
            change(axis) { $0.go(to: target, at: stage.now) }
            run(on: stage)
        } else {
            let wasMoving = isMoving
            change(axis) { $0.jump(to: target) }
            prepare()
            if wasMoving, !isMoving { halt() } else { place() }
        }
    }

    /// Whether the content moves along `axis`, or a finger drags or holds it.
    final func isUnderWay(along axis: Axis) -> Bool {
        track(axis).map { $0.isDragged || $0.isHeld || $0.motion != nil } ?? false
    }

    /// Shows `offset` along `axis` after the content was made anew. Content that moves, or that a finger drags or holds, goes on from
    /// there with the same finger; if it has been pulled over its end, it stays as it is.
    final func restore(_ offset: Double, along axis: Axis) {
        guard let stage, let track = track(axis), isUnderWay(along: axis) else {
            return scroll(to: offset, along: axis, animated: false)
        }
        guard track.ends.contains(contentOffset[axis]) else { return }
        let distance = (min(max(offset, track.ends.lowerBound), track.ends.upperBound) - contentOffset[axis]).rounded()
        change(axis) { $0.shift(by: distance, ends: $0.ends, at: stage.now) }
        prepare()
        place()
    }

    /// The offset (px) along `axis` that is saved in a `StageState`.
    func savedOffset(along axis: Axis) -> Double { contentOffset[axis] }

    /// Scrolls to `offset` (px) along `axis`, which was saved, or as near to it as the content can rest.
    func restore(saved offset: Double, along axis: Axis) {
        let ends = ends(along: axis)
        setOffset(min(max(offset, ends.lowerBound), ends.upperBound), along: axis)
    }

    /// What the indicator along `axis` shows at `offset` (px); nil for the visible part of the content.
    func indication(at offset: Double, along axis: Axis) -> Indication? { nil }

    /// Called when the content has moved, or the view's size has changed.
    func didScroll() { onScroll?() }

    /// Called when fingers have let go of the content, which will rest at `offset` (px, along `axis`) unless one catches it; `isCancelled` if
    /// something took the finger away.
    func willRest(at offset: Double, isCancelled: Bool) {}

    /// Called when the content rests after a finger or a motion has moved it.
    func didRest() {}

    /// Poses the content, and everything that moves along with it, for the scroll offset `offset`.
    func pose(_ poses: inout Poses, scrolledTo offset: Vector) {
        let visible = Rect(origin: .zero + offset, size: bounds.size)
        poses[layer].bounds.origin = visible.origin
        for other in group?.others(than: self) ?? [] { poses[other.layer].bounds.origin = visible.origin }
        guard let stage else { return }
        for (indicator, track) in zip(indicators, tracks) {
            let (offset, axis) = (offset[track.axis], track.axis)
            indicator.pose(
                &poses, track, at: offset, of: indication(at: offset, along: axis), in: visible, theme: stage.theme)
        }
    }

    /// Called before the content moves, so that a subclass can create what may come into view. It depends only on
    /// touches and time, never on when a frame is drawn.
    func prepare() {}

    /// The offsets along `axis` for which the content is prepared; nil for all.
    var prepared: ClosedRange<Double>? { nil }

    public override func layout() { fit() }

    private func fit() {
        let manner = stage == nil || Animation.asked?.isAtOnce == true ? nil : Animation.asked
        let wasMoving = isMoving
        for axis in axes {
            change(axis) {
                $0.fit(ends: range($0.axis, of: contentSize), extent: bounds.size[$0.axis], manner, at: now)
            }
        }
        if let stage, isMoving, !wasMoving {
            // No finger scrolls, so nobody looks for the indicators.
            runningOn = stage
            stage.add(self)
        }
        updateDeparture()
        place()
    }

    /// Widens the visible part by the area in which content is drawn ahead: half the view on each side. For moving
    /// content it is an eighth of the view behind the movement. Ahead of the movement it is half the view plus the
    /// distance of `drift` pictures, at most a view and a half.
    override func widened(_ seen: Rect, at origin: Point) -> Rect {
        if let stage, looks.number != stage.pictures { looks = (stage.pictures, looks.offset, looks.offset) }
        looks.offset = origin - .zero
        var (low, high) = (seen.origin, Point(seen.maxX, seen.maxY))
        for axis in axes {
            let (extent, way) = (bounds.size[axis], looks.offset[axis] - looks.before[axis])
            let ahead = min(extent / 2 + abs(way) * Self.drift, extent * 1.5)
            let behind = way == 0 ? ahead : extent / 8
            let (before, after) = way < 0 ? (ahead, behind) : (behind, ahead)
            if axis == .vertical {
                low.y -= before
                high.y += after
            } else {
                low.x -= before
                high.x += after
            }
        }
        return Rect(low.x, low.y, high.x - low.x, high.y - low.y)
    }

    /// The number of further pictures for which content is drawn ahead: a fifth of a second at 60 Hz.
    private static let drift = 12.0

    /// Inserts `distance` pixels of content before the visible part, which stays in place on the glass.
    package final func insert(_ distance: Double, contentSize size: Size) {
        change(axis) { $0.shift(by: distance, ends: range($0.axis, of: size), at: now) }
        // As much may have gone behind it.
        if contentSize == size { fit() } else { contentSize = size }
    }

    private func range(_ axis: Axis, of size: Size) -> ClosedRange<Double> {
        let (before, after) =
            axis == .vertical
            ? (contentInsets.top, contentInsets.bottom) : (contentInsets.left, contentInsets.right)
        return -before...max(-before, size[axis] + after - bounds.size[axis])
    }

    final var now: Instant { (stage ?? runningOn)?.now ?? .zero }

    func track(_ axis: Axis) -> ScrollTrack? { tracks.first { $0.axis == axis } }

    final func change(_ axis: Axis, _ body: (inout ScrollTrack) -> Void) {
        guard let index = tracks.firstIndex(where: { $0.axis == axis }) else { return }
        tracks[index].slowness = stage?.slowMotion ?? 1
        body(&tracks[index])
    }

    /// Moves the content and its indicators to the offsets of the tracks.
    final func place() {
        layer.bounds.origin = Point(track(.horizontal)?.offset ?? 0, track(.vertical)?.offset ?? 0)
        if let stage {
            for (indicator, track) in zip(indicators, tracks) { place(indicator, track, stage.theme) }
        }
        group?.follow(self)
        didScroll()
    }

    private func place(_ indicator: ScrollIndicator, _ track: ScrollTrack, _ theme: Theme) {
        indicator.place(track, of: indication(at: track.offset, along: track.axis), in: bounds, theme: theme)
    }

    // MARK: Motion

    final func run(on stage: Stage) {
        runningOn = stage
        prepare()
        updateDeparture()
        for axis in axes where track(axis)?.motion != nil { showIndicator(axis) }
        stage.add(self)
    }

    /// Stops the content at its position at `instant`; by default at the position that was last seen.
    final func stopMoving(at instant: Instant? = nil) {
        guard isMoving, let stage = runningOn else { return }
        for axis in axes where track(axis)?.motion != nil { change(axis) { $0.stop(at: instant ?? stage.seenUntil) } }
        halt()
    }

    final func halt() {
        for indicator in indicators { indicator.leave() }
        runningOn?.remove(self)
        place()
    }

    final func showIndicator(_ axis: Axis) {
        guard showsIndicators, let stage, let index = tracks.firstIndex(where: { $0.axis == axis }) else { return }
        if indicators.isEmpty {
            indicators = axes.map { ScrollIndicator(axis: $0) }
            for indicator in indicators { layer.addSublayer(indicator.layer) }
        }
        place(indicators[index], tracks[index], stage.theme)
        if tracks[index].hasRoom { indicators[index].show(on: stage, in: screen?.shownTheme(on: stage) ?? stage.theme) }
    }

    final func updateDeparture() {
        departure = prepared.flatMap { range in main.motion?.departure(from: range, after: now) }
    }

    final func traceScroll(_ more: [(String, TraceRecord.Value)]) {
        guard let stage else { return }
        var fields: [(String, TraceRecord.Value)] = [
            ("view", .text(traceName)), ("offset", .length(offset / density(axis))),
        ]
        if axes.count == 2, let x = track(.horizontal) {
            fields.append(("x", .length(x.offset / density(.horizontal))))
        }
        stage.trace("scroll", fields + more)
    }

    final func density(_ axis: Axis) -> Double { panel?.density(axis) ?? 1 }
}

extension ScrollView: Mover {
    var end: Instant? {
        let ends = tracks.compactMap { $0.motion?.end }
        return ends.max().map { end in departure.map { min($0, end) } ?? end }
    }

    func changes(after instant: Instant) -> Bool {
        if isMoving { return true }
        guard let holder, tracks.contains(where: \.isDragged) else { return false }
        return isResampling && holder.pan.predictionEnd > instant
    }

    func show(at instant: Instant) {
        if stage == nil { return leave() }
        showDrag(at: instant)
        for axis in axes {
            if let motion = track(axis)?.motion { change(axis) { $0.offset = motion.state(at: instant).offset } }
        }
        place()
    }

    func pose(_ poses: inout Poses, at instant: Instant) {
        // The screen has left the stage.
        if stage == nil { return }
        func offset(_ axis: Axis) -> Double {
            guard let track = track(axis) else { return 0 }
            return track.motion?.state(at: instant).offset ?? dragOffset(of: track, at: instant) ?? track.offset
        }
        pose(&poses, scrolledTo: Vector(offset(.horizontal), offset(.vertical)))
    }

    func rest() {
        guard let stage = runningOn, let last = tracks.compactMap({ $0.motion?.end }).max() else { return }
        if last > stage.now {
            prepare()
            return updateDeparture()
        }
        stopMoving(at: last)
        traceScroll([("phase", .text("rest"))])
        didRest()
    }
}
