// How many pixels of the glass a unit of the guest has: wp_fractional_scale_manager_v1, and wl_surface.preferred_buffer_scale.

import CWaylandServer
import Linux

/// The global `wp_fractional_scale_manager_v1`.
final class FractionalScales: Resource {
    private static let requests = permanent(
        wp_fractional_scale_manager_v1_interface(
            destroy: destroyResource,
            get_fractional_scale: { client, manager, id, surface in
                guard let client else { return }
                let surface = Surface.of(surface)
                guard surface.fractionalScale == nil else {
                    return FractionalScales.of(manager).fail(
                        WP_FRACTIONAL_SCALE_MANAGER_V1_ERROR_FRACTIONAL_SCALE_EXISTS, "the surface has one")
                }
                surface.fractionalScale = FractionalScale(client, id: id, surface: surface)
            }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_wp_fractional_scale_manager_v1(), version: version, id: id, requests: Self.requests)
    }
}

/// A `wp_fractional_scale_v1`.
final class FractionalScale: Resource {
    private weak var surface: Surface?

    private static let requests = permanent(wp_fractional_scale_v1_interface(destroy: destroyResource))

    init(_ client: OpaquePointer, id: UInt32, surface: Surface) {
        self.surface = surface
        super.init(client, bezel_wp_fractional_scale_v1(), version: 1, id: id, requests: Self.requests)
        tell(surface.server.scale)
    }

    override func destroyed() { surface?.fractionalScale = nil }

    /// Tells the client the scale, which the protocol counts in 120ths.
    func tell(_ scale: Double) {
        if let handle { wp_fractional_scale_v1_send_preferred_scale(handle, UInt32((scale * 120).rounded())) }
    }
}

extension Surface {
    /// Tells the client how many pixels its buffers should have for each of the guest's units. A client that knows no fractional scale
    /// is told the next larger integer, and the kiosk makes its picture smaller.
    func tellScale() {
        fractionalScale?.tell(server.scale)
        guard let handle, version >= WL_SURFACE_PREFERRED_BUFFER_SCALE_SINCE_VERSION else { return }
        wl_surface_send_preferred_buffer_scale(handle, Int32(server.scale.rounded(.up)))
    }
}
