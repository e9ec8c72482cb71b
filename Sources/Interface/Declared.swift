// Screens and views that show elements.

import Geometry
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
            theme: stage.theme, direction: direction ?? stage.direction, language: stage.language, panel: stage.panel)
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

/// The body of a view.
private struct ViewBody: Element {
    let content: () -> Elements
    var body: Elements { return content() }
}

/// A view that shows elements, for screens and views that are not declared otherwise. It lays them out in its size.
public final class ElementView: View {
    /// The screen whose body this is; nil for a view that an app made.
    fileprivate(set) weak var owner: Screen?
    private let content: () -> Elements
    private var tree: ElementTree?

    /// A view that shows `content`. Its elements are shown once the view is on a screen that is on a stack.
    public init(@ElementBuilder content: @escaping () -> Elements) {
        self.content = content
        super.init()
    }

    public override func layout() { update() }

    /// Fills `view`, and takes its theme, direction and language.
    fileprivate func fill(_ view: View) {
        let old = frame
        frame = Rect(origin: .zero, size: view.bounds.size)
        if frame.size == old.size { update() }
    }

    /// Shows the elements in the present environment of the view.
    public func update() {
        guard let screen, let stage = screen.navigator?.stage else { return }
        let environment = Environment(
            theme: stage.theme, direction: screen.textDirection, language: stage.language, panel: stage.panel)
        let body = ViewBody(content: content)
        if let tree {
            tree.update(body, environment)
        } else {
            let tree = ElementTree(body, in: self, environment, on: stage)
            self.tree = tree
            tree.layOut()
        }
    }
}
