// A page of the kiosk: its title, its content, and its callbacks for appearing and disappearing.

public import Geometry
import Gestures
import Layers

/// A page that a visitor sees. Subclass it, add views to `content` in `load`, and push it.
@MainActor
open class Screen {
    /// The name of the screen in traces, recordings and links. It must be unique in a kiosk.
    public final let name: String
    /// The title in the screen's bar, and on the back button in the bar of the screen above.
    public final var title: String { didSet { if title != oldValue { navigator?.updateBars() } } }
    /// The opacity of the title in the bar, from 0 to 1. A page whose heading says the same words shows the title as far as the
    /// heading has left the glass.
    package final var titleOpacity = 1.0 { didSet { if titleOpacity != oldValue { view.showTitle() } } }
    /// Whether the screen has a bar. Without a bar the swipe back still works.
    public final var isBarShown = true { didSet { if isBarShown != oldValue { arrange() } } }
    /// What the way back is called where it leads to something else than the screen below; nil for the title of that screen.
    package final var wayBack: String? { didSet { if wayBack != oldValue { view.updateBar() } } }
    /// Whether the bar has a back button. Without the button the swipe back still works.
    public final var isBackShown = true { didSet { if isBackShown != oldValue { navigator?.updateBars() } } }
    /// A view in place of the default back button; nil for the default. It handles its own taps. The swipe back still works.
    public final var backView: View? { didSet { if backView !== oldValue { view.replaceBarView(oldValue) } } }
    /// A view at the end of the bar; nil for none. It handles its own taps.
    public final var trailingView: View? {
        didSet { if trailingView !== oldValue { view.replaceBarView(oldValue) } }
    }
    /// The direction of the screen's text; nil for the stage's. It decides where the back button and the leading edge are.
    public final var direction: LayoutDirection? { didSet { if direction != oldValue { turn() } } }
    /// Whether the screen is light or dark; nil for as the stage is.
    public final var colorScheme: ColorScheme? { didSet { if colorScheme != oldValue { arrange() } } }
    /// The contrast of the screen's colours; nil for the stage's.
    public final var contrast: ColorContrast? { didSet { if contrast != oldValue { arrange() } } }
    /// Where a pop of this screen can start; nil for the kiosk's setting.
    public final var popStyle: PopStyle?
    /// The distance from the leading edge, in mm, within which a full-screen pop of this screen must start; nil for anywhere.
    public final var popZone: Double?
    /// The rule by which a pop of this screen finishes, or a pull of the sheet whose top it is; nil for the kiosk's.
    public final var popFinish: FinishRule?
    /// Whether input on this screen is private: while it is the top of a stack, no touch and no button is recorded or traced.
    public final var isPrivate = false
    /// Whether the screen belongs to the machine, not to the kiosk. A sheet with such a root is no part of a visit, and the pages do
    /// not change while it is open.
    package final var isOfMachine = false
    /// The heights at which a sheet with this screen as its root rests. The sheet opens at the lowest. If empty, the
    /// only height is 92 % of the panel.
    public final var detents: [Detent] = []
    /// The card that a sheet with this screen as its root is; nil for a sheet that comes from below.
    package final var sheetCard: SheetCard?
    /// The navigator that contains the screen; nil before the screen is pushed and after it is popped.
    public internal(set) final weak var navigator: Navigator? {
        didSet {
            guard navigator == nil else { return }
            oldValue?.stage.bannerLeaves(with: self)
            leaveStack()
        }
    }
    /// The tasks and timers that end when the screen leaves its stack.
    final let work = ScreenWork()
    /// The view of the whole screen, with bar and content.
    public final let view: ScreenView

