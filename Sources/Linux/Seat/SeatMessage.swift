// What a kiosk and the keeper of its seat say to each other.

import Glibc

/// A message between a kiosk and the process that keeps its seat: one packet, with a line for each part.
package enum SeatMessage: Hashable, Sendable {
    // The kiosk's.

    /// The first message: the seat is asked for, in this version of the language.
    case wanted(version: Int)
    /// A device shall be opened.
    case open(path: String)
    /// The device of this number is no longer used.
    case close(device: Int)
    /// The answer to `disabled`: no device is used any more.
    case left
    /// Asks for `pong`, so that the connection becomes readable.
    case ping

    // The keeper's.

    /// The seat is there. `refusals` are the reasons why earlier providers failed.
    case granted(provider: String, isEnabled: Bool, refusals: [String])
    /// No provider grants a seat.
    case refused(isPermission: Bool, refusals: [String])
    /// The device is open; its descriptor comes along.
    case opened(device: Int)
    /// The device cannot be opened.
    case failed(SystemError)
    /// Another session comes to the foreground.
    case disabled
    /// This session is in the foreground again.
    case enabled
    /// The answer to `ping`.
    case pong

    /// The version that this program speaks. A keeper that is asked in another one makes way for one that speaks it.
    package static let version = 1

    /// The packet's text.
    package var text: String {
        let lines: [String] =
            switch self {
            case .wanted(let version): ["wanted", "\(version)"]
            case .open(let path): ["open", path]
            case .close(let device): ["close", "\(device)"]
            case .left: ["left"]
            case .granted(let provider, let isEnabled, let refusals):
                ["granted", provider, isEnabled ? "enabled" : "disabled"] + refusals
            case .refused(let isPermission, let refusals):
                ["refused", isPermission ? "permission" : "other"] + refusals
            case .opened(let device): ["opened", "\(device)"]
            case .failed(let error): ["failed", "\(error.errno)", error.call, error.subject, error.hint]
            case .disabled: ["disabled"]
            case .enabled: ["enabled"]
            case .ping: ["ping"]
            case .pong: ["pong"]
            }
        return lines.map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    }

    /// The message of a packet's text; nil if it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("wanted", 2...):
            // A later version may add lines.
            guard let version = Int(parts[1]) else { return nil }
            self = .wanted(version: version)
        case ("open", 2): self = .open(path: parts[1])
        case ("close", 2):
            guard let device = Int(parts[1]) else { return nil }
            self = .close(device: device)
        case ("left", 1): self = .left
        case ("granted", 3...):
            self = .granted(
                provider: parts[1], isEnabled: parts[2] == "enabled", refusals: Array(parts.dropFirst(3)))
        case ("refused", 2...):
            self = .refused(isPermission: parts[1] == "permission", refusals: Array(parts.dropFirst(2)))
        case ("opened", 2):
            guard let device = Int(parts[1]) else { return nil }
            self = .opened(device: device)
        case ("failed", 5):
            guard let number = Int32(parts[1]) else { return nil }
            self = .failed(SystemError(call: parts[2], errno: number, subject: parts[3], hint: parts[4]))
        case ("disabled", 1): self = .disabled
        case ("enabled", 1): self = .enabled
        case ("ping", 1): self = .ping
        case ("pong", 1): self = .pong
        default: return nil
        }
    }
}
