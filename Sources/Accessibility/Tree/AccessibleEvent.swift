// What clients hear of the accessible tree.

/// A signal of AT-SPI, and whose it is.
package struct AccessibleEvent: Hashable, Sendable {
    /// The interfaces of the signals, without the prefix.
    package enum Kind: String, Sendable {
        case object = "Event.Object"
        case window = "Event.Window"
        case cache = "Cache"
    }

    package let kind: Kind
    /// The element; nil for the application.
    package let node: Int?
    package let name: String
    package var detail = ""
    /// Two numbers, whose meaning depends on the event.
    package var first = 0
    package var second = 0
    package var value = Value.none

    /// What an event carries besides numbers.
    package enum Value: Hashable, Sendable {
        case none
        case text(String)
        case number(Double)
        case node(Int)
    }
}

extension AccessibleTree {
    /// What clients have to hear so that they know this tree, when they know `old`. The events come in the order in which a toolkit sends
    /// them: what is gone, what is new, what has changed, and at last where the focus is.
    package func events(since old: AccessibleTree) -> [AccessibleEvent] {
        var events: [AccessibleEvent] = []
        let actives = (old.activeWindow, activeWindow)
        if let window = actives.0, window != actives.1 { events.append(Self.window("Deactivate", old.nodes[window])) }
        appendChildren(since: old, to: &events)
        for id in orderedNodes {
            if let node = nodes[id], let before = old.nodes[id] { node.appendChanges(since: before, to: &events) }
        }
        if let window = actives.1, window != actives.0 { events.append(Self.window("Activate", nodes[window])) }
        let focuses = (old.focused, focused)
        if focuses.0 != focuses.1 {
            if let lost = focuses.0, nodes[lost] != nil { events.append(Self.state("focused", of: lost, false)) }
            if let focus = focuses.1 { events.append(Self.state("focused", of: focus, true)) }
        }
        return events
    }

    private var activeWindow: Int? { windows.first { nodes[$0]?.states.contains(.active) == true } }
    private var focused: Int? { nodes.values.lazy.filter { $0.states.contains(.focused) }.map(\.id).min() }

    /// All elements, each after the one that it is in.
    private var orderedNodes: [Int] {
        var ids = windows
        var next = 0
        while next < ids.count {
            ids += nodes[ids[next]]?.children ?? []
            next += 1
        }
        return ids
    }

    private static func window(_ name: String, _ node: AccessibleNode?) -> AccessibleEvent {
        AccessibleEvent(kind: .window, node: node?.id, name: name, value: .text(node?.name ?? ""))
    }

    fileprivate static func state(_ name: String, of node: Int, _ isOn: Bool) -> AccessibleEvent {
        AccessibleEvent(kind: .object, node: node, name: "StateChanged", detail: name, first: isOn ? 1 : 0)
    }

    /// Whether the elements in `id` that stay have another order.
    private func isReordered(_ id: Int?, since old: AccessibleTree) -> Bool {
        let (now, before) = (children(of: id), old.children(of: id))
        if now == before { return false }
        let (isNow, wasBefore) = (Set(now), Set(before))
        return now.filter(wasBefore.contains) != before.filter(isNow.contains)
    }

    /// The children of an element that stays, as they change: those that go, from the last one on, and those that come, from the first one
    /// on. One that gets another place among the others goes and comes too.
    private func appendChildren(since old: AccessibleTree, to events: inout [AccessibleEvent]) {
        let parents = [nil] + orderedNodes.filter { old.nodes[$0] != nil }.map(Optional.some)
        let changed = parents.filter { children(of: $0) != old.children(of: $0) }
        let reordered = Set(changed.filter { isReordered($0, since: old) })
        for parent in changed {
            let staying = reordered.contains(parent) ? [] : Set(children(of: parent))
            for id in old.children(of: parent).reversed() where !staying.contains(id) {
                guard let node = old.nodes[id] else { continue }
                if nodes[id] == nil {
                    if parent == nil { events.append(Self.window("Destroy", node)) }
                    if node.states.contains(.showing) { events.append(Self.state("showing", of: id, false)) }
                }
                events.append(
                    AccessibleEvent(
                        kind: .object, node: parent, name: "ChildrenChanged", detail: "remove",
                        first: old.index(of: node), value: .node(id)))
            }
        }
        for id in old.orderedNodes where nodes[id] == nil {
            events.append(AccessibleEvent(kind: .cache, node: nil, name: "RemoveAccessible", value: .node(id)))
        }
        for parent in changed {
            let staying = reordered.contains(parent) ? [] : Set(old.children(of: parent))
            for (index, id) in children(of: parent).enumerated() where !staying.contains(id) {
                events.append(
                    AccessibleEvent(
                        kind: .object, node: parent, name: "ChildrenChanged", detail: "add", first: index,
                        value: .node(id)))
                guard let node = nodes[id], old.nodes[id] == nil else { continue }
                if parent == nil { events.append(Self.window("Create", node)) }
                if node.states.contains(.showing) { events.append(Self.state("showing", of: id, true)) }
                appendAnnouncements(in: node, since: old, to: &events)
            }
        }
    }

