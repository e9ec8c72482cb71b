// The tree of a screen's elements as they are shown.

import Geometry
import Stage

/// Where a node is made: its parent, and what it takes from there.
public struct NodePlace {
    let parent: Node?
    let tree: ElementTree
    let environment: Environment
}

/// What stands for an element as long as it is shown. It has the state that elements, which are only values, do not have.
///
/// Some nodes are items of a layout (`ItemNode`). The others only stand for more than one, or for none, or change what is around them.
public class Node {
    final weak var parent: Node?
    final unowned let tree: ElementTree
    @exclusivity(unchecked) final var environment: Environment
    /// The number of nodes around this one.
    final let depth: Int
    /// Whether the node has left its tree.
    final private(set) var hasLeft = false

    init(in place: NodePlace) {
        (parent, tree, environment) = (place.parent, place.tree, place.environment)
        depth = (place.parent?.depth ?? -1) + 1
    }

    /// Takes `element` in place of the one before. Returns false if the node cannot stand for it.
    func take(_ element: any Element, _ environment: Environment) -> Bool { false }

    /// The nodes directly in this one, in order.
    var children: [Node] { [] }

    /// Appends the items of a layout that the node stands for.
    func appendItems(to items: inout [ItemNode]) { for child in children { child.appendItems(to: &items) } }

    /// Appends the outermost views of the node and of the nodes in it, back to front.
    func appendViews(to views: inout [View]) { for child in children { child.appendViews(to: &views) } }

    /// Whether an element in the node remembers something that nobody else knows.
    var remembers: Bool { children.contains(where: \.remembers) }

    /// Called when the node leaves the tree.
    func leave() {
        markAsLeft()
        for child in children { child.leave() }
    }

    /// All nodes have left before one of them tells the app, which may then change what the others have read.
    private final func markAsLeft() {
        guard !hasLeft else { return }
        hasLeft = true
        for child in children { child.markAsLeft() }
    }

    /// The item around the node.
    final var container: ItemNode? {
        var node = parent
        while let one = node, !(one is ItemNode) { node = one.parent }
        return node as? ItemNode
    }

    final func place(for child: Environment? = nil) -> NodePlace {
        NodePlace(parent: self, tree: tree, environment: child ?? environment)
    }

    /// Reports that there are other nodes in this one, or in another order.
    final func childrenChanged() {
        var node: Node? = self
        while let one = node {
            if let item = one as? ItemNode {
                item.itemsChanged()
                if item.holdsViews { return tree.viewsChanged(in: item) }
            }
            node = one.parent
        }
        tree.viewsChanged(in: nil)
    }
}

/// The node of `Elements`: one node for each slot.
final class GroupNode: Node {
    private var slots: [Slot] = []

    /// The nodes in a place of a body, and the branch that was taken there.
    private struct Slot {
        var branch: Int
        var nodes: [Node]
    }

    init(_ elements: Elements, in place: NodePlace) {
        super.init(in: place)
        slots = elements.slots.map { make($0) }
    }

    override var children: [Node] { slots.flatMap(\.nodes) }
    override func appendItems(to items: inout [ItemNode]) {
        for slot in slots { for node in slot.nodes { node.appendItems(to: &items) } }
    }
    override func appendViews(to views: inout [View]) {
        for slot in slots { for node in slot.nodes { node.appendViews(to: &views) } }
    }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let elements = element as? Elements else { return false }
        self.environment = environment
        var isChanged = elements.slots.count != slots.count
        for (index, slot) in elements.slots.enumerated() {
            if index < slots.count {
                if update(&slots[index], slot) { isChanged = true }
            } else {
                slots.append(make(slot))
            }
        }
        while slots.count > elements.slots.count { for node in slots.removeLast().nodes { node.leave() } }
        if isChanged { childrenChanged() }
        return true
    }

    private func make(_ slot: Elements.Slot) -> Slot {
        switch slot {
        case .one(let element): Slot(branch: 0, nodes: [makeNode(of: element, in: place())])
        case .branch(let branch, let elements): Slot(branch: branch, nodes: [GroupNode(elements, in: place())])
        case .nothing: Slot(branch: -1, nodes: [])
        case .rounds(let rounds): Slot(branch: 0, nodes: rounds.map { GroupNode($0, in: place()) })
        }
    }

    /// Lets `node` show what is in `slot` now. Returns whether other nodes are there than before.
    private func update(_ nodes: inout Slot, _ slot: Elements.Slot) -> Bool {
        switch slot {
        case .one(let element):
            if nodes.nodes.count == 1, nodes.nodes[0].take(element, environment) { return false }
        case .branch(let branch, let elements):
            if nodes.branch == branch, nodes.nodes.count == 1, nodes.nodes[0].take(elements, environment) {
                return false
            }
        case .nothing: if nodes.nodes.isEmpty { return false }
        case .rounds(let rounds):
            let isChanged = rounds.count != nodes.nodes.count
            for (index, round) in rounds.enumerated() {
                if index < nodes.nodes.count, nodes.nodes[index].take(round, environment) { continue }
                nodes.nodes.append(GroupNode(round, in: place()))
            }
            while nodes.nodes.count > rounds.count { nodes.nodes.removeLast().leave() }
            return isChanged
        }
        for node in nodes.nodes { node.leave() }
        nodes = make(slot)
        return true
    }
}

/// The node of an element that changes the environment of its content.
final class EnvironmentNode<Change: EnvironmentChange>: Node {
    private var change: Change
    private var inner: Environment
    private var content: Node!

    init(_ change: Change, in place: NodePlace) {
        self.change = change
        inner = Self.changed(place.environment, change)
        super.init(in: place)
        content = makeNode(of: change.content, in: self.place(for: inner))
    }

    override var children: [Node] { [content] }
    override func appendItems(to items: inout [ItemNode]) { content.appendItems(to: &items) }
    override func appendViews(to views: inout [View]) { content.appendViews(to: &views) }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let new = element as? Change else { return false }
        if !environment.isSame(as: self.environment) || !new.changesAlike(change) {
            inner = Self.changed(environment, new)
        }
        (change, self.environment) = (new, environment)
        if content.take(new.content, inner) { return true }
        content.leave()
        content = makeNode(of: new.content, in: place(for: inner))
        childrenChanged()
        return true
    }

    private static func changed(_ environment: Environment, _ change: Change) -> Environment {
        var values = environment
        change.change(&values)
        return values
    }
}

/// The node of `element`.
func makeNode(of element: some Element, in place: NodePlace) -> Node {
    type(of: element).makeNode(of: element, in: place)
}
