// Where the accessibility bus is.

import Glibc

/// A way to the accessibility bus, from what the environment says.
package enum BusAddress: Hashable, Sendable {
    /// The bus itself is named.
    case accessibility(String)
    /// The session bus is there, where somebody knows the accessibility bus.
    case session(String)

    /// The way that `variables` name; nil where there is none. The variable NO_AT_BRIDGE is every toolkit's: with 1 a program
    /// stays away from the bus.
    package init?(_ variables: (String) -> String?, exists: (String) -> Bool = { access($0, F_OK) == 0 }) {
        func value(_ name: String) -> String? { variables(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let refusal = value("NO_AT_BRIDGE"), refusal != "0" { return nil }
        if let address = value("AT_SPI_BUS_ADDRESS") {
            self = .accessibility(address)
        } else if let address = value("DBUS_SESSION_BUS_ADDRESS") {
            self = .session(address)
        } else if let folder = value("XDG_RUNTIME_DIR"), folder.hasPrefix("/"), exists(folder + "/bus") {
            self = .session("unix:path=" + Self.escaped(folder + "/bus"))
        } else {
            return nil
        }
    }

    /// The way that the environment of this process names.
    package static var ofEnvironment: BusAddress? {
        BusAddress { name in getenv(name).map { String(cString: $0) } }
    }

    /// `path` as the value in an address.
    private static func escaped(_ path: String) -> String {
        var text = ""
        for byte in path.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || "-_/.\\*".contains(character) {
                text.append(character)
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text
    }
}