    /// The transition that moves or uncovers the screen; nil while the screen is at rest. It is set in `willAppear` and
    /// `willDisappear`, so that other animations can run along with it.
    public internal(set) final weak var transition: Transition?
    /// The states of the screen between off the glass and on the glass.
    private enum Appearance { case off, coming, on, going }
    private final var appearance = Appearance.off
    /// Whether the screen has heard that it comes to the glass, and not that it has gone.
    final var isSeen: Bool { if case .off = appearance { false } else { true } }
    /// Whether nothing of the screen can be seen, because another one covers it on its stack.
    package final var isCovered: Bool { view.layer.isHidden }
    /// Whether a hint has shown the way back on this screen.
    final var hasShownWayBack = false
    private final var loading = Loading.unloaded
    /// The parameters of the last layout.
    private final var place: Place?

    private enum Loading { case unloaded, loading, loaded }

    /// Everything that `layout` depends on.
    private struct Place: Hashable {
        let size: Size
        let direction: LayoutDirection
        let theme: Theme
    }

    /// Creates a screen called `name`, with `title` in its bar.
    public init(name: String, title: String) {
        self.name = name
        self.title = title
        view = ScreenView()
        view.owner = self
    }

    /// Adds views to `content`, which has its size already. Called once, before the screen is first shown; `layout` follows.
    open func load(into content: View) {}

    /// Lays out the views in `content`. Called after `load`, and again, whether the screen is shown or not, when the
    /// size of `content`, the direction of text or the theme has changed. `content` is the view that `load` filled: its
    /// views stay, and are moved and updated.
    open func layout(_ content: View) { (self as? any SelfArranging)?.arrange(content) }

    /// Called when the visitor has chosen another language, which is `stage.language`, for each screen on a stack, shown or covered; and after
    /// `load`, if a language was chosen before. This is the place for a title in that language.
    open func translate() { if place != nil { (self as? any SelfArranging)?.arrange(view.content) } }

    /// Called when the screen is about to come onto the glass or to be uncovered.
    open func willAppear() {}
    /// Called when the screen is on the glass and at rest.
    open func didAppear() {}
    /// Called when the screen is about to leave the glass or to be covered.
    open func willDisappear() {}
    /// Called when the screen is no longer on the glass.
    open func didDisappear() {}

    // The code that moves screens reports the present state to the functions below, which call each callback once and in order.

    /// Done once, when what has covered the screen has left.
    final var onReturn: (() -> Void)?

    /// Does `action` if the screen is on the glass or coming there; otherwise once it is there, unless it leaves its stack or something else is
    /// to be done then.
    package final func whenShown(_ action: @escaping () -> Void) {
        switch appearance {
        case .coming, .on: action()
        case .off, .going: onReturn = action
        }
    }

    /// Reports that the screen is about to come onto the glass.
    final func willCome() {
        switch appearance {
        case .off, .going:
            appearance = .coming
            willAppear()
        case .coming, .on: break
        }
    }

    /// Reports that the screen is on the glass and at rest.
    final func hasCome() {
        willCome()
        guard case .coming = appearance else { return }
        appearance = .on
        let returned = onReturn
        onReturn = nil
        returned?()
        didAppear()
    }

    /// Reports that the screen is about to leave the glass.
    final func willGo() {
        switch appearance {
        case .on, .coming:
            appearance = .going
            navigator?.stage.dock?.goes(with: self)
            willDisappear()
        case .going:
            // One that a finger was popping is covered by what code pushes, and its keyboard does not go along with it any more.
            navigator?.stage.dock?.goes(with: self)
        case .off: break
        }
    }

    /// Reports that the screen is no longer on the glass.
    final func hasGone() {
        willGo()
        guard case .going = appearance else { return }
        appearance = .off
        didDisappear()
    }

    /// Answers whether the visitor may leave the screen. Called when a finger, or the back button, would pop the screen, or a
    /// pull would dismiss the sheet whose top it is. Until the answer the screen gives under the finger like a rubber band.
    open func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer { .yes }

    /// Called when `request` no longer needs an answer: the visitor has brought the screen back, or the screen leaves anyway.
    open func leaveWithdrawn(_ request: LeaveRequest) {}

