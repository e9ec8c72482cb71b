// One page of the kiosk: its title, its content, and what it hears of coming and going.

public import Geometry
import Gestures
import Layers

/// What a visitor sees as one page. Subclass it, put views into `content`, and push it.
open class Screen {
    /// What the screen is called in traces, recordings and links. Unique in a kiosk.
    public final let name: String
    /// What its bar says.
    public final var title: String
    /// Whether it has a bar. A hidden bar never disables the swipe back.
    public final var isBarShown = true
    /// Whether its bar has a way back. A hidden one never disables the swipe.
    public final var isBackShown = true
    /// What its bar shows instead of the usual way back; its taps are its own. It never disables the swipe.
    public final var backView: View?
    /// Which way its text runs; nil for what the stage has. It decides where the way back is.
    public final var direction: LayoutDirection?
    /// Where a finger can start to pop it; nil for what the kiosk has.
    public final var popStyle: PopStyle?
    /// How near to the leading edge, in mm, a full-screen pop of it must begin; nil for anywhere.
    public final var popZone: Double?
    /// When a pop of it finishes; nil for what the kiosk has.
    public final var popFinish: FinishRule?
    /// Whether what is typed on it is nobody's business: while it is seen, no touch is recorded or traced.
    public final var isPrivate = false
    /// The heights at which a sheet rests whose root it is; the lowest is where it comes to. Empty: one, 92 % of the panel.
    public final var detents: [Detent] = []
    /// The navigator it is on; nil before it is pushed and after it is popped.
    public internal(set) final weak var navigator: Navigator?
    /// The whole screen, with bar and content.
    public final let view: ScreenView

    /// The transition that moves the screen or uncovers it; nil while it is at rest. Known in `willAppear` and
    /// `willDisappear`, to animate other things along with it.
    public internal(set) final weak var transition: Transition?
    /// Whether a hint has shown the way back from here.
    final var hasShownWayBack = false
    private final var isLoaded = false

    /// A screen called `name`, with `title` in its bar.
    public init(name: String, title: String) {
        self.name = name
        self.title = title
        view = ScreenView()
        view.owner = self
    }

    /// Puts views into `content`, which has its size. Called before the screen is shown first, and again with a new and empty
    /// `content` when the panel has another size.
    open func loadContent(into content: View) {}

    /// The screen is about to come onto the glass, or to be uncovered.
    open func willAppear() {}
    /// The screen is on the glass and at rest.
    open func didAppear() {}
    /// The screen is about to leave the glass, or to be covered.
    open func willDisappear() {}
    /// The screen is no longer on the glass.
    open func didDisappear() {}

    /// A visitor wants to leave the screen: by a finger, by the way back in its bar, or by pulling the sheet away whose top
    /// it is. While it has not answered, it stays under the finger like a rubber band.
    open func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer { .yes }

    /// Lays the screen out in `size` (px) and loads its content if that is yet to be done.
    final func load(size: Size, navigator: Navigator) {
        self.navigator = navigator
        guard !isLoaded else { return }
        isLoaded = true
        view.build(size: size, theme: navigator.stage.theme)
        loadContent(into: view.content)
    }

    /// Lays the screen out anew in `size` (px), if it has been shown at all.
    final func reload(size: Size) {
        guard isLoaded, let stage = navigator?.stage else { return }
        view.build(size: size, theme: stage.theme)
        loadContent(into: view.content)
    }
}

/// The view of a whole screen: its bar, if it has one, over its content.
public final class ScreenView: View {
    weak var owner: Screen?
    /// What the screen shows below its bar.
    public private(set) var content = View()
    private var bar: BarView?
    private let armedMark = View()
    private var armedWidth = 0.0

    init() {
        super.init()
        layer.masksToBounds = true
        armedMark.layer.isHidden = true
        armedMark.isUserInteractionEnabled = false
    }

    public override var screen: Screen? { owner }
    public override var traceName: String { screen?.name ?? "" }
    /// Known before the screen lies on the stage: `loadContent` may ask.
    public override var panel: Panel? { owner?.navigator?.stage.panel }

    func build(size: Size, theme: Theme) {
        guard let screen = owner else { return }
        content.removeFromSuperview()
        bar?.removeFromSuperview()
        content = View()
        layer.name = screen.name
        layer.backgroundColor = theme.background
        frame = Rect(origin: frame.origin, size: size)
        var top = 0.0
        if screen.isBarShown {
            let bar = BarView(theme: theme)
            top = BarView.height(theme)
            addSubview(bar)
            bar.frame = Rect(0, 0, size.width, top)
            self.bar = bar
        }
        content.frame = Rect(0, top, size.width, size.height - top)
        insertSubview(content, at: 0)
        armedMark.layer.backgroundColor = theme.accent
        armedWidth = (theme.em * 0.2).rounded()
        addSubview(armedMark)
    }

    /// Shows in the bar what lies below the screen by now.
    func updateBar() { bar?.update() }

    /// Whether it shows that letting go of it would let it leave.
    public var isArmed: Bool { !armedMark.layer.isHidden }

    /// Shows whether the screen would leave if the finger let go of it now: a line at `edge`, the one that moves in.
    func showArmed(_ isArmed: Bool, at edge: Edges) {
        armedMark.layer.isHidden = !isArmed
        let (size, width) = (bounds.size, armedWidth)
        armedMark.frame =
            edge == .top
            ? Rect(0, 0, size.width, width) : Rect(edge == .left ? 0 : size.width - width, 0, width, size.height)
    }
}
