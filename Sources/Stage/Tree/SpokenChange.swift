// What an app says about a part of a screen in place of what its views say.

import Gestures

/// One thing that an app says about a part of a screen, in place of what the views in it say.
package enum SpokenChange: Hashable, Sendable {
    /// What is told of several views.
    package enum Children: Hashable, Sendable {
        /// Each view, in a group.
        case contain
        /// One element that is called by all the words in it, and the controls in it.
        case combine
        /// One element, and nothing in it.
        case ignore
    }

    case label(String)
    case value(String)
    case hint(String)
    case role(Spoken.Role)
    case hidden(Bool)
    case children(Children)

    /// What is told in place of `found`, the views in `box` in reading order. `box` says nothing by itself.
    @MainActor func applied(to found: [SpokenPlace], in box: SpokenPlace) -> [SpokenPlace] {
        let outermost = found.outermost
        switch self {
        case .hidden(let isHidden): return isHidden ? [] : found
        case .children(.contain): return [box] + found
        case .children(.ignore):
            var one = outermost.count == 1 ? outermost[0] : box
            if one.spoken.role == .group { one.spoken.role = .text }
            return [one]
        case .children(.combine): return outermost.count == 1 ? found : Self.combined(found, in: box)
        case .label, .value, .hint, .role:
            var views = found
            if let control = outermost.whatTheOthersDescribe {
                views.removeAll { repeats($0, in: control) }
            } else if case .label = self {
                views.insert(box, at: 0)
            } else {
                views = Self.combined(found, in: box)
            }
            let changed = outermost.whatTheOthersDescribe?.view ?? box.view
            guard let index = views.firstIndex(where: { $0.view === changed }) else { return found }
            change(&views[index].spoken)
            return views
        }
    }

    /// Whether `place` holds words that `control`, around it, was called by and is no longer.
    @MainActor private func repeats(_ place: SpokenPlace, in control: SpokenPlace) -> Bool {
        guard case .label = self, control.spoken.role != .group, place.spoken.role.isWords,
            place.view !== control.view
        else { return false }
        return place.view.isWithin(control.view)
    }

    private func change(_ spoken: inout Spoken) {
        switch self {
        case .label(let label): spoken.label = label
        case .value(let value): spoken.value = value
        // What is wrong with a text is said as well.
        case .hint(let hint): spoken.hint = spoken.hint.map { "\($0) \(hint)" } ?? hint
        case .role(let role): spoken.role = role
        case .hidden, .children: break
        }
    }

    /// `found` as one element that is called by the words in it, before the controls in it.
    @MainActor private static func combined(_ found: [SpokenPlace], in box: SpokenPlace) -> [SpokenPlace] {
        let controls = found.filter { !$0.spoken.role.isWords }
        var whole = box
        whole.spoken.label = found.outermost.words.joined(separator: ", ")
        if !found.isEmpty { whole.spoken.role = controls.isEmpty ? .text : .group }
        return [whole] + controls
    }
}

/// A view that holds what a `SpokenChange` is about.
package final class SpokenBox: View {
    /// What is said in place of what the views in it say.
    package var change: SpokenChange

    package init(_ change: SpokenChange) {
        self.change = change
        super.init()
    }

    /// What the box is before it is changed: a button where something in it takes taps, and a picture where nothing in it says anything
    /// about itself.
    func unchanged(around found: [SpokenPlace]) -> Spoken {
        guard found.isEmpty else { return Spoken(.group, "") }
        let button = firstView { $0.recognizers.contains { $0 is TapRecognizer } }
        return button.map { Spoken(.button, "", isEnabled: $0.isUserInteractionEnabled) } ?? Spoken(.image, "")
    }
}

extension View {
    /// The first view in this one that is as `isWanted` says, in reading order.
    fileprivate func firstView(_ isWanted: (View) -> Bool) -> View? {
        for view in subviews {
            if isWanted(view) { return view }
            if let found = view.firstView(isWanted) { return found }
        }
        return nil
    }
}

@MainActor
extension [SpokenPlace] {
    /// Those that are in no other one.
    var outermost: [SpokenPlace] {
        var places: [SpokenPlace] = []
        for place in self where places.last.map({ !place.view.isWithin($0.view) }) ?? true { places.append(place) }
        return places
    }

    /// The words and descriptions among them.
    var words: [String] {
        filter { ($0.spoken.role.isWords || $0.spoken.role == .group) && !$0.spoken.label.isEmpty }.map(\.spoken.label)
    }

    /// The only one of them, or the control of which the others are the label and the description; nil for several.
    fileprivate var whatTheOthersDescribe: SpokenPlace? {
        if count == 1 { return self[0] }
        let controls = filter { !$0.spoken.role.isWords }
        guard controls.count == 1, let control = controls.first?.spoken else { return nil }
        let describes = allSatisfy { place in
            let words = place.spoken.label
            return !place.spoken.role.isWords || words == control.label || control.hint?.contains(words) == true
        }
        return describes ? controls[0] : nil
    }
}
