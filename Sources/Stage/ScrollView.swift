// A view whose content is larger than itself and follows a finger.

public import Geometry
public import Gestures
import Layers

/// Scrolls its content along one axis or both. The finger moves it; let go it decelerates, or goes to a page; past an end
/// it gives like a rubber band and swings back.
public class ScrollView: View {
    /// The axes along which it scrolls.
    public final let axes: [Axis]
    /// The axis along which it scrolls; vertical where it is both.
    public final let axis: Axis
    /// Whether it comes to rest only where a page begins. The finger leads to the next page, never further.
    public final let isPaging: Bool
    /// From one page to the next, in pixels; nil for the extent of the view.
    public final var pageLength: Double?
    /// The extent of what lies in it, in pixels.
    public final var contentSize = Size.zero { didSet { if contentSize != oldValue { fit() } } }
    /// How much room there is around the content, in pixels. At its top the offset is −`contentInsets.top`.
    public final var contentInsets = Insets() { didSet { fit() } }
    /// Whether a finger that goes nearly straight along one of two axes scrolls along that one alone.
    public final var isDirectionalLockEnabled = true
    /// Whether, at an end, it leaves the finger to what is around it: to another scroll view, a pop, or a sheet. If none of
    /// them takes it, it bands.
    public final var yieldsAtEnds = true
    /// Whether thin bars show which part of the content is in view.
    public final var showsIndicators = true
    /// Called when the content has moved, also for each picture of it.
    public final var onScroll: (() -> Void)?
    /// The pan that scrolls it.
    public final let pan: PanRecognizer

    /// Stops the content under a finger that comes down, and presses nothing.
    let stop = TouchDownRecognizer(name: "stop")
    /// The finger that stopped the content, until it leaves.
    final weak var stoppedBy: Touch?
    /// A row in it that shows its actions, and closes when the content is dragged.
    final weak var openRow: SwipeRow?
    final var tracks: [ScrollTrack]
    final var indicators: [ScrollIndicator] = []
    /// The axes along which the finger scrolls.
    final var lockedAxes: [Axis] = []
    /// The pull to dismiss with which it shares the finger of its own pan.
    final weak var partner: SheetPull?
    /// The pan whose finger holds the content: the view's own, or that of the sheet it lies in.
    final weak var holder: PanRecognizer?
    /// Where it is listed as a mover: its screen may have left the stage by the time it comes to rest.
    final weak var runningOn: Stage?
    /// When the content has moved so far that more of it has to be prepared.
    private var departure: Instant?
    /// Where the content is in picture `number`, which is being made, and where it was in the one before. A picture is looked
    /// at more than once until it is shown.
    private var looks = (number: 0, offset: Vector.zero, before: Vector.zero)

