// Elements for the members of a collection, which keep their identity.

/// Elements for each member of a collection. A member keeps its views, wherever it moves to, as long as its identity stays.
///
/// In a `List`, the elements of a member are made when they come near the glass.
public struct ForEach<ID: Hashable>: Element {
    /// The identities of the members.
    let ids: [ID]
    /// The elements of the member at a place.
    let content: (Int) -> Elements

    /// The elements that `content` makes of each member of `data`, whose identity is at `id`. Of two members with the same identity
    /// the second one is left out.
    public init<Data: Sequence>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ElementBuilder content: @escaping (Data.Element) -> Elements
    ) {
        let members = Array(data)
        let ids = members.map { $0[keyPath: id] }
        var seen = Set<ID>(minimumCapacity: ids.count)
        let places = ids.indices.filter { seen.insert(ids[$0]).inserted }
        if places.count == ids.count {
            (self.ids, self.content) = (ids, { content(members[$0]) })
        } else {
            (self.ids, self.content) = (places.map { ids[$0] }, { content(members[places[$0]]) })
        }
    }

    /// The elements that `content` makes of each member of `data`.
    public init<Data: Sequence>(_ data: Data, @ElementBuilder content: @escaping (Data.Element) -> Elements)
    where Data.Element: Identifiable, Data.Element.ID == ID {
        self.init(data, id: \.id, content: content)
    }

    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("ForEach has no body") }

    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node { MembersNode<ID>(element, in: place) }
}

/// The elements of a member, which are made again when something that they have read has changed.
struct MemberElement: Element {
    let content: () -> Elements
    var body: Elements { return content() }
}
