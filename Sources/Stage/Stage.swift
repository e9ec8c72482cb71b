// The stage: everything on the glass, and the entry points for time, touches, arrivals and pictures.

public import Geometry
import Gestures
package import Layers

/// Everything that a visitor sees. The stage reads no clock: touches have their own time (`handle`), and the runtime
/// passes the time to `advance`, at `nextDeadline` at the latest, and a picture's presentation time to `plan`.
@MainActor
public final class Stage {
    /// The panel that shows the stage.
    public private(set) var panel: Panel
    /// The colours and sizes. A change lays out all screens again.
    public var theme: Theme {
        get { looks.theme }
        set { if newValue != theme { wear(DayAndNight(day: newValue)) } }
    }
    /// The behaviour of gestures. A gesture under way continues as it began.
    public var gestures: GestureSettings {
        didSet {
            dispatcher.slop = gestures.slop
            for navigator in navigators { navigator.configure() }
        }
    }
    /// The main stack.
    public private(set) var navigator: Navigator!
    /// The presented sheets, bottom first.
    public private(set) var sheets: [Sheet] = []
    /// The direction of text on screens that do not set their own.
    public var direction = LayoutDirection.leftToRight {
        didSet {
            guard direction != oldValue else { return }
            rootView.discardContents()
            for navigator in navigators { navigator.arrange() }
        }
    }
    /// The language (BCP 47) that the visitor has chosen; nil for the usual one. `show(in:)` changes it.
    public internal(set) var language: String?
    /// The direction before the visitor chose a language.
    var usualDirection: LayoutDirection?
    /// What the visitor has set with sliders, by their names. `set(_:to:)` changes it.
    package internal(set) var sliders: [String: Int] = [:]
    /// The memory budget for drawn contents, in bytes; nil for eight screens. Visible contents may exceed it.
    package var memory: Int? { didSet { updateMemory() } }
    /// The factor by which everything that moves by itself is slowed down, on the same path, for inspection: springs,
    /// fades, scrolling after a release. Content under a finger follows at normal speed. Thrown content starts with the
    /// finger's velocity, on the slower clock. A movement under way continues as it began.
    package var slowMotion = 1.0
    /// The instant to which the stage has advanced.
    public private(set) var now = Instant.zero
    /// The presentation time of the newest picture on the glass or about to be. A finger catches things where it shows them.
    private(set) var seenUntil = Instant.zero
    /// The number of pictures that went to the glass.
    private(set) var pictures = 0
    /// The queue to which other threads post arrivals for this stage.
    package let arrivals = Arrivals()
    var expectations = Expectations()
    /// The tasks of the screens. They run after each step of time, and after whatever comes.
    package let tasks = StageTasks()
    /// What has arrived of the wall clock and of files.
    package internal(set) var values = StageValues()
    var valueWatches: [WeakWatch] = []
    /// Whether nobody can see the stage, because the panel is dark. What changes with the wall clock then stands still.
    package var isAsleep = false { didSet { if isAsleep != oldValue { tellOfValues() } } }
    /// Called for each arrival that is taken, before it takes effect.
    package var onArrival: ((ArrivalRecord) -> Void)?
    /// Called for each decision.
    package var onTrace: ((TraceRecord) -> Void)?
    /// Called for warnings, for example about impossible touches.
    package var onWarning: ((String) -> Void)? {
        get { dispatcher.onWarning }
        set { dispatcher.onWarning = newValue }
    }