    /// A view that scrolls along `axes`, with pages if `isPaging`.
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
        pan.onAction { [unowned self] _ in dragged() }
        addRecognizer(pan)
        stop.delegate = self
        stop.prevents = { [unowned self] in
            $0 is TapRecognizer || $0 is LongPressRecognizer || $0 === screen?.navigator?.sheet?.pull.pan
        }
        stop.onAction { [unowned self] _ in stopped() }
        addRecognizer(stop)
    }

    /// A view that scrolls along `axis`.
    public convenience init(axis: Axis) { self.init(axes: [axis]) }

    final var main: ScrollTrack { axes[0] == axis ? tracks[0] : tracks[1] }

    // MARK: Where the content is

    /// How far the content is scrolled along `axis`, in pixels; 0 shows its start. Rounded to whole pixels when still.
    public final var offset: Double {
        get { main.offset }
        set { setOffset(newValue, along: axis) }
    }

    /// How far the content is scrolled along both axes, in pixels.
    public final var contentOffset: Vector { bounds.origin - .zero }

    /// Puts the content at `offset` (px) along `axis`, which must be one of `axes`.
    public final func setOffset(_ offset: Double, along axis: Axis) {
        change(axis) { $0.offset = offset }
        place()
    }

    /// The offsets between which it rests, along `axis`.
    public final var ends: ClosedRange<Double> { main.ends }

    /// The offsets between which it rests, along one of `axes`.
    public final func ends(along axis: Axis) -> ClosedRange<Double> { track(axis)?.ends ?? 0...0 }

    /// Whether the content moves on its own.
    public final var isMoving: Bool { tracks.contains { $0.motion != nil } }

    /// The page that is shown, from 0; with a fraction between two. 0 without pages.
    public final var page: Double { pages.map { main.position(pageLength: $0.length) } ?? 0 }

    /// Brings the content to `offset` (px) along `axis`, one of `axes`, or as near to it as it can rest.
    public final func scroll(to offset: Double, along axis: Axis, animated: Bool = true) {
        guard let track = track(axis) else { return }
        let target = min(max(offset, track.ends.lowerBound), track.ends.upperBound).rounded()
        if animated, let stage {
            change(axis) { $0.go(to: target, at: stage.now) }
            run(on: stage)
        } else {
            change(axis) { $0.jump(to: target) }
            prepare()
            place()
        }
    }

    /// The content has moved, or the view's size has changed.
    func didScroll() { onScroll?() }

    /// Called before the content moves on, so that a subclass makes what may come into view. What it decides depends on
    /// touches and time alone, never on when a frame is drawn.
    func prepare() {}

    /// The offsets along `axis` for which the content is prepared; nil for all.
    var prepared: ClosedRange<Double>? { nil }

    public override func layout() { fit() }

    private func fit() {
        for axis in axes {
            change(axis) { $0.fit(ends: range($0.axis, of: contentSize), extent: bounds.size[$0.axis], at: now) }
        }
        updateDeparture()
        place()
    }

    /// Content is drawn ahead as far as half the view; where it moves, less behind, and as much farther before it as it
    /// would come in `drift` pictures, up to a view and a half.
    override func widened(_ seen: Rect) -> Rect {
        if let stage, looks.number != stage.pictures { looks = (stage.pictures, looks.offset, looks.offset) }
        looks.offset = contentOffset
        var (low, high) = (seen.origin, Point(seen.maxX, seen.maxY))
        for axis in axes {
            let (extent, way) = (bounds.size[axis], contentOffset[axis] - looks.before[axis])
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

    /// For how many pictures more content is drawn ahead: a fifth of a second.
    private static let drift = 12.0

    /// `distance` pixels of content have come in before what is in view, which stays where it is on the glass.
    func insert(_ distance: Double, contentSize size: Size) {
        change(axis) { $0.shift(by: distance, ends: range($0.axis, of: size), at: now) }
        contentSize = size
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

    /// Shows the content and its indicators where the tracks say.
    final func place() {
        layer.bounds.origin = Point(track(.horizontal)?.offset ?? 0, track(.vertical)?.offset ?? 0)
        if let stage {
            for (indicator, track) in zip(indicators, tracks) { indicator.place(track, in: bounds, theme: stage.theme) }
        }
        didScroll()
    }

    // MARK: Motion

    final func run(on stage: Stage) {
        runningOn = stage
        prepare()
        updateDeparture()
        for axis in axes where track(axis)?.motion != nil { showIndicator(axis) }
        stage.add(self)
    }

    /// The content stops where it is at `instant`; where it was seen last if that is not said.
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
        indicators[index].place(tracks[index], in: bounds, theme: stage.theme)
        if tracks[index].hasRoom { indicators[index].show(on: stage) }
    }

    private func updateDeparture() {
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
        return isResampling && holder.predictionEnd > instant
    }

    func show(at instant: Instant) {
        // Its screen has gone.
        if stage == nil { return dropDrag() }
        showDrag(at: instant)
        for axis in axes {
            if let motion = track(axis)?.motion { change(axis) { $0.offset = motion.state(at: instant).offset } }
        }
        place()
    }

    func rest() {
        guard let stage = runningOn, let last = tracks.compactMap({ $0.motion?.end }).max() else { return }
        if last > stage.now {
            prepare()
            return updateDeparture()
        }
        stopMoving(at: last)
        traceScroll([("phase", .text("rest"))])
    }
}