    /// The direction of the screen's text in its present place.
    package final var textDirection: LayoutDirection { direction ?? navigator?.stage.direction ?? .leftToRight }

    /// Changes the theme for this screen: its colours, corners and distances. Its bar, the keyboard for its fields, and the alerts, toasts and
    /// popovers that it shows have them too. It is called whenever the screen is laid out, in the screen's `colorScheme` and `contrast` and
    /// in the size of text that the visitor has chosen.
    open func adjust(_ theme: inout Theme) {}

    /// The theme of `stage` as this screen shows it.
    public final func shownTheme(on stage: Stage) -> Theme { shownTheme(over: stage.theme) }

    /// `theme` as this screen shows it.
    package final func shownTheme(over theme: Theme) -> Theme {
        var theme = theme
        (theme.colorScheme, theme.contrast) = (colorScheme ?? theme.colorScheme, contrast ?? theme.contrast)
        adjust(&theme)
        return theme
    }

    /// Places the screen on `navigator`, in `size` (px). Loads the content if it is not loaded, and lays it out if
    /// anything that the layout depends on has changed.
    final func arrange(in size: Size, on navigator: Navigator) {
        self.navigator = navigator
        view.frame.size = size
        arrange()
    }

    /// Ends what belongs to the screen's time on a stack.
    private final func leaveStack() {
        work.cancelAll()
        onReturn = nil
        clear()
    }

    /// Takes away what the screen shows by itself. One that is pushed again is laid out anew.
    final func clear() {
        guard let arranging = self as? any SelfArranging else { return }
        // A keyboard that goes lays out the screen once more.
        if let dock = navigator?.stage.dock, dock.screen === self { dock.remove() }
        place = nil
        arranging.clear(view.content)
    }

    /// Loads the content and lays it out again, if the screen is on a navigator and the layout is out of date.
    final func arrange() {
        guard let stage = navigator?.stage else { return }
        let theme = shownTheme(on: stage)
        view.arrange(theme)
        if case .unloaded = loading {
            loading = .loading
            load(into: view.content)
            loading = .loaded
            if stage.language != nil { translate() }
        }
        let new = Place(size: view.content.bounds.size, direction: textDirection, theme: theme)
        guard case .loaded = loading, new != place else { return }
        // Contents drawn for the other direction are out of date.
        if let place, place.direction != new.direction { view.discardContents() }
        place = new
        layout(view.content)
    }

    /// Applies a change of the text direction.
    private final func turn() {
        arrange()
        navigator?.updateScreens()
    }
}

/// A screen that fills its content by itself, without `load` and `layout`.
@MainActor
public protocol SelfArranging: Screen {
    /// Shows in `content` what belongs there, in its present size, theme, direction and language.
    func arrange(_ content: View)
    /// Takes away what `arrange` has shown in `content`, because the screen has left its stack.
    func clear(_ content: View)
}

/// The view of a whole screen: its content, and above it the bar, if there is one.
public final class ScreenView: View {
    weak var owner: Screen?
    /// The view of the screen's content, below the bar. It exists as long as the screen does.
    public let content = View()
    private var bar: BarView?
    private let armedMark = View()
    private var armedWidth = 0.0
    /// Takes the bar and the content to their places when a dock comes or goes.
    private var roomMovement: Animation?

    /// The owners of fingers that come down on a screen.
    enum Standing {
        /// The screen and the views in it.
        case front
        /// The navigator, which catches the screen with the finger while the screen visibly moves; after that, the
        /// screen that it uncovers.
        case leaving
        /// Nothing; the screen is covered.
        case covered
    }
    var standing = Standing.covered

    init() {
        super.init()
        layer.masksToBounds = true
        armedMark.layer.isHidden = true
        armedMark.isUserInteractionEnabled = false
        addSubview(content)
        addSubview(armedMark)
    }

    public override var screen: Screen? { owner }
    public override var spoken: Spoken? { owner?.sheetCard?.spoken }

