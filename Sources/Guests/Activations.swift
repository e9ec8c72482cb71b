// Windows that are brought to the front: xdg_activation_v1.

import CWaylandServer
import Linux

/// The global `xdg_activation_v1`. A guest brings its own windows to the front, and never leaves its page.
final class Activations: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        xdg_activation_v1_interface(
            destroy: destroyResource,
            get_activation_token: { client, activations, id in
                guard let client else { return }
                let activations = Activations.of(activations)
                _ = ActivationToken(activations.server, client, version: activations.version, id: id)
            },
            activate: { _, activations, token, surface in
                guard let token else { return }
                let server = Activations.of(activations).server
                server.activate(Surface.of(surface), by: token)
            }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_xdg_activation_v1(), version: version, id: id, requests: Self.requests)
    }
}

/// An `xdg_activation_token_v1`: a word by which a client lets another one of the guest bring a window to the front.
final class ActivationToken: Resource {
    private unowned let server: GuestServer
    private var isCommitted = false

    private static let requests = permanent(
        xdg_activation_token_v1_interface(
            set_serial: { _, token, _, _ in ActivationToken.of(token).refuseIfCommitted() },
            set_app_id: { _, token, _ in ActivationToken.of(token).refuseIfCommitted() },
            set_surface: { _, token, _ in ActivationToken.of(token).refuseIfCommitted() },
            commit: { _, token in ActivationToken.of(token).commit() }, destroy: destroyResource))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_xdg_activation_token_v1(), version: version, id: id, requests: Self.requests)
    }

    private func refuseIfCommitted() {
        if isCommitted { fail(XDG_ACTIVATION_TOKEN_V1_ERROR_ALREADY_USED, "the token was committed") }
    }

    private func commit() {
        refuseIfCommitted()
        guard let handle, !isCommitted else { return }
        isCommitted = true
        xdg_activation_token_v1_send_done(handle, server.makeToken())
    }
}
