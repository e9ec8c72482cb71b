// Clients that move the guest's pointer, such as a recording of mouse movements: zwlr_virtual_pointer_manager_v1. The pointer is that of
// the client's own guest, so no other guest notices it, nor the kiosk.

import CWaylandServer
import Geometry
import Linux

/// The global `zwlr_virtual_pointer_manager_v1`.
final class VirtualPointers: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        zwlr_virtual_pointer_manager_v1_interface(
            create_virtual_pointer: { _, pointers, _, id in VirtualPointers.of(pointers).make(id) },
            destroy: destroyResource,
            create_virtual_pointer_with_output: { _, pointers, _, _, id in VirtualPointers.of(pointers).make(id) }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_zwlr_virtual_pointer_manager_v1(), version: version, id: id, requests: Self.requests)
    }

    private func make(_ id: UInt32) { _ = VirtualPointer(server, client, version: version, id: id) }
}

/// A `zwlr_virtual_pointer_v1`. What a client says of it happens with the end of the group.
final class VirtualPointer: Resource {
    private unowned let server: GuestServer
    private var group: [(GuestServer) -> Void] = []

    private static let requests = permanent(
        zwlr_virtual_pointer_v1_interface(
            motion: { _, pointer, time, x, y in
                let way = Vector(wl_fixed_to_double(x), wl_fixed_to_double(y))
                VirtualPointer.of(pointer).add { $0.pointerMoved(by: way * $0.scale, Instant(wireMilliseconds: time)) }
            },
            motion_absolute: { _, pointer, time, x, y, width, height in
                guard width > 0, height > 0 else { return }
                let (right, down) = (Double(x) / Double(width), Double(y) / Double(height))
                VirtualPointer.of(pointer).add { server in
                    let size = server.output.pixels.size
                    let point = Point(right * size.width, down * size.height)
                    server.pointerMoved(to: point, Instant(wireMilliseconds: time))
                }
            },
            button: { _, pointer, time, button, state in
                let isDown = state == WL_POINTER_BUTTON_STATE_PRESSED.rawValue
                VirtualPointer.of(pointer).add {
                    $0.pointerPressed(button, isDown: isDown, Instant(wireMilliseconds: time))
                }
            },
            axis: { _, pointer, time, axis, value in
                VirtualPointer.of(pointer).scroll(axis) { wl_pointer_send_axis($0, time, axis, value) }
            },
            frame: { _, pointer in VirtualPointer.of(pointer).finish() },
            axis_source: { _, pointer, source in
                let pointer = VirtualPointer.of(pointer)
                guard source <= WL_POINTER_AXIS_SOURCE_WHEEL_TILT.rawValue else {
                    return pointer.fail(
                        ZWLR_VIRTUAL_POINTER_V1_ERROR_INVALID_AXIS_SOURCE, "there is no source \(source)")
                }
                pointer.scroll { handle in
                    if wl_resource_get_version(handle) >= WL_POINTER_AXIS_SOURCE_SINCE_VERSION {
                        wl_pointer_send_axis_source(handle, source)
                    }
                }
            },
            axis_stop: { _, pointer, time, axis in
                VirtualPointer.of(pointer).scroll(axis) { handle in
                    if wl_resource_get_version(handle) >= WL_POINTER_AXIS_STOP_SINCE_VERSION {
                        wl_pointer_send_axis_stop(handle, time, axis)
                    }
                }
            },
            axis_discrete: { _, pointer, time, axis, value, steps in
                VirtualPointer.of(pointer).scroll(axis) { handle in
                    if wl_resource_get_version(handle) >= WL_POINTER_AXIS_DISCRETE_SINCE_VERSION {
                        wl_pointer_send_axis_discrete(handle, axis, steps)
                    }
                    wl_pointer_send_axis(handle, time, axis, value)
                }
            }, destroy: destroyResource))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_zwlr_virtual_pointer_v1(), version: version, id: id, requests: Self.requests)
    }

    private func add(_ event: @escaping (GuestServer) -> Void) {
        guard group.count < GuestServer.mostWaiting else {
            return endClient("has \(group.count) events in one group of a pointer's")
        }
        group.append(event)
    }

    private func scroll(_ axis: UInt32 = 0, _ send: @escaping (OpaquePointer) -> Void) {
        guard axis <= WL_POINTER_AXIS_HORIZONTAL_SCROLL.rawValue else {
            return fail(ZWLR_VIRTUAL_POINTER_V1_ERROR_INVALID_AXIS, "there is no axis \(axis)")
        }
        add { $0.pointer.scroll(send) }
    }

    private func finish() {
        for event in group { event(server) }
        group = []
        server.pointer.finishFrame()
    }
}

extension Instant {
    /// The time of an event of a client's, whose clock the kiosk does not know.
    fileprivate init(wireMilliseconds: UInt32) { self.init(nanoseconds: Int64(wireMilliseconds) * 1_000_000) }
}
