// Elements for the members of a collection, which keep their identity.

/// Elements for each member of a collection. A member keeps its views, wherever it moves to, as long as its identity stays.
public struct ForEach<ID: Hashable>: Element {
    /// A member, and its elements.
    struct Member {
        let id: ID
        let content: Elements
    }
    let members: [Member]

    /// The elements that `content` makes of each member of `data`, whose identity is at `id`. Of two members with the same identity
    /// the second one is left out.
    public init<Data: Sequence>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ElementBuilder content: (Data.Element) -> Elements
    ) {
        members = data.map { Member(id: $0[keyPath: id], content: content($0)) }
    }

    /// The elements that `content` makes of each member of `data`.
    public init<Data: Sequence>(_ data: Data, @ElementBuilder content: (Data.Element) -> Elements)
    where Data.Element: Identifiable, Data.Element.ID == ID {
        self.init(data, id: \.id, content: content)
    }

    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("ForEach has no body") }

    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node { MembersNode<ID>(element, in: place) }
}
