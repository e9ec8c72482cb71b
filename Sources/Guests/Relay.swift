// The way of requests and events between a client and libwayland.

import CWaylandServer

/// What a connection's requests and events pass, so that the kiosk sees the descriptors that a client sends before libwayland owns them.
final class Relay {
    private let handle: OpaquePointer
    weak var connection: Connection?

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit { bezel_free_relay(handle) }

    /// Gives libwayland what the client has sent. Returns false when the connection is over.
    func takeIn() -> Bool {
        switch bezel_take_in(handle) {
        case BEZEL_WELCOME: return true
        case BEZEL_FOREIGN: return end("sends a descriptor that is neither memory nor a pipe")
        case BEZEL_CROWDED: return end("sends too many descriptors at once")
        default: return false
        }
    }

    private func end(_ reason: String) -> Bool {
        connection?.endAtOnce(reason)
        _ = giveOut()
        return false
    }

    /// Gives the client what libwayland has to say. Returns false when the connection is over.
    func giveOut() -> Bool { bezel_give_out(handle) }
}
