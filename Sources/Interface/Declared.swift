// Screens and views that show elements.

public import Geometry
public import Stage

/// A screen that is described by its body.
///
/// ```swift
/// @Observable final class Counter: Screen, Declared {
///     var count = 0
///     init() { super.init(name: "counter", title: "Counter") }
///     var body: some Element {
///         Text("\(count)")
///         Button("One more") { self.count += 1 }
///     }
/// }
/// ```
///
/// The body runs again when something that it has read has changed: a property of the screen, if the screen is `@Observable`, or of any
/// other observable object. A screen that overrides `load` or `layout` calls `super`.
@MainActor
public protocol Declared: SelfArranging {
    /// The element that `body` returns.
    associatedtype Body: Element
    /// What the screen shows.
    @ElementBuilder var body: Body { get }
}

extension Declared {
    /// Shows the body in `content`.
    public func arrange(_ content: View) {
        let view = content.subviews.lazy.compactMap { $0 as? ElementView }.first { $0.owner === self }
        if let view { return view.fill(content) }
        let new = ElementView { [unowned self] in ScreenBody(screen: self) }
        new.owner = self
        content.addSubview(new)
        new.fill(content)
    }

    /// Takes the body away from `content`. What it shows may hold the screen, in closures, and would keep it for ever.
    public func clear(_ content: View) {
        for case let view as ElementView in content.subviews where view.owner === self { view.removeFromSuperview() }
    }
}

extension Declared {
    /// The size (px) that the body wants on `stage` in a card that is at most as large as `room`.
    func cardSize(in room: Size, on stage: Stage) -> Size {
        var environment = Environment(
            theme: shownTheme(on: stage), direction: direction ?? stage.direction, language: stage.language,
            panel: stage.panel)
        environment.isMeasured = true
        let view = View()
        let tree = ElementTree(ScreenBody(screen: self), in: view, environment, on: stage)
        // The tree does not keep its view.
        return withExtendedLifetime(view) {
            let natural = tree.size(in: Proposal())
            if natural.width <= room.width { return natural }
            return Size(room.width, tree.size(in: Proposal(width: room.width)).height)
        }
    }
}

/// The body of a screen.
private struct ScreenBody<Content: Declared>: Element {
    unowned let screen: Content
    var body: Content.Body { return screen.body }
}

/// The elements of a view, which run again when something that they have read has changed.
private struct ViewBody: Element {
    let content: () -> Elements
    var body: Elements { return content() }
}

/// A view that shows elements, for screens and views that are not declared otherwise. It lays them out in its size.
public final class ElementView: View, SelfSizing {
    /// The screen whose body this is; nil for a view that an app made.
    fileprivate(set) weak var owner: Screen?
    private let content: () -> Elements
    private var tree: ElementTree?

    /// A view that shows `content`. Its elements are shown once the view is on a screen that is on a stack.
    public init(@ElementBuilder content: @escaping () -> Elements) {
        self.content = content
        super.init()
    }

    /// The room in which the view has the size that its content needs; nil where others decide on its size.
    private var room: Size?
    private var isFitting = false

    public override func layout() { update() }

    /// A small element is hit by a fingertip beside it, where that hits no control.
    public override func hitTest(_ point: Point) -> View? {
        guard let hit = super.hitTest(point), let panel else { return nil }
        let side = Theme.fingertipSide
        return hit.meant(
            at: panelOrigin + (point - .zero),
            Size(side * panel.density(.horizontal), side * panel.density(.vertical)))
    }

    package func fittingSize(in room: Size) -> Size {
        self.room = room
        isFitting = true
        update()
        isFitting = false
        return neededSize(in: room)
    }

    private func neededSize(in room: Size) -> Size {
        guard let tree else { return .zero }
        let natural = tree.size(in: Proposal())
        return natural.width <= room.width ? natural : tree.size(in: Proposal(width: room.width, height: room.height))
    }

    /// Has the bar place the view again if its content needs another size by now.
    func contentChanged() {
        guard !isFitting, let room, neededSize(in: room) != bounds.size else { return }
        screen?.view.placeBarViews()
    }

    /// Fills `view`, and takes its theme, direction and language.
    fileprivate func fill(_ view: View) {
        let old = frame
        frame = Rect(origin: .zero, size: view.bounds.size)
        if frame.size == old.size { update() }
    }

    /// Shows the elements in the present environment of the view.
    public func update() {
        guard let screen, let stage = screen.navigator?.stage else { return }
        var environment = Environment(of: screen, on: stage)
        if room != nil { environment.theme = environment.theme.onBar }
        if let tree {
            tree.update(ViewBody(content: content), environment)
        } else {
            let tree = ElementTree(ViewBody(content: content), in: self, environment, on: stage)
            self.tree = tree
            tree.layOut()
        }
    }
}