    /// A message that nobody has asked for is spoken when it comes, and not when another page is behind it.
    private func appendAnnouncements(
        in node: AccessibleNode, since old: AccessibleTree, to events: inout [AccessibleEvent]
    ) {
        if node.role == .notification, old.nodes[node.id] == nil {
            events.append(
                AccessibleEvent(
                    kind: .object, node: node.id, name: "Announcement", first: 1, value: .text(node.name)))
        }
        for child in node.children { nodes[child].map { appendAnnouncements(in: $0, since: old, to: &events) } }
    }
}

extension AccessibleNode {
    fileprivate func appendChanges(since old: AccessibleNode, to events: inout [AccessibleEvent]) {
        func changed(_ property: String, _ value: AccessibleEvent.Value) {
            events.append(
                AccessibleEvent(kind: .object, node: id, name: "PropertyChange", detail: property, value: value))
        }
        if name != old.name {
            changed("accessible-name", .text(name))
            if role == .notification {
                events.append(
                    AccessibleEvent(kind: .object, node: id, name: "Announcement", first: 1, value: .text(name)))
            }
        }
        if description != old.description { changed("accessible-description", .text(description)) }
        if role != old.role { changed("accessible-role", .none) }
        // Clients ask for the value then, which others do not have.
        if let share, share != old.share || value != old.value {
            changed("accessible-value", .number(100 * share))
        } else if value != old.value, !states.contains(.editable) {
            events.append(AccessibleEvent(kind: .object, node: id, name: "AttributesChanged", detail: "valuetext"))
        }
        // The focus has its order among all elements.
        let different = states.symmetricDifference(old.states).subtracting(.focused)
        for (state, name) in AccessibleStates.names where different.contains(state) {
            events.append(AccessibleTree.state(name, of: id, states.contains(state)))
        }
        if let text, let before = old.text { appendChanges(of: text, since: before, to: &events) }
    }

    private func appendChanges(
        of text: AccessibleText, since old: AccessibleText, to events: inout [AccessibleEvent]
    ) {
        if text.string != old.string {
            let (removed, inserted) = text.difference(from: old)
            for (detail, part) in [("delete", removed), ("insert", inserted)] where !part.text.isEmpty {
                events.append(
                    AccessibleEvent(
                        kind: .object, node: id, name: "TextChanged", detail: detail,
                        first: part.place, second: part.text.unicodeScalars.count, value: .text(part.text)))
            }
        }
        guard text.selection != old.selection, let selection = text.selection else { return }
        events.append(
            AccessibleEvent(kind: .object, node: id, name: "TextCaretMoved", first: selection.upperBound))
        if !selection.isEmpty || old.selection?.isEmpty == false {
            events.append(AccessibleEvent(kind: .object, node: id, name: "TextSelectionChanged"))
        }
    }
}

extension AccessibleText {
    /// What was taken out of `old` and put into it to make this text: one part each, as short as possible.
    func difference(from old: AccessibleText) -> (
        removed: (text: String, place: Int), inserted: (text: String, place: Int)
    ) {
        let (before, now) = (Array(old.string.unicodeScalars), Array(string.unicodeScalars))
        let most = min(before.count, now.count)
        var (start, end) = (0, 0)
        while start < most, before[start] == now[start] { start += 1 }
        while end < most - start, before[before.count - 1 - end] == now[now.count - 1 - end] { end += 1 }
        return (
            (old.text(from: start, to: before.count - end), start), (text(from: start, to: now.count - end), start)
        )
    }
}