    /// A layer over all screens, but not part of them: it takes no touches, and only pictures that ask for the overlay show it.
    package let overlay = Layer()
    /// Who starts the programs whose windows are screens; nil shows their names.
    package weak var guests: (any GuestHost)? { didSet { rootView.tellOfHost() } }
    /// What the programs on the stage ask for.
    package var guestCalls = GuestCalls()
    /// A view over all screens, as large as the glass, that takes all new touches; nil for none.
    package var cover: View? {
        didSet {
            oldValue?.removeFromSuperview()
            guard let cover else { return }
            cover.frame = rootView.frame
            rootView.addSubview(cover)
        }
    }
    /// What stands at the bottom of the glass for a screen, such as its keyboard; nil for none.
    package internal(set) var dock: Dock?
    /// What follows the keys of hardware keyboards, by their layout. Which keys are held or locked is the same in all texts.
    package var hardwareKeys: [String: AnyObject] = [:]
    /// The text that the visitor has copied last.
    package var clipboard = ""
    /// Contains the screens and the overlay.
    private let glass = Layer()
    let rootView: RootView
    /// The themes of the day and of the night.
    var looks: DayAndNight
    let dispatcher: TouchDispatcher
    private var homeButton: HomeButton?
    private(set) var movers: [any Mover] = []
    /// The sessions of fingers that drag on sheets and in content.
    private var sessions: [FingerSession] = []
    private var lastTransitionID = 0
    package private(set) var compositor: Compositor
    let backings: BackingStore
    /// The poses of the picture that is being planned. They are rebuilt for each plan; only their memory is reused.
    private var poses = Poses()

    /// Creates a stage on `panel` with `root` as its first screen, for a visit in `language`. Its time begins at `instant`, when it
    /// knows `values`.
    package init(
        panel: Panel, theme: Theme, gestures: GestureSettings, root: Screen, language: String? = nil,
        at instant: Instant = .zero, values: StageValues = StageValues(), sliders: [String: Int] = [:]
    ) {
        (self.language, self.values, self.sliders) = (language, values, sliders)
        direction = language.map { LayoutDirection(language: $0) } ?? .leftToRight
        (now, seenUntil) = (instant, instant)
        self.panel = panel
        looks = DayAndNight(day: theme)
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
        dispatcher.slop = gestures.slop
        updateMemory()
        backings.onExcess = { [unowned self] in warn(ofExcess: $0) }
        // Views, and the pictures in them, may be released after the stage.
        backings.pictures.onLeave = { [weak self] in self?.note(.pictureLeft($0)) }
        dispatcher.onGesture = { [unowned self] event in onTrace?(TraceRecord(event, at: now)) }
        navigator = Navigator(root: root, frame: Rect(origin: .zero, size: panel.pixels.size), stage: self)
        rootView.addSubview(navigator.view)
        navigator.begin()
        homeButton = HomeButton(on: self)
    }

    deinit { arrivals.close() }

    // MARK: Entry points

    /// Handles changes of touches. Time never runs back: a frame older than `now` is handled at `now`.
    package func handle(_ frame: TouchFrame) {
        advance(to: frame.time)
        dock?.touched(in: frame)
        dispatcher.handle(TouchFrame(time: now, changes: frame.changes))
        dock?.follow()
        tasks.run()
    }

    /// Handles changes of hardware buttons. They go to the view with the focus if it is in front, otherwise to the
    /// front screen, or to the view that covers it.
    package func handle(_ presses: PressFrame) {
        advance(to: presses.time)
        dispatcher.root = cover ?? frontNavigator.top.view
        dispatcher.handle(PressFrame(time: now, changes: presses.changes))
        tasks.run()
    }

    /// The view that gets hardware buttons; nil for the front screen.
    public var focus: View? {
        get { dispatcher.firstResponder as? View }
        set { dispatcher.firstResponder = newValue }
    }

    /// Advances the time to `instant`. Everything that is due by then happens in order.
    package func advance(to instant: Instant) {
        var (rounds, start) = (0, now)
        while let due = nextDeadline, due <= instant {
            now = max(now, due)
            if now - start >= Self.moment { (rounds, start) = (0, now) }
            rounds += 1
            if rounds > Self.mostRounds { stopWhatIsDue() }
            dispatcher.advance(to: now)
            for mover in movers where mover.end.map({ $0 <= due }) == true {
                mover.show(at: due)
                mover.rest()
            }
            tasks.run()
        }
        now = max(now, instant)
        seenUntil = max(seenUntil, now)
        dispatcher.advance(to: now)
        for mover in movers { mover.show(at: now) }
        dock?.follow()
        tasks.run()
    }

