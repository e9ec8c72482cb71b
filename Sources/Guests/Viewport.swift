// The part of a buffer that a surface shows, and in which size: wp_viewporter, wp_viewport; and buffers of one pixel, which need it.

import CWaylandServer
import Geometry
import Linux

/// The global `wp_viewporter`.
final class Viewporter: Resource {
    private static let requests = permanent(
        wp_viewporter_interface(
            destroy: destroyResource,
            get_viewport: { client, viewporter, id, surface in
                guard let client else { return }
                Viewporter.of(viewporter).make(client, id, Surface.of(surface))
            }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_wp_viewporter(), version: version, id: id, requests: Self.requests)
    }

    private func make(_ client: OpaquePointer, _ id: UInt32, _ surface: Surface) {
        guard surface.viewport == nil else {
            return fail(WP_VIEWPORTER_ERROR_VIEWPORT_EXISTS, "the surface has a viewport")
        }
        surface.viewport = Viewport(client, version: version, id: id, surface: surface)
    }
}

/// A `wp_viewport`.
final class Viewport: Resource {
    private weak var surface: Surface?

    private static let requests = permanent(
        wp_viewport_interface(
            destroy: destroyResource,
            set_source: { _, viewport, x, y, width, height in
                Viewport.of(viewport).setSource(
                    wl_fixed_to_double(x), wl_fixed_to_double(y), wl_fixed_to_double(width), wl_fixed_to_double(height))
            },
            set_destination: { _, viewport, width, height in Viewport.of(viewport).setDestination(width, height) }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32, surface: Surface) {
        self.surface = surface
        super.init(client, bezel_wp_viewport(), version: version, id: id, requests: Self.requests)
    }

    override func destroyed() {
        surface?.viewport = nil
        surface?.change { ($0.source, $0.destination) = (nil, nil) }
    }

    private func setSource(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        guard let surface else { return fail(WP_VIEWPORT_ERROR_NO_SURFACE, "the surface is gone") }
        if x == -1, y == -1, width == -1, height == -1 { return surface.change { $0.source = nil } }
        guard x >= 0, y >= 0, width > 0, height > 0 else {
            return fail(WP_VIEWPORT_ERROR_BAD_VALUE, "a source of \(width)×\(height) at \(x), \(y)")
        }
        surface.change { $0.source = Rect(x, y, width, height) }
    }

    private func setDestination(_ width: Int32, _ height: Int32) {
        guard let surface else { return fail(WP_VIEWPORT_ERROR_NO_SURFACE, "the surface is gone") }
        if width == -1, height == -1 { return surface.change { $0.destination = nil } }
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16 else {
            return fail(WP_VIEWPORT_ERROR_BAD_VALUE, "a destination of \(width)×\(height)")
        }
        surface.change { $0.destination = Size(Double(width), Double(height)) }
    }
}

/// The global `wp_single_pixel_buffer_manager_v1`.
final class SinglePixelBuffers: Resource {
    private static let requests = permanent(
        wp_single_pixel_buffer_manager_v1_interface(
            destroy: destroyResource,
            create_u32_rgba_buffer: { client, _, id, red, green, blue, alpha in
                guard let client else { return }
                func byte(_ value: UInt32) -> UInt32 { value >> 24 }
                _ = Buffer(
                    client, id: id,
                    content: .pixel(byte(alpha) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)))
            }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_wp_single_pixel_buffer_manager_v1(), version: version, id: id, requests: Self.requests)
    }
}
