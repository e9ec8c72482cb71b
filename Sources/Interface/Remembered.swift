// Elements that remember something as long as they are shown.

/// Elements with an object of their own, which stays as long as the element stands in its place of a body.
struct Remembered<Memory: AnyObject>: Element {
    private let make: () -> Memory
    private let content: (Memory, Environment) -> Elements

    /// What `content` makes of the object, which `make` makes when the element is first shown, and of the environment.
    init(_ make: @escaping () -> Memory, @ElementBuilder content: @escaping (Memory, Environment) -> Elements) {
        (self.make, self.content) = (make, content)
    }

    /// There is none: the screen knows what to do with the element.
    var body: Never { return fatalError("an element that remembers has no body") }

    static func makeNode(of element: Self, in place: NodePlace) -> Node {
        let memory = element.make()
        return BodyNode(element, in: place, remembers: true) { $0.content(memory, $1) }
    }
}
