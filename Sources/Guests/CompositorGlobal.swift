// The maker of surfaces and regions: wl_compositor.

import CWaylandServer
import Linux

/// A `wl_compositor` that a client has bound.
final class CompositorGlobal: Resource {
    /// Programs bind it once, and so does each of their libraries.
    override class var most: Int { 16 }

    private unowned let server: GuestServer

    private static let requests = permanent(
        wl_compositor_interface(
            create_surface: { client, compositor, id in
                guard let client else { return }
                let compositor = CompositorGlobal.of(compositor)
                _ = Surface(compositor.server, client, version: compositor.version, id: id)
            },
            create_region: { client, compositor, id in
                guard let client else { return }
                _ = ClientRegion(client, version: CompositorGlobal.of(compositor).version, id: id)
            }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_wl_compositor(), version: version, id: id, requests: Self.requests)
    }
}