    /// Records that the picture planned for `presentation` goes to the glass.
    package func willPresent(at presentation: Instant) {
        seenUntil = max(now, presentation)
        dispatcher.moved?.show(at: seenUntil)
        pictures += 1
        guard rootView.holdsPictures else { return }
        poseMovers(at: presentation)
        rootView.see(rootView.frame, poses, inFrame: pictures)
    }

    /// The parts of the stage that a picture can show.
    package enum Part: Sendable {
        /// Everything that a visitor is meant to see.
        case screens
        /// The overlay.
        case overlay
        /// Both.
        case all
    }

    /// Plans the picture for `presentation`, which `draw` then draws. A picture can be planned several times: planning
    /// moves no layer and calls no observer. It only draws contents that come into view into their bitmaps.
    package func plan(at presentation: Instant, _ part: Part = .screens) -> Frame {
        poseMovers(at: presentation)
        drawContents { rootView.want(visible: rootView.bounds, near: rootView.bounds, $0, in: backings) }
        let root =
            switch part {
            case .screens: rootView.layer
            case .overlay: overlay
            case .all: glass
            }
        return compositor.plan(root, poses: poses, over: part == .overlay ? nil : looks.ground)
    }

    /// Poses everything that moves as it will be at `instant`.
    private func poseMovers(at instant: Instant) {
        pose { poses in
            for mover in movers { mover.pose(&poses, at: instant) }
            dock?.follow(in: &poses)
        }
    }

    /// Replaces the poses by those that `body` sets.
    func pose(_ body: (inout Poses) -> Void) {
        poses.removeAll()
        body(&poses)
    }

    /// Draws the missing contents that `body` marks as visible in the poses.
    func drawContents(_ body: (Poses) -> Void) {
        backings.begin()
        body(poses)
        backings.drawVisible()
    }

    /// The poses as two screens that were drawn before, and their positions. Throws if the picture shows more.
    func planeScene() throws(PlaneScene.Refusal) -> PlaneScene {
        try PlaneScene(of: rootView.layer, poses: poses, size: panel.pixels)
    }

    /// Draws the pixels of `region` of a planned picture, with `alone` by this thread. The surface is written and never read.
    package func draw(_ frame: Frame, into surface: PixelSurface, region: Region, alone: Bool = false) {
        compositor.draw(frame, into: surface, region: region, alone: alone)
    }

    // MARK: Sheets

    /// The front stack: that of the topmost sheet that stays, or the main stack.
    public var frontNavigator: Navigator { sheets.last { !$0.isLeaving }?.navigator ?? navigator }

    /// Presents `screen` as the root of a sheet.
    public func present(_ screen: Screen, animated: Bool = true) {
        let front = frontNavigator
        // The presenter stays, unless the sheet is the question that the presenter asks before it leaves.
        for driver in [front.driver, front.sheet?.driver].compactMap({ $0 }) where !driver.isAsking {
            driver.letGo("\(screen.name) was presented")
        }
        let sheet = Sheet(root: screen, presenter: front, stage: self)
        sheets.append(sheet)
        rootView.insertSubview(sheet.view, at: rootView.subviews.count - viewsOverSheets)
        sheet.present(animated: animated)
    }

    /// Dismisses the sheets above `sheet`, or all for nil, also those above one that leaves already. No screen is asked for consent.
    func dismissSheets(over sheet: Sheet?) {
        let first = sheet.map { one in (sheets.firstIndex { $0 === one } ?? sheets.count) + 1 } ?? 0
        sheets.dropFirst(first).first { !$0.isLeaving }?.dismiss()
    }

    /// Returns to the first screen: dismisses all sheets, pops to the root of the main stack, and asks no screen for consent.
    public func goHome() {
        for sheet in sheets.reversed() { sheet.dismiss() }
        navigator.popToRoot()
    }

    var navigators: [Navigator] { [navigator] + sheets.map(\.navigator) }

    /// The last time that a finger dismissed a sheet.
    private(set) var lastDismissal: Instant?
    func noteDismissal() { if dispatcher.isLifting { lastDismissal = now } }

    func removeSheet(_ sheet: Sheet) { sheets.removeAll { $0 === sheet } }

    // MARK: Another visitor

