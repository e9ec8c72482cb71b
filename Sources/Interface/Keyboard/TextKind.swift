// What a text field is for.

/// What a text is, which decides about the keys that are offered and about what can be typed.
nonisolated public enum TextKind: Hashable, Sendable, CaseIterable {
    /// Sentences. They begin with a capital.
    case text
    /// The name of a person or a place. Its words begin with capitals.
    case name
    /// A number, with a sign and a decimal separator.
    case number
    /// The number of a telephone.
    case phone
    /// A mail address.
    case mail
    /// An address of the web.
    case webAddress
    /// Digits that stay secret.
    case pin

    /// Whether it is typed with digits alone, on larger keys.
    var isPad: Bool {
        switch self {
        case .number, .phone, .pin: true
        case .text, .name, .mail, .webAddress: false
        }
    }

    /// Whether it is an address of the internet.
    var isAddress: Bool { self == .mail || self == .webAddress }

    /// Whether what is typed is never shown.
    var isSecure: Bool { self == .pin }

    /// What is left of `text` when it is typed or pasted into such a field.
    func accepted(_ text: String) -> String {
        switch self {
        case .text, .name: text
        case .number: text.filter { $0.isASCII && $0.isNumber || "+-−.,".contains($0) }
        case .phone: text.filter { $0.isASCII && $0.isNumber || "+-/()*# ".contains($0) }
        case .mail, .webAddress: text.filter { !$0.isWhitespace }
        case .pin: text.filter { $0.isASCII && $0.isNumber }
        }
    }

    /// Whether the letter behind `before` is usually a capital.
    package func beginsWithCapital(behind before: some StringProtocol) -> Bool {
        switch self {
        case .text:
            let words = before.reversed().drop { $0 == " " }
            guard let last = words.first else { return true }
            return last == "\n" || before.last == " " && ".!?…".contains(last)
        case .name: return before.last.map { $0 == " " || $0 == "-" || $0 == "\n" } ?? true
        case .number, .phone, .mail, .webAddress, .pin: return false
        }
    }
}
