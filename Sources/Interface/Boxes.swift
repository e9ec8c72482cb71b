// Elements with something around them: padding, a size of their own, a ratio.

public import Geometry

/// Lengths at the four sides of an element. `leading` is where lines begin.
nonisolated public struct EdgeMeasures: Hashable, Sendable {
    public var leading, top, trailing, bottom: Measure

    /// Lengths at each side; 0 where none is given.
    public init(leading: Measure = .px(0), top: Measure = .px(0), trailing: Measure = .px(0), bottom: Measure = .px(0))
    {
        (self.leading, self.top, self.trailing, self.bottom) = (leading, top, trailing, bottom)
    }

    /// The same length at all sides.
    public init(_ all: Measure) { self.init(leading: all, top: all, trailing: all, bottom: all) }
}

/// A layout around an element. If that stands for several, they stand over each other.
struct Box<Arrangement: Layout>: LayoutElement {
    let layout: Arrangement
    let content: Elements

    init(_ layout: Arrangement, _ content: some Element) {
        self.layout = layout
        self.content = Elements(slots: [.one(content)])
    }
}

extension Element {
    /// The element in a box that `layout` lays out.
    func boxed(in layout: some Layout) -> some Element { Box(layout, self) }

    /// The element with room of `edges` around it.
    public func padding(_ edges: EdgeMeasures) -> some Element { Box(PaddingLayout(edges: edges), self) }

    /// The element with `measure` of room on all sides.
    public func padding(_ measure: Measure = .spacing(2)) -> some Element { padding(EdgeMeasures(measure)) }

    /// The element in a frame of `width` and `height`; nil for what it takes by itself. It stands at `alignment` in the frame.
    public func frame(width: Measure? = nil, height: Measure? = nil, alignment: BoxAlignment = .center) -> some Element
    {
        Box(FrameLayout(width: width, height: height, alignment: alignment), self)
    }

    /// The element, as large as it can be in the room that it is offered with `ratio` of width to height.
    public func aspectRatio(_ ratio: Double) -> some Element {
        Box(RatioLayout(ratio: ratio.isFinite && ratio > 0 ? min(max(ratio, 0.001), 1000) : 1), self)
    }

    /// The element, which becomes smaller later than those of a lower priority where a stack has too little room. The usual
    /// priority is 0.
    public func layoutPriority(_ priority: Double) -> some Element { Box(PriorityLayout(priority: priority), self) }
}

/// Where an element stands in a larger frame.
nonisolated public enum BoxAlignment: Sendable {
    case topStart, top, topEnd, start, center, end, bottomStart, bottom, bottomEnd

    /// The shares of the free room before the element, from where lines begin and from the top.
    var shares: Point {
        switch self {
        case .topStart: Point(0, 0)
        case .top: Point(0.5, 0)
        case .topEnd: Point(1, 0)
        case .start: Point(0, 0.5)
        case .center: Point(0.5, 0.5)
        case .end: Point(1, 0.5)
        case .bottomStart: Point(0, 1)
        case .bottom: Point(0.5, 1)
        case .bottomEnd: Point(1, 1)
        }
    }
}

struct PaddingLayout: Layout, Equatable {
    let edges: EdgeMeasures

    private func insets(_ environment: Environment) -> Insets {
        func length(_ measure: Measure, _ axis: Axis) -> Double { environment.pixels(measure, along: axis) ?? 0 }
        return Insets(
            left: length(edges.leading, .horizontal), top: length(edges.top, .vertical),
            right: length(edges.trailing, .horizontal), bottom: length(edges.bottom, .vertical))
    }

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let insets = insets(environment)
        let (across, down) = (insets.left + insets.right, insets.top + insets.bottom)
        let inner = BoxLayout.size(
            of: items,
            in: Proposal(
                width: proposal.width.map { max(0, $0 - across) }, height: proposal.height.map { max(0, $0 - down) }))
        return Size(inner.width + across, inner.height + down)
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        let rect = Rect(origin: .zero, size: size).inset(by: insets(environment))
        for item in items { item.place(in: rect, isPadded: true) }
    }

    func leastWidth(of items: [LayoutItem], _ environment: Environment) -> Double {
        let insets = insets(environment)
        return (items.map(\.leastWidth).max() ?? 0) + insets.left + insets.right
    }
}

struct FrameLayout: Layout, Equatable {
    let width: Measure?
    let height: Measure?
    let alignment: BoxAlignment

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let inner = BoxLayout.size(of: items, in: offer(proposal, environment))
        return Size(
            own(.horizontal, proposal, environment) ?? inner.width,
            own(.vertical, proposal, environment) ?? inner.height)
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        let whole = Proposal(width: size.width, height: size.height)
        // The frame keeps its own lengths where it is given more.
        let offer = offer(whole, environment)
        let inner = BoxLayout.size(of: items, in: offer)
        var fitted = Size(min(inner.width, size.width), min(inner.height, size.height))
        for axis in [Axis.horizontal, .vertical] where items.contains(where: { $0.traits[axis] != nil }) {
            fitted[axis] = min(offer[axis] ?? size[axis], size[axis])
        }
        let shares = alignment.shares
        BoxLayout.place(
            items,
            in: Rect(
                ((size.width - fitted.width) * shares.x).rounded(),
                ((size.height - fitted.height) * shares.y).rounded(),
                fitted.width, fitted.height))
    }

    func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits {
        var traits = items.count == 1 ? items[0].traits : LayoutTraits()
        for (axis, measure) in [(Axis.horizontal, width), (.vertical, height)] {
            guard let measure else { continue }
            traits[axis] = if case .share(let share) = measure { share.isFinite ? max(0, share) : 0 } else { nil }
        }
        return traits
    }

    func leastWidth(of items: [LayoutItem], _ environment: Environment) -> Double {
        width.flatMap { environment.pixels($0, along: .horizontal) } ?? items.map(\.leastWidth).max() ?? 0
    }

    /// The frame's own length along `axis`; nil for that of the element.
    private func own(_ axis: Axis, _ proposal: Proposal, _ environment: Environment) -> Double? {
        guard let measure = axis == .horizontal ? width : height else { return nil }
        return environment.pixels(measure, along: axis) ?? proposal[axis]
    }

    private func offer(_ proposal: Proposal, _ environment: Environment) -> Proposal {
        Proposal(
            width: own(.horizontal, proposal, environment) ?? proposal.width,
            height: own(.vertical, proposal, environment) ?? proposal.height)
    }
}

