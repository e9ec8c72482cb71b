// Elements that remember something as long as they are shown.

/// Elements with an object of their own, which stays as long as the element stands in its place of a body.
struct Remembered<Memory: AnyObject>: Element {
    private let make: () -> Memory
    private let keepsRow: Bool
    private let content: (Memory, Environment) -> Elements

    /// What `content` makes of the object, which `make` makes when the element is first shown, and of the environment.
    ///
    /// A row of a list that has them is not given up far from the glass if it `keepsRow`: the object has something that nothing else has.
    init(
        _ make: @escaping () -> Memory, keepsRow: Bool = true,
        @ElementBuilder content: @escaping (Memory, Environment) -> Elements
    ) {
        (self.make, self.keepsRow, self.content) = (make, keepsRow, content)
    }

    /// There is none: the screen knows what to do with the element.
    var body: Never { return fatalError("an element that remembers has no body") }

    static func makeNode(of element: Self, in place: NodePlace) -> Node {
        let memory = element.make()
        return BodyNode(element, in: place, remembers: element.keepsRow) { $0.content(memory, $1) }
    }
}
