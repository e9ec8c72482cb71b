// What a body is made of.

public import Stage

/// A part of a screen, described: a label, a button, a column of them, or a part of your own with a `body`.
///
/// An element is a value that costs little. When something that a body has read changes, the body runs again, and the new elements are
/// compared with those before. The views that show them stay, with their focus, scroll position and fingers, and only what differs
/// changes. An element is the same as before if it has the same type and stands in the same place of its body, or has the same
/// identity in a `ForEach`.
@MainActor
public protocol Element {
    /// The element that `body` returns.
    associatedtype Body: Element
    /// The elements of which this one consists. It runs again when a property of an `@Observable` object that it has read has changed.
    @ElementBuilder var body: Body { get }

    /// Makes what stands for `element` in the tree of a screen. Elements with a body, layouts and views have one.
    static func makeNode(of element: Self, in place: NodePlace) -> Node
}

extension Element {
    /// The node of an element with a body.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node {
        BodyNode(element, in: place) { element, _ in element.body }
    }
}

/// The body of elements that have none.
extension Never: Element {
    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("an element without a body has no body") }
}

/// Elements one after the other, as a result builder collects them.
public struct Elements: Element {
    /// A place in a body, which stays where it is whatever the others contain.
    enum Slot {
        case one(any Element)
        /// The branch of an `if` or `switch` that was taken.
        case branch(Int, Elements)
        /// A branch that was not taken.
        case nothing
        /// The rounds of a `for` loop.
        case rounds([Elements])
    }
    var slots: [Slot] = []

    /// Elements have no body.
    public var body: Never { return fatalError("elements have no body") }

    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Elements, in place: NodePlace) -> Node { GroupNode(element, in: place) }
}

/// Collects the elements of a body.
@resultBuilder
public enum ElementBuilder {
    /// An element.
    public static func buildExpression(_ element: some Element) -> Elements { Elements(slots: [.one(element)]) }
    /// An element.
    public static func buildExpression(_ elements: Elements) -> Elements { elements }
    /// A view of your own, which the screen keeps.
    public static func buildExpression(_ view: View) -> Elements { Elements(slots: [.one(KeptView(view))]) }
    /// Elements one after the other.
    public static func buildBlock(_ parts: Elements...) -> Elements {
        var all = Elements()
        for part in parts { all.slots += part.slots }
        return all
    }
    /// What an `if` without `else` contains.
    public static func buildOptional(_ part: Elements?) -> Elements {
        Elements(slots: [part.map { .branch(0, $0) } ?? .nothing])
    }
    /// The first branch of an `if` or `switch`.
    public static func buildEither(first: Elements) -> Elements { Elements(slots: [.branch(0, first)]) }
    /// The other branch.
    public static func buildEither(second: Elements) -> Elements { Elements(slots: [.branch(1, second)]) }
    /// The rounds of a `for` loop.
    public static func buildArray(_ rounds: [Elements]) -> Elements { Elements(slots: [.rounds(rounds)]) }
    /// What `if #available` contains.
    public static func buildLimitedAvailability(_ part: Elements) -> Elements { part }
}
