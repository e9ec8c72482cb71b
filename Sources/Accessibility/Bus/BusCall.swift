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
