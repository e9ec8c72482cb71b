// Everything that is on the glass, with the four doors through which time and touches come in and pixels go out.

public import Geometry
import Gestures
public import Layers

/// Something that moves by itself until an instant that it knows.
protocol Mover: AnyObject {
    /// When it comes to rest; nil while it does not move by itself.
    var end: Instant? { get }
    /// Shows where it is at `instant`.
    func show(at instant: Instant)
    /// The instant of `end` has come.
    func rest()
    /// Whether pictures change after `instant` though no finger moves.
    func changes(after instant: Instant) -> Bool
}

/// The whole of what a visitor sees. It asks nobody what time it is: touches bring their own (`handle`), the runtime says
/// when to go on (`advance`) and asks when that has to be (`nextDeadline`), and says for when to draw (`render`).
public final class Stage {
    /// The glass.
    public private(set) var panel: Panel
    /// Colours and sizes. Screens that are there already stay as they are.
    public var theme: Theme
    /// How gestures behave. What a finger has begun goes on as it began.
    public var gestures: GestureSettings {
        didSet { for navigator in navigators { navigator.configure() } }
    }
    /// The main stack.
    public private(set) var navigator: Navigator!
    /// The sheets that are presented, bottom first.
    public private(set) var sheets: [Sheet] = []
    /// Which way text runs, where a screen does not say.
    public var direction = LayoutDirection.leftToRight {
        didSet {
            guard direction != oldValue else { return }
            rootView.discardContents()
            for screen in navigators.flatMap(\.popped) { screen.view.discardContents() }
        }
    }
    /// The most bytes of what has been drawn that are kept for later, unless more are seen at once; nil for eight screens.
    public var memory: Int? { didSet { updateMemory() } }
    /// How many times as long as it should everything takes that moves by itself, on the same way, to be looked at: springs,
    /// fades, scrolling that goes on. Fingers are followed as ever, and what they throw leaves with their velocity, on that
    /// slower clock. What has begun goes on as it began.
    public var slowMotion = 1.0
    /// The latest instant it has been told of.
    public private(set) var now = Instant.zero
    /// For when the newest picture was made that is seen or about to be: what a finger catches, it catches there.
    private(set) var seenUntil = Instant.zero
    /// How many pictures went to the glass.
    private(set) var pictures = 0
    /// Called for each decision.
    public var onTrace: ((TraceRecord) -> Void)?
    /// Called for touches that cannot be.
    public var onWarning: ((String) -> Void)? {
        get { dispatcher.onWarning }
        set { dispatcher.onWarning = newValue }
    }

    /// Lies over all screens and is no part of them: no finger touches it, and only who asks for it sees it.
    public let overlay = Layer()
    /// Lies over all screens while it is there, as large as the glass, and takes the fingers that come down.
    public var cover: View? {
        didSet {
            oldValue?.removeFromSuperview()
            guard let cover else { return }
            cover.frame = rootView.frame
            rootView.addSubview(cover)
        }
    }
    /// Holds the screens and what lies over them.
    private let glass = Layer()
    let rootView: RootView
    private var dispatcher: TouchDispatcher
    private(set) var movers: [any Mover] = []
    private var lastTransitionID = 0
    private var compositor: Compositor
    let backings: BackingStore

    /// A stage on `panel` with `root` as its first screen, whose time begins at `instant`.
    public init(
        panel: Panel, theme: Theme, gestures: GestureSettings, root: Screen, at instant: Instant = .zero
    ) {
        (now, seenUntil) = (instant, instant)
        self.panel = panel
        self.theme = theme
        self.gestures = gestures
        let rootView = RootView(panel: panel)
        self.rootView = rootView
        glass.addSublayer(rootView.layer)
        glass.addSublayer(overlay)
        glass.frame = rootView.frame
        overlay.frame = rootView.frame
        compositor = Compositor(size: panel.pixels, background: .black)
        backings = BackingStore()
        dispatcher = TouchDispatcher { point in rootView.hitTest(rootView.glass.pixels(point)) }
        rootView.touchDispatcher = dispatcher
        updateMemory()
        backings.onExcess = { [unowned self] in warn(ofExcess: $0) }
        dispatcher.onGesture = { [unowned self] event in onTrace?(TraceRecord(event, at: now)) }
        navigator = Navigator(root: root, frame: Rect(origin: .zero, size: panel.pixels.size), stage: self)
        rootView.addSubview(navigator.view)
        navigator.begin()
    }

    // MARK: The four doors

    /// Touches changed. Their time is taken as it is, but never runs back.
    public func handle(_ frame: TouchFrame) {
        advance(to: frame.time)
        dispatcher.handle(TouchFrame(time: now, changes: frame.changes))
    }

