// How far something is, and that something goes on.

public import Geometry
import Layers
public import Stage

/// A bar that shows how far something is, or only that something goes on.
public struct Progress: ViewElement, Equatable {
    private let share: Double?

    /// A bar that is filled by `share`, from 0 to 1, and not at all by 0 of 0; nil for a part that runs through the bar, when nothing tells how far something is.
    public init(_ share: Double? = nil) { self.share = share.map { $0.isNaN ? 0 : min(max($0, 0), 1) } }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> ProgressView { ProgressView() }

    /// Lets `view` show the element.
    public func update(_ view: ProgressView, from old: Progress?, in environment: Environment) -> Bool {
        guard old != self else { return false }
        view.show(share, environment.theme, environment.direction)
        return old == nil
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: ProgressView, in proposal: Proposal, _ environment: Environment) -> Size {
        Size(proposal.width ?? (12 * environment.theme.em).rounded(), (0.4 * environment.theme.em).rounded())
    }

    /// It is as wide as its room.
    public var traits: LayoutTraits { LayoutTraits(widthShare: 1) }
}

/// The view of a progress bar.
public final class ProgressView: View {
    /// The time in which a part runs through the bar, and its length as a share of the bar's.
    private static let (round, part) = (Instant.Span.milliseconds(1400), 0.35)

    private let bar = View()
    private var animation: Animation?
    private var share: Double?
    private var direction = LayoutDirection.leftToRight

    init() {
        super.init()
        isUserInteractionEnabled = false
        layer.masksToBounds = true
        addSubview(bar)
    }

    public override var spoken: Spoken? {
        Spoken(.progress, "", value: share.map { "\(Int((100 * $0).rounded())) %" }, share: share)
    }

    /// Shows that something is at `share`, from 0 to 1, or for nil that it goes on.
    func show(_ share: Double?, _ theme: Theme, _ direction: LayoutDirection) {
        (self.share, self.direction) = (share, direction)
        layer.backgroundColor = theme.separator
        bar.layer.backgroundColor = theme.accent
        layout()
    }

    /// Places the filled part, or lets one run.
    public override func layout() {
        layer.cornerRadius = bounds.height / 2
        let width = (bounds.width * (share ?? Self.part)).rounded()
        let start = direction == .leftToRight ? 0 : bounds.width - width
        bar.frame = Rect(start, 0, width, bounds.height)
        animation = nil
        guard share == nil, !bounds.isEmpty, let stage = screen?.navigator?.stage else { return }
        let animation = Animation()
        let way = (bounds.width, -width)
        animation.animator.add(
            .positionX, of: bar.layer, from: direction == .leftToRight ? way.1 : way.0 - start,
            to: direction == .leftToRight ? way.0 : way.1 - start)
        animation.start(on: stage, for: Self.round, repeats: true)
        self.animation = animation
    }
}