    /// Starts over for another visitor: `root` alone is on the stack, as on a new stage. Fingers lose what they hold,
    /// no screen is asked for consent, and all movement ends. The cover and the overlay stay.
    package func begin(with root: Screen) { begin(with: root) {} }

    /// Does the same in `language` with `sliders`, and `add` puts more screens over `root`, as one record of the trace. Programs go on in the same visit.
    package func begin<Problem>(
        with root: Screen, language: String? = nil, sliders: [String: Int] = [:], isSameVisit: Bool = false,
        add: () throws(Problem) -> Void
    ) throws(Problem) {
        dispatcher.ignoreSecondTaps()
        if !isSameVisit { guests?.endVisit() }
        backings.holdPictures()
        for sheet in sheets { sheet.driver.letGo("another visitor") }
        cancelAllTouches()
        rootView.banner?.end()
        expectations.removeAll()
        for sheet in sheets.reversed() {
            // A transition that has begun ends in the trace too.
            isBeginning = !movers.contains { $0 is Transition }
            sheet.dismissAtOnce()
        }
        isBeginning = false
        navigator.close()
        navigator.view.removeFromSuperview()
        navigator.end()
        (focus, clipboard, hardwareKeys) = (nil, "", [:])
        dock?.remove()
        // The deinit of an old screen may look at the stage, so the old screens stay alive until the stage has changed.
        let old = (movers, navigator)
        (movers, self.language, self.sliders) = ([], language, sliders)
        navigator = Navigator(root: root, frame: Rect(origin: .zero, size: panel.pixels.size), stage: self)
        withExtendedLifetime(old) {}
        (direction, usualDirection) = (language.map { LayoutDirection(language: $0) } ?? .leftToRight, nil)
        rootView.insertSubview(navigator.view, at: 0)
        navigator.begin()
        compositor.releaseMemory()
        isBeginning = true
        defer { isBeginning = false }
        try add()
        trace("begin", [("stack", .texts(stackNames))])
    }

    /// Takes everything off the glass, before the stage is let go. Screens may be held by what they show.
    package func end() {
        cancelAllTouches()
        dock?.remove()
        for sheet in sheets.reversed() { sheet.dismissAtOnce() }
        navigator.close()
        navigator.end()
    }

    /// Whether screens come and go that are no decision.
    private(set) var isBeginning = false

    // MARK: Another panel

    /// Applies another picture size, after the panel was turned or replaced. Fingers lose what they hold. Transitions
    /// end, at their target if they settle, otherwise where they came from. Every screen is laid out in its new size.
    package func change(to panel: Panel) {
        guard panel != self.panel else { return }
        cancelAllTouches()
        for sheet in sheets { sheet.settleAtOnce() }
        for navigator in navigators { navigator.close() }
        dock?.remove()
        self.panel = panel
        looks = looks.resized(for: panel)
        rootView.glass = panel
        rootView.discardContents()
        (glass.frame, overlay.frame) = (rootView.frame, rootView.frame)
        compositor = Compositor(size: panel.pixels, background: .black, tuning: compositor.tuning)
        updateMemory()
        navigator.resize(to: Rect(origin: .zero, size: panel.pixels.size))
        for sheet in sheets { sheet.resize() }
        cover?.frame = rootView.frame
    }

    // MARK: For the parts of the stage

    func nextTransitionID() -> Int {
        lastTransitionID += 1
        return lastTransitionID
    }

    func add(_ mover: any Mover) { if !movers.contains(where: { $0 === mover }) { movers.append(mover) } }
    func remove(_ mover: any Mover) { movers.removeAll { $0 === mover } }

    /// Adds the session of a finger that begins to drag.
    func add(_ session: FingerSession) { sessions.append(session) }

    /// The session of the finger that `pan` follows.
    func session(of pan: PanRecognizer) -> FingerSession? { sessions.last { $0.pan === pan } }

    /// Passes a change of the state of `pan` to its session.
    func advanceSession(of pan: PanRecognizer) {
        guard let session = session(of: pan) else { return }
        session.advance()
        if !pan.state.isActive { sessions.removeAll { $0 === session } }
    }
}
