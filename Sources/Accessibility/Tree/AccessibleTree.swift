// All accessible elements of a kiosk at one moment.

/// The elements of all screens, as they were read. A value: clients are answered from it, whatever the stage does meanwhile.
package struct AccessibleTree: Hashable, Sendable {
    /// The pages in front, in the order of the screens.
    package private(set) var windows: [Int] = []
    /// All elements by their numbers.
    package private(set) var nodes: [Int: AccessibleNode] = [:]
    /// The language of the pages (BCP 47); empty where it is not known.
    package private(set) var language = ""

    /// A tree without pages.
    package init() {}

    /// The tree of `screens`: of each the elements, first the page. The page of the screen at the place `active` is the active one.
    package init(_ screens: [[AccessibleNode]], active: Int, language: String) {
        self.language = language
        for (index, screen) in screens.enumerated() {
            guard let window = screen.first else { continue }
            windows.append(window.id)
            for node in screen { nodes[node.id] = node }
            if index == active { nodes[window.id]?.states.insert(.active) }
        }
        // There is one focus, however many screens there are.
        let order = (screens.indices.contains(active) ? [screens[active]] : []) + screens
        let focused = order.joined().filter { $0.states.contains(.focused) }.map(\.id)
        for id in focused where id != focused[0] { nodes[id]?.states.remove(.focused) }
    }

    /// The elements in `id`; the pages for nil.
    package func children(of id: Int?) -> [Int] {
        guard let id else { return windows }
        return nodes[id]?.children ?? []
    }

    /// The place of `node` among those around it.
    func index(of node: AccessibleNode) -> Int { children(of: node.parent).firstIndex(of: node.id) ?? -1 }

    /// The innermost element in `id` at a place on the picture (px); nil where there is none.
    package func node(in id: Int, at x: Int, _ y: Int) -> Int? {
        guard let node = nodes[id] else { return nil }
        // A view may reach out of the one that it is in, so those in it are asked first.
        for child in node.children.reversed() {
            if let found = self.node(in: child, at: x, y) { return found }
        }
        return node.states.contains(.showing) && node.frame.contains(x, y) ? id : nil
    }
}
