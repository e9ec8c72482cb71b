// Guests that play something while nobody touches the glass: zwp_idle_inhibit_manager_v1.

import CWaylandServer
import Linux

/// The global `zwp_idle_inhibit_manager_v1`.
final class IdleInhibitors: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        zwp_idle_inhibit_manager_v1_interface(
            destroy: destroyResource,
            create_inhibitor: { client, manager, id, surface in
                guard let client else { return }
                let manager = IdleInhibitors.of(manager)
                _ = IdleInhibitor(
                    manager.server, client, version: manager.version, id: id, surface: Surface.of(surface))
            }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_zwp_idle_inhibit_manager_v1(), version: version, id: id, requests: Self.requests)
    }
}

/// A `zwp_idle_inhibitor_v1`. It counts while its surface shows something.
final class IdleInhibitor: Resource {
    private unowned let server: GuestServer
    private weak var surface: Surface?

    private static let requests = permanent(zwp_idle_inhibitor_v1_interface(destroy: destroyResource))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32, surface: Surface) {
        (self.server, self.surface) = (server, surface)
        super.init(client, bezel_zwp_idle_inhibitor_v1(), version: version, id: id, requests: Self.requests)
        server.add(self)
    }

    override func destroyed() { server.remove(self) }

    /// Whether the surface is on the glass.
    var counts: Bool { surface?.isOnGlass ?? false }
}
