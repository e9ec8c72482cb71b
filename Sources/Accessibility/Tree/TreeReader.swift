// Reads the accessible elements of stages.

import Geometry
package import Stage

/// Reads what is on a stage into values, and gives each view a number that it keeps.
@MainActor
package final class TreeReader {
    /// The most elements of one screen. What comes after them is left out.
    package static let mostNodes = 2000
    /// The most bytes of one name or value. The rest is left out.
    package static let mostBytes = 16_384

    private struct Known {
        weak var view: View?
        let id: Int
    }
    private var known: [ObjectIdentifier: Known] = [:]
    private var views: [Int: ObjectIdentifier] = [:]
    private var lastID = 0
    /// The view that a visitor or a client has last turned to.
    private weak var attended: View?

    package init() {}

    // MARK: Numbers

    /// The view with the number `id`; nil when it is gone.
    package func view(_ id: Int) -> View? { views[id].flatMap { known[$0]?.view } }

    /// The number of `view`: always the same one, and never that of another view.
    private func id(of view: View) -> Int {
        let key = ObjectIdentifier(view)
        if let one = known[key], one.view === view { return one.id }
        if let old = known[key] { views[old.id] = nil }
        lastID += 1
        known[key] = Known(view: view, id: lastID)
        views[lastID] = key
        return lastID
    }

    /// Forgets the views that are gone, when those are many.
    private func forgetGoneViews() {
        guard known.count > 2 * Self.mostNodes else { return }
        known = known.filter { $0.value.view != nil }
        views = Dictionary(uniqueKeysWithValues: known.map { ($0.value.id, $0.key) })
    }

    /// Makes `view` the one that has the focus of screen readers, while no text is typed.
    package func attend(to view: View?) { attended = view }

    // MARK: Reading

    /// The elements that are on `stage` now, or can be scrolled to: first the page in front, and after each element those in it.
    package func read(_ stage: Stage) -> [AccessibleNode] {
        forgetGoneViews()
        let screen = stage.frontNavigator.top
        let views = Self.nearest(stage.spokenViews(andBeyondGlass: true), to: stage.panel.millimetres)
        let spoken = Self.withoutRepeated(views[...])
        var page = page(screen, on: stage)
        let focus = stage.focus ?? attended
        var nodes: [AccessibleNode] = []
        var places: [ObjectIdentifier: Int] = [:]
        for one in spoken {
            // The page is a card, such as an alert.
            if one.view === screen.view {
                page.frame = Self.frame(one, on: stage)
                continue
            }
            places[ObjectIdentifier(one.view)] = nodes.count
            nodes.append(node(one, on: stage, isFocused: one.view === focus))
        }
        for (index, one) in zip(nodes.indices, spoken.lazy.filter { $0.view !== screen.view }) {
            var outer = one.view.superview
            while let view = outer, places[ObjectIdentifier(view)] == nil { outer = view.superview }
            if let place = outer.flatMap({ places[ObjectIdentifier($0)] }) {
                nodes[index].parent = nodes[place].id
                nodes[place].children.append(nodes[index].id)
            } else {
                nodes[index].parent = page.id
                page.children.append(nodes[index].id)
            }
        }
        return [page] + nodes
    }

    /// The first views that can be seen on a glass of `size` (mm), and those that are nearest to it, as many as are told.
    static func nearest(_ views: [SpokenView], to size: Size) -> [SpokenView] {
        guard views.count > mostNodes else { return views }
        func distance(_ view: SpokenView) -> Double {
            let frame = view.frame
            return view.isSeen
                ? -1 : max(0, -frame.maxX, frame.minX - size.width, -frame.maxY, frame.minY - size.height)
        }
        // Those that are equally far stay in reading order.
        let places = views.map(distance).enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
        return places.prefix(mostNodes).map(\.offset).sorted().map { views[$0] }
    }

    /// `views` without words that a control around them is called by, which would be read twice.
    static func withoutRepeated(_ views: ArraySlice<SpokenView>) -> [SpokenView] {
        var controls: [ObjectIdentifier: String] = [:]
        for one in views where isCalledByContent(one.spoken.role) {
            controls[ObjectIdentifier(one.view)] = one.spoken.label
        }
        return views.filter { one in
            guard [.text, .heading, .image].contains(one.spoken.role) else { return true }
            var outer = one.view.superview
            while let view = outer {
                if let name = controls[ObjectIdentifier(view)] { return !Self.says(name, one.spoken.label) }
                outer = view.superview
            }
            return true
        }
    }

    /// Whether `words` stand in `name`, and not as a part of a longer word or number: a row called "Room 12" does not say a "1" in it.
    private static func says(_ name: String, _ words: String) -> Bool {
        func isOneWord(_ a: Character?, _ b: Character?) -> Bool {
            guard let a, let b else { return false }
            return a.isNumber && b.isNumber || a.isLetter && b.isLetter
        }
        return name.ranges(of: words).contains { range in
            !isOneWord(name[..<range.lowerBound].last, words.first)
                && !isOneWord(words.last, name[range.upperBound...].first)
        }
    }

    /// Whether a control that is a `role` is called by words in it.
    private static func isCalledByContent(_ role: Spoken.Role) -> Bool {
        switch role {
        case .button, .link, .switching, .radio, .tab, .gridCell: true
        case .text, .heading, .image, .slider, .progress, .textbox, .group, .spinButton, .alertdialog, .dialog, .status:
            false
        }
    }

    /// The page that `screen` is: a window, or a card over it. It is one also while nothing of it can be seen yet.
    private func page(_ screen: Screen, on stage: Stage) -> AccessibleNode {
        let size = stage.panel.pixels
        let card = screen.view.spoken
        let title = screen.title.isEmpty ? screen.name : screen.title
        var page = AccessibleNode(
            id: id(of: screen.view), role: card.map { AccessibleRole($0) } ?? .frame,
            name: Self.bounded(card?.label ?? title), states: [.enabled, .sensitive, .visible, .showing],
            frame: .init(x: 0, y: 0, width: size.width, height: size.height))
        if let card {
            page.ariaRole = card.role.rawValue
            page.states.formUnion(Self.states(card))
        }
        return page
    }

    private static func frame(_ one: SpokenView, on stage: Stage) -> AccessibleNode.Frame {
        let (across, down) = (stage.panel.density(.horizontal), stage.panel.density(.vertical))
        let frame = one.frame
        let (left, top) = (Int((frame.minX * across).rounded()), Int((frame.minY * down).rounded()))
        return AccessibleNode.Frame(
            x: left, y: top, width: Int((frame.maxX * across).rounded()) - left,
            height: Int((frame.maxY * down).rounded()) - top)
    }

    private func node(_ one: SpokenView, on stage: Stage, isFocused: Bool) -> AccessibleNode {
        let spoken = one.spoken
        var node = AccessibleNode(
            id: id(of: one.view), role: AccessibleRole(spoken), name: Self.bounded(spoken.label),
            states: Self.states(spoken), frame: Self.frame(one, on: stage))
        if !one.isSeen { node.states.remove(.showing) }
        if let scroll = one.view as? ScrollView, scroll.isArea {
            node.role = .scrollPane
            if scroll.isScrollable {
                node.scrolling = .init(
                    forward: scroll.hasMore(forward: true), backward: scroll.hasMore(forward: false))
            }
        }
        if let slider = one.view as? SliderView {
            node.states.insert(slider.axis == .horizontal ? .horizontal : .vertical)
        }
        if isFocused { node.states.insert(.focused) }
        node.ariaRole = spoken.role.rawValue
        node.value = spoken.value.map(Self.bounded)
        // Readers ask words for no value.
        let value = spoken.role.isWords ? spoken.value : nil
        node.description = Self.bounded([value, spoken.hint].compactMap(\.self).joined(separator: " "))
        node.share = spoken.share
        switch node.role {
        case .entry, .passwordText:
            node.text = AccessibleText(node.value ?? "", selection: spoken.editing?.selection ?? 0..<0)
        case .label, .heading: node.text = AccessibleText(node.name)
        default: break
        }
        return node
    }

    private static func states(_ spoken: Spoken) -> AccessibleStates {
        var states: AccessibleStates = [.visible, .showing]
        if spoken.isEnabled { states.formUnion([.enabled, .sensitive]) }
        let isOn = spoken.isOn == true
        switch spoken.role {
        case .switching, .radio:
            states.formUnion(isOn ? [.focusable, .checkable, .checked] : [.focusable, .checkable])
        case .tab, .gridCell:
            states.formUnion(isOn ? [.focusable, .selectable, .selected] : [.focusable, .selectable])
        case .button, .link, .slider, .spinButton: states.insert(.focusable)
        case .textbox:
            states.formUnion([.focusable, spoken.editing?.isMultiline == true ? .multiLine : .singleLine])
            if spoken.isEnabled { states.insert(.editable) }
            if spoken.editing?.hasProblem == true { states.insert(.invalidEntry) }
        case .progress: if spoken.share == nil { states.insert(.indeterminate) }
        case .alertdialog, .dialog: states.insert(.modal)
        case .text, .heading, .image, .group, .status: break
        }
        return states
    }

    /// `text`, cut off where it is longer than anybody listens to.
    private static func bounded(_ text: String) -> String {
        guard text.utf8.count > mostBytes else { return text }
        var cut = text[...]
        while cut.utf8.count > mostBytes { cut = cut.prefix(cut.count * mostBytes / cut.utf8.count) }
        return String(cut) + "…"
    }
}
