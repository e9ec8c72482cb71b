// Calls that clients make over the bus, and what they get.

/// A call of a method.
package struct BusCall: Sendable {
    package let path: String
    package let interface: String
    package let member: String
    /// The types of the arguments, as D-Bus writes them.
    package let signature: String
    package let arguments: [BusValue]

    package init(path: String, interface: String, member: String, signature: String = "", arguments: [BusValue] = []) {
        (self.path, self.interface, self.member) = (path, interface, member)
        (self.signature, self.arguments) = (signature, arguments)
    }

    /// The types of arguments that any method of AT-SPI has. Others are refused before anything of them is read.
    static let signatures: Set<String> = [
        "", "i", "u", "s", "ii", "iu", "iii", "iiu", "iib", "is", "isi", "uii", "iiiiu", "iiiiuuu", "iiuii", "ss",
        "ssv",
        "(so)",
    ]
}

/// What a call is answered with.
package enum BusAnswer: Hashable, Sendable {
    case values([BusValue])
    /// An error with the name that D-Bus has for it, and words.
    case refusal(String, String)

    static func noObject(_ path: String) -> BusAnswer {
        .refusal("org.freedesktop.DBus.Error.UnknownObject", "there is nothing at \(path)")
    }
    package static func noMethod(_ call: BusCall) -> BusAnswer {
        .refusal(
            "org.freedesktop.DBus.Error.UnknownMethod",
            "\(call.path) has no method \(call.interface).\(call.member)(\(call.signature))")
    }
    static func noProperty(_ name: String) -> BusAnswer {
        .refusal("org.freedesktop.DBus.Error.UnknownProperty", "there is no property \(name)")
    }
}

/// What a client asks the stage to do.
package enum AccessibilityRequest: Hashable, Sendable {
    /// To press the element with this number.
    case press(Int)
    /// To give it the focus.
    case focus(Int)
    /// To set it to a value from 0 to 1.
    case set(Int, to: Double)
    /// To scroll its content by most of what can be seen of it.
    case scroll(Int, forward: Bool)
    /// To scroll what is around it until it can be seen.
    case reveal(Int)
    /// To replace the characters in a range of its text, in Unicode scalars, by a text, with the caret behind it.
    case edit(Int, Range<Int>, String)

    /// The number of the element.
    package var node: Int {
        switch self {
        case .press(let node), .focus(let node), .set(let node, _), .scroll(let node, _), .reveal(let node),
            .edit(let node, _, _):
            node
        }
    }
}