    /// Hardware buttons changed. They are for the view that has the focus; without one, for the screen in front.
    public func handle(_ presses: PressFrame) {
        advance(to: presses.time)
        dispatcher.root = frontNavigator.top.view
        dispatcher.handle(PressFrame(time: now, changes: presses.changes))
    }

    /// The view that hardware buttons are for; nil for the screen in front.
    public var focus: View? {
        get { dispatcher.firstResponder as? View }
        set { dispatcher.firstResponder = newValue }
    }

    /// Time has come to `instant`: what is due happens, in order.
    public func advance(to instant: Instant) {
        while let due = nextDeadline, due <= instant {
            now = max(now, due)
            dispatcher.advance(to: now)
            for mover in movers where mover.end.map({ $0 <= due }) == true {
                mover.show(at: due)
                mover.rest()
            }
        }
        now = max(now, instant)
        seenUntil = max(seenUntil, now)
        dispatcher.advance(to: now)
        for mover in movers { mover.show(at: now) }
    }

    /// When `advance` has to be called though no finger moves; nil for never.
    public var nextDeadline: Instant? {
        var next = dispatcher.nextDeadline
        for mover in movers { if let end = mover.end { next = min(next ?? end, end) } }
        return next
    }

    /// Whether pictures change from one refresh to the next though no finger moves.
    public var isMoving: Bool { movers.contains { $0.changes(after: now) } }

    /// The picture that was planned for `presentation` goes to the glass.
    public func willPresent(at presentation: Instant) {
        seenUntil = max(now, presentation)
        pictures += 1
    }

    /// What of the stage a picture shows.
    public enum Part: Sendable {
        /// All that a visitor is meant to see.
        case screens
        /// What lies over it.
        case overlay
        /// Both.
        case all
    }

    /// The picture for `presentation`, to be drawn with `draw`. Contents that come into view are drawn into their bitmaps
    /// here. It can be planned more than once, to know what it would be; nothing that is shown later depends on that.
    public func plan(at presentation: Instant, _ part: Part = .screens) -> Frame {
        for mover in movers { mover.show(at: presentation) }
        backings.begin()
        rootView.want(visible: rootView.bounds, near: rootView.bounds, in: backings)
        backings.drawVisible()
        let frame =
            switch part {
            case .screens: compositor.plan(rootView.layer)
            case .overlay: compositor.plan(overlay)
            case .all: compositor.plan(glass)
            }
        for mover in movers { mover.show(at: now) }
        return frame
    }

    /// Draws the pixels of `region` of a planned picture. The surface is only written, never read.
    public func draw(_ frame: Frame, into surface: PixelSurface, region: Region) {
        compositor.draw(frame, into: surface, region: region)
    }

    // MARK: Sheets

    /// The stack that is in front: of the topmost sheet that stays, or the main one.
    public var frontNavigator: Navigator { sheets.last { !$0.isLeaving }?.navigator ?? navigator }

    /// Presents `screen` as the root of a sheet.
    public func present(_ screen: Screen, animated: Bool = true) {
        let sheet = Sheet(root: screen, presenter: frontNavigator, stage: self)
        sheets.append(sheet)
        rootView.insertSubview(sheet.view, at: rootView.subviews.count - (cover == nil ? 0 : 1))
        sheet.present(animated: animated)
    }

    /// Whether a screen is on the glass on which something secret is typed.
    public var isPrivate: Bool { navigators.contains { $0.top.isPrivate } }

    var navigators: [Navigator] { [navigator] + sheets.map(\.navigator) }

    func removeSheet(_ sheet: Sheet) { sheets.removeAll { $0 === sheet } }

    // MARK: Another visitor

    /// Everything that somebody did is gone: `root` alone is on the stack, in front of nothing, as on a new stage. Fingers
    /// lose what they hold, nobody is asked, and nothing that moved goes on. What lies over the screens stays.
    public func begin(with root: Screen) {
        cancelAllTouches()
        for sheet in sheets.reversed() {
            sheet.settleAtOnce()
            sheet.dismiss(animated: false)
        }
        navigator.close()
        let top = navigator.top
        top.willDisappear()
        navigator.view.removeFromSuperview()
        top.didDisappear()
        movers = []
        focus = nil
        direction = .leftToRight
        navigator = Navigator(root: root, frame: Rect(origin: .zero, size: panel.pixels.size), stage: self)
        rootView.insertSubview(navigator.view, at: 0)
        navigator.begin()
        compositor.releaseMemory()
        trace("begin", [("stack", .texts([root.name]))])
    }

    // MARK: Another panel