    /// Takes no touches while a finger moves the screen, so that a visitor cannot press something that another hand pulls away, and
    /// none while it comes, because a finger then catches it.
    public override var takesTouches: Bool {
        guard standing == .front, super.takesTouches else { return false }
        guard let owner, let navigator = owner.navigator else { return true }
        return navigator.catchableTransition(of: owner) == nil
            && !navigator.transitions.contains { $0.upper === owner && $0.drag != nil }
    }

    public override func hitTest(_ point: Point) -> View? {
        switch standing {
        case .front: return super.hitTest(point)
        case .covered: return nil
        case .leaving:
            guard isUserInteractionEnabled, let owner, owner.navigator?.catchableTransition(of: owner) != nil else {
                return nil
            }
            return layer.presentation.bounds.contains(point) ? self : nil
        }
    }

    public override var traceName: String { screen?.name ?? "" }
    /// The panel is known before the screen is on the stage, because `load` may ask for it.
    public override var panel: Panel? { owner?.navigator?.stage.panel }

    /// Lays out the bar and the content in the view's size.
    func arrange(_ theme: Theme) {
        guard let screen = owner else { return }
        layer.name = screen.name
        layer.backgroundColor = theme.background
        armedMark.layer.backgroundColor = theme.accent
        armedWidth = (theme.em * 0.2).rounded()
        let size = bounds.size
        let height = screen.isBarShown ? BarView.height(theme) : 0
        let dock = screen.navigator?.stage.dock?.room(for: self, below: height)
        let top = dock?.bar ?? height
        let seen = [content, bar].compactMap { view in view.map { ($0, $0.layer.presentation.position.y) } }
        if !screen.isBarShown {
            bar?.removeFromSuperview()
            bar = nil
        } else {
            let bar = bar ?? BarView(theme: theme)
            if bar.superview == nil { insertSubview(bar, at: 1) }
            self.bar = bar
            showTitle()
            bar.theme = theme
            bar.frame = Rect(0, top - height, size.width, height)
            bar.layout()
            bar.update()
        }
        content.frame = Rect(0, top - (dock?.lift ?? 0), size.width, dock?.height ?? size.height - top)
        move(from: seen)
    }

    /// Lets views go to their places from where they were seen, along the height of the glass (px), as what is laid out just now does.
    private func move(from seen: [(view: View, y: Double)]) {
        guard let manner = Animation.asked, let stage = owner?.navigator?.stage else { return }
        roomMovement = nil
        let movement = Animation()
        let moved = seen.filter { $0.y != $0.view.layer.presentation.position.y }
        guard !moved.isEmpty else { return }
        for (view, y) in moved {
            movement.animator.add(.positionY, of: view.layer, from: y - view.layer.presentation.position.y, to: 0)
        }
        movement.start(on: stage, manner)
        roomMovement = movement
    }

    /// Updates the bar, after a change of the screens below.
    func updateBar() { bar?.update() }

    /// Shows the title in the bar as the screen says.
    func showTitle() { if let owner { bar?.titleOpacity = owner.titleOpacity } }

    /// Removes `old`, the previous back view or trailing view, from the bar, and adds the present ones.
    func replaceBarView(_ old: View?) {
        if old?.superview === bar { old?.removeFromSuperview() }
        bar?.layout()
        bar?.update()
    }

    /// Places the views in the bar again, one of which needs another size.
    package func placeBarViews() {
        bar?.layout()
        bar?.update()
    }

    /// Whether the view shows that a release would now let the screen leave.
    public var isArmed: Bool { !armedMark.layer.isHidden }

    /// Shows or hides the mark for a release that would let the screen leave: a line at `edge`, the edge that moves in.
    func showArmed(_ isArmed: Bool, at edge: Edges) {
        armedMark.layer.isHidden = !isArmed
        let (size, width) = (bounds.size, armedWidth)
        armedMark.frame =
            edge == .top
            ? Rect(0, 0, size.width, width) : Rect(edge == .left ? 0 : size.width - width, 0, width, size.height)
    }
}