extension Element {
    /// The element, in the middle of a box that is `height` high, or as high as the element if that is higher.
    func atLeast(height: Measure) -> some Element { Box(LeastHeightLayout(height: height), self) }
}

struct LeastHeightLayout: Layout, Equatable {
    let height: Measure

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let inner = BoxLayout.size(of: items, in: proposal)
        return Size(inner.width, max(inner.height, environment.pixels(height, along: .vertical) ?? 0))
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        let height = min(BoxLayout.size(of: items, in: Proposal(width: size.width)).height, size.height)
        BoxLayout.place(items, in: Rect(0, ((size.height - height) / 2).rounded(), size.width, height))
    }
}

struct RatioLayout: Layout, Equatable {
    let ratio: Double

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        switch (proposal.width, proposal.height) {
        case (let width?, let height?):
            width / height > ratio ? Size((height * ratio).rounded(), height) : Size(width, (width / ratio).rounded())
        case (let width?, nil): Size(width, (width / ratio).rounded())
        case (nil, let height?): Size((height * ratio).rounded(), height)
        case (nil, nil):
            size(of: items, in: Proposal(width: BoxLayout.size(of: items, in: proposal).width), environment)
        }
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        BoxLayout.place(items, in: Rect(origin: .zero, size: size))
    }
}

struct PriorityLayout: Layout, Equatable {
    let priority: Double

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        BoxLayout.size(of: items, in: proposal)
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        BoxLayout.place(items, in: Rect(origin: .zero, size: size))
    }

    func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits {
        var traits = items.count == 1 ? items[0].traits : LayoutTraits()
        traits.priority = priority
        return traits
    }
}

/// The content of a box: one item fills it, and several stand over each other, the last in front.
enum BoxLayout {
    static func size(of items: [LayoutItem], in proposal: Proposal) -> Size {
        items.reduce(Size.zero) { size, item in
            let wanted = item.size(in: proposal)
            return Size(max(size.width, wanted.width), max(size.height, wanted.height))
        }
    }

    static func place(_ items: [LayoutItem], in rect: Rect) { for item in items { item.place(in: rect) } }
}

/// Elements over each other, the last in front.
public struct Overlay: LayoutElement {
    /// How the content is laid out.
    public let layout: OverlayLayout
    /// What is laid out.
    public let content: Elements

    /// `content`, with each element at `alignment` in the largest of them.
    public init(alignment: BoxAlignment = .center, @ElementBuilder content: () -> Elements) {
        layout = OverlayLayout(alignment: alignment)
        self.content = content()
    }
}

/// The layout of elements over each other.
public struct OverlayLayout: Layout, Equatable {
    let alignment: BoxAlignment

    /// The size (px) of the layout when it is offered `proposal`.
    public func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        BoxLayout.size(of: items, in: proposal)
    }

    /// Places `items` in a layout of `size` (px).
    public func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        let shares = alignment.shares
        for item in items {
            let wanted = item.size(in: Proposal(width: size.width, height: size.height))
            let fitted = Size(
                item.traits.widthShare == nil ? min(wanted.width, size.width) : size.width,
                item.traits.heightShare == nil ? min(wanted.height, size.height) : size.height)
            item.place(
                in: Rect(
                    ((size.width - fitted.width) * shares.x).rounded(),
                    ((size.height - fitted.height) * shares.y).rounded(),
                    fitted.width, fitted.height))
        }
    }

    /// What the layout asks of a stack around it.
    public func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits {
        var traits = LayoutTraits(priority: items.map(\.traits.priority).max() ?? 0)
        for axis in [Axis.horizontal, .vertical] { traits[axis] = items.compactMap { $0.traits[axis] }.max() }
        return traits
    }
}

/// Room that takes what others leave, along the stack that it stands in.
public struct Spacer: LayoutElement {
    /// How the content is laid out.
    public let layout = SpacerLayout()
    /// What is laid out.
    public let content = Elements()

    /// Room between its neighbours.
    public init() {}
}

/// The layout of room.
public struct SpacerLayout: Layout, Equatable {
    /// The size (px) of the layout when it is offered `proposal`.
    public func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size { .zero }
    /// Places `items` in a layout of `size` (px).
    public func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {}
    /// What the layout asks of a stack around it.
    public func traits(of items: [LayoutItem], _ environment: Environment) -> LayoutTraits {
        LayoutTraits(widthShare: 1, heightShare: 1)
    }
}