    /// The picture has another size: the panel was turned, or another one was plugged in. Fingers lose what they hold,
    /// what moves is over where it was going or back where it came from, and every screen is built anew in its new size.
    public func change(to panel: Panel) {
        guard panel != self.panel else { return }
        cancelAllTouches()
        for sheet in sheets { sheet.settleAtOnce() }
        for navigator in navigators { navigator.close() }
        self.panel = panel
        theme = theme.resized(for: panel)
        rootView.glass = panel
        (glass.frame, overlay.frame) = (rootView.frame, rootView.frame)
        compositor = Compositor(size: panel.pixels, background: .black)
        updateMemory()
        navigator.resize(to: Rect(origin: .zero, size: panel.pixels.size))
        for sheet in sheets { sheet.resize() }
        cover?.frame = rootView.frame
    }

    // MARK: For what lies on the stage

    func nextTransitionID() -> Int {
        lastTransitionID += 1
        return lastTransitionID
    }

    func add(_ mover: any Mover) { if !movers.contains(where: { $0 === mover }) { movers.append(mover) } }
    func remove(_ mover: any Mover) { movers.removeAll { $0 === mover } }

    /// Ends, as cancelled, all touches that came down on `view` or in it.
    func cancelTouches(in view: View) {
        dispatcher.cancelTouches { $0.view?.isWithin(view) == true }
    }

    /// All fingers and buttons are gone: the panel was unplugged, or somebody else has the screen.
    public func cancelAllTouches() {
        dispatcher.cancelTouches()
        dispatcher.cancelPresses()
    }

    /// Whether no finger is on the glass and no recognizer has anything to decide.
    var isUntouched: Bool { dispatcher.touchesDown.isEmpty && dispatcher.recognizersUnderWay.isEmpty }

    // MARK: What is said of it

    /// The recognizers that follow touches or buttons now, each with the number of its attempt and its state.
    public var gesturesUnderWay: [(name: String, id: Int, state: String)] {
        dispatcher.recognizersUnderWay.map { ($0.name, $0.id, $0.state.rawValue) }
    }

    func trace(_ kind: String, _ fields: [(String, TraceRecord.Value)]) {
        onTrace?(TraceRecord(time: now, kind: kind, fields: fields))
    }

    func trace(
        _ transition: Transition, _ phase: String, gesture: Int? = nil, _ fields: [(String, TraceRecord.Value)]
    ) {
        var all: [(String, TraceRecord.Value)] = [("id", .integer(transition.id))]
        if let gesture { all.append(("gesture", .integer(gesture))) }
        all += [
            ("operation", .text(transition.operation.rawValue)), ("from", .text(transition.from.name)),
            ("to", .text(transition.to.name)), ("phase", .text(phase)),
        ]
        trace("transition", all + fields)
    }

    /// The last line of a trace: the stacks, and what is not back to where it started.
    public func traceEnd() {
        let mine = navigator.screens.map(\.name)
        let stacks = [("", mine)] + sheets.map { ($0.navigator.root.name, $0.navigator.screens.map(\.name)) }
        trace(
            "end",
            [
                ("stack", .texts(mine)), ("sheets", .texts(sheets.map(\.navigator.root.name))),
                ("stacks", .lists(stacks)), ("stuck", .texts(dispatcher.recognizersUnderWay.map(\.name))),
            ])
    }

    /// Whether a finger holds something, or a screen is on its way.
    public var isBusy: Bool { !isUntouched || movers.contains { $0 is Transition } }

    /// The name and the offset (mm) of each screen that moves, at `instant`.
    public func movingScreens(at instant: Instant) -> [(String, Double)] {
        movers.compactMap { $0 as? Transition }
            .map { ($0.upper.name, $0.offset(at: instant).offset / $0.density) }
    }
}

extension TraceRecord {
    /// What a trace says of the finish rule.
    static func fields(of release: FinishRule.Release, _ verdict: FinishRule.Verdict) -> [(String, Value)] {
        [
            ("p", .length(release.p)), ("peak", .length(release.peak)), ("v", .length(release.velocity)),
            ("T", .length(verdict.threshold)), ("room", .length(release.room)), ("why", .text(verdict.why)),
        ]
    }
}

/// The outermost view: the glass.
final class RootView: View {
    var glass: Panel { didSet { frame = Rect(origin: .zero, size: glass.pixels.size) } }
    weak var touchDispatcher: TouchDispatcher?

    init(panel: Panel) {
        glass = panel
        super.init()
        frame = Rect(origin: .zero, size: panel.pixels.size)
        layer.masksToBounds = true
        layer.name = "stage"
    }

    override var panel: Panel? { glass }
    override var dispatcher: TouchDispatcher? { touchDispatcher }

    override func convert(fromPanel point: Point) -> Point { glass.pixels(point) }

    /// A finger that the panel sees beside the picture, as panels do at their edges, touches what lies nearest.
    override func hitTest(_ point: Point) -> View? {
        super.hitTest(Point(min(max(0, point.x), bounds.width - 1), min(max(0, point.y), bounds.height - 1)))
    }
}
