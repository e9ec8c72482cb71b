// A field of a program in which text is typed, as far as the keyboard on the glass depends on it.

/// What the keyboard on the glass needs to know of a field in a program's windows. It is recorded, so nothing of the text is in it.
package struct TypedField: Hashable, Sendable, LosslessStringConvertible {
    /// What the text is: the kinds of `TextKind`.
    package enum Kind: String, CaseIterable, Sendable {
        case text, name, number, phone, mail, webAddress, pin
    }

    /// What else is known of the field and its text.
    package enum Trait: String, CaseIterable, Sendable {
        /// What is typed is not shown.
        case secure
        /// While it is typed in, nothing is recorded.
        case secret
        /// The next letter is a capital by itself.
        case capital
        /// A part of the text is selected.
        case selection
        /// There is something to paste.
        case paste
    }

    /// What is asked of the keyboard.
    package enum Request: String, CaseIterable, Sendable {
        case nothing
        /// The field was tapped, and the keyboard is to come.
        case show
        /// The program needs no keyboard for the field.
        case hide
    }

    package var kind: Kind
    /// The height around the caret (px of the windows), which is to be seen.
    package var (top, bottom): (Int, Int)
    package var traits: Set<Trait>
    package var request = Request.nothing

    /// A field of `kind` whose caret is between `top` and `bottom` (px of the windows).
    package init(_ kind: Kind, top: Int, bottom: Int, _ traits: Set<Trait> = [], request: Request = .nothing) {
        (self.kind, self.top, self.bottom, self.traits, self.request) = (kind, top, bottom, traits, request)
    }

    package init?(_ description: String) {
        let words = description.split(separator: " ").map(String.init)
        guard words.count >= 4, let kind = Kind(rawValue: words[0]), let top = Int(words[1]),
            let bottom = Int(words[2]),
            let request = Request(rawValue: words[3])
        else { return nil }
        let traits = words.dropFirst(4).compactMap(Trait.init(rawValue:))
        guard traits.count == words.count - 4, top <= bottom else { return nil }
        self.init(kind, top: top, bottom: bottom, Set(traits), request: request)
    }

    package var description: String {
        let traits = Trait.allCases.filter(self.traits.contains).map(\.rawValue)
        return (["\(kind)", "\(top)", "\(bottom)", "\(request)"] + traits).joined(separator: " ")
    }

    package var isSecret: Bool { traits.contains(.secret) }

    /// Whether the same keys serve this field and `other`.
    package func hasKeys(of other: TypedField?) -> Bool {
        guard let other else { return false }
        let keys: Set<Trait> = [.secure, .secret]
        return kind == other.kind && traits.intersection(keys) == other.traits.intersection(keys)
    }
}
