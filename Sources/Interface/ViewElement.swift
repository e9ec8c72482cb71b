// Elements that are shown by a view.

public import Geometry
public import Stage

/// An element that a view shows. Make one of a view of your own to use it in a body.
@MainActor
public protocol ViewElement: Element where Body == Never {
    associatedtype Shown: View
    /// Makes the view. It stays as long as the element stands in its place.
    func makeView(in environment: Environment) -> Shown
    /// Lets `view` show the element. `old` is the element that it has shown until now, in an equal environment; nil for the first time,
    /// and in another environment. Returns whether the view may need another size.
    func update(_ view: Shown, from old: Self?, in environment: Environment) -> Bool
    /// Whether the view that shows `old` can show this element. If not, the element gets a view of its own.
    func takesOver(from old: Self) -> Bool
    /// The size (px) that `view` needs when it is offered `proposal`.
    func size(of view: Shown, in proposal: Proposal, _ environment: Environment) -> Size
    /// The width (px) below which words in `view` would break, or it would be cut off.
    func leastWidth(of view: Shown, _ environment: Environment) -> Double
    /// What the element asks of a stack around it.
    var traits: LayoutTraits { get }
    /// The distance (px) from the top to the baseline of the first line when `view` has `size`; nil for what has no lines.
    func firstBaseline(of view: Shown, in size: Size, _ environment: Environment) -> Double?
    /// Called when the element has left, with the view that has shown it.
    func leave(_ view: Shown)
}

extension ViewElement {
    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("a view has no body") }
    /// The width (px) that the view takes where none is offered.
    public func leastWidth(of view: Shown, _ environment: Environment) -> Double {
        size(of: view, in: Proposal(width: 0), environment).width
    }
    /// What the element asks of a stack.
    public var traits: LayoutTraits { LayoutTraits() }
    /// It has no lines.
    public func firstBaseline(of view: Shown, in size: Size, _ environment: Environment) -> Double? { nil }
    /// Nothing is left to do.
    public func leave(_ view: Shown) {}
    /// The view can show any element of the same type.
    public func takesOver(from old: Self) -> Bool { true }
    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node { ViewNode(element, in: place) }
}

/// A view of the app's own, which is placed and otherwise left alone. Without a frame around it, it has the size that it has.
struct KeptView: ViewElement {
    let view: View

    init(_ view: View) { self.view = view }

    func makeView(in environment: Environment) -> Holder { Holder() }

    func update(_ holder: Holder, from old: KeptView?, in environment: Environment) -> Bool {
        guard holder.kept !== view else { return false }
        holder.natural = view.frame.size
        // What is only measured leaves the view where it is shown.
        if !environment.isMeasured { holder.kept = view }
        return true
    }

    func size(of holder: Holder, in proposal: Proposal, _ environment: Environment) -> Size { holder.natural }

    /// Holds the view, which may be another one later.
    final class Holder: View {
        var natural = Size.zero
        var kept: View? {
            didSet {
                // Another holder may have it now.
                if oldValue?.superview === self { oldValue?.removeFromSuperview() }
                guard let kept else { return }
                addSubview(kept)
                layout()
            }
        }

        override func layout() { kept?.frame = Rect(origin: .zero, size: bounds.size) }
    }
}
