// The shapes of cursors that guests ask for: wp_cursor_shape_manager_v1. A kiosk shows no cursor, so they change nothing.

import CWaylandServer
import Linux

/// The global `wp_cursor_shape_manager_v1`.
final class CursorShapes: Resource {
    private static let requests = permanent(
        wp_cursor_shape_manager_v1_interface(
            destroy: destroyResource,
            get_pointer: { client, manager, id, _ in CursorShapes.of(manager).makeDevice(for: client, id) },
            get_tablet_tool_v2: { client, manager, id, _ in CursorShapes.of(manager).makeDevice(for: client, id) }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_wp_cursor_shape_manager_v1(), version: version, id: id, requests: Self.requests)
    }

    private func makeDevice(for client: OpaquePointer?, _ id: UInt32) {
        if let client { _ = CursorShape(client, version: version, id: id) }
    }
}

/// A `wp_cursor_shape_device_v1`.
final class CursorShape: Resource {
    /// As many as pointers.
    override class var most: Int { 16 }

    private static let requests = permanent(
        wp_cursor_shape_device_v1_interface(
            destroy: destroyResource,
            set_shape: { _, device, _, shape in
                let device = CursorShape.of(device)
                let last =
                    device.version < 2
                    ? WP_CURSOR_SHAPE_DEVICE_V1_SHAPE_ZOOM_OUT : WP_CURSOR_SHAPE_DEVICE_V1_SHAPE_ALL_RESIZE
                guard (WP_CURSOR_SHAPE_DEVICE_V1_SHAPE_DEFAULT.rawValue...last.rawValue).contains(shape) else {
                    return device.fail(
                        WP_CURSOR_SHAPE_DEVICE_V1_ERROR_INVALID_SHAPE, "there is no cursor shape \(shape)")
                }
            }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_wp_cursor_shape_device_v1(), version: version, id: id, requests: Self.requests)
    }
}
