// The glass as a guest sees it: wl_output and zxdg_output_v1.

import CWaylandServer
package import Geometry
import Linux

/// The screen of a guest.
package struct GuestOutput: Equatable {
    /// The extent in pixels of the glass.
    package var pixels: PixelSize
    /// The extent in mm.
    package var millimetres: Size
    /// The pixels of the glass for one unit of the guest.
    package var scale: Double
    /// The time for which a frame is on the glass.
    package var refresh: Instant.Span

    /// A screen of `pixels` and `millimetres`.
    package init(pixels: PixelSize, millimetres: Size, scale: Double = 1, refresh: Instant.Span) {
        (self.pixels, self.millimetres, self.scale, self.refresh) = (pixels, millimetres, scale, refresh)
    }

    /// The extent in the guest's units.
    var size: Size {
        Size((Double(pixels.width) / scale).rounded(.down), (Double(pixels.height) / scale).rounded(.down))
    }
}

/// A `wl_output` that a client has bound.
final class OutputGlobal: Resource {
    /// A library has one. Each is told of every change.
    override class var most: Int { 16 }

    private unowned let server: GuestServer
    fileprivate var extended: [ExtendedOutput] = []

    private static let requests = permanent(wl_output_interface(release: destroyResource))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_wl_output(), version: version, id: id, requests: Self.requests)
        server.add(self)
        tell(server.output)
        guard let handle else { return }
        // Surfaces that came to the screen before know it by its other names.
        for surface in server.surfaces where surface.client == client && surface.hasEntered {
            if let surface = surface.handle { wl_surface_send_enter(surface, handle) }
        }
    }

    override func destroyed() { server.remove(self) }

    /// Tells the client what the screen is like.
    func tell(_ output: GuestOutput) {
        guard let handle else { return }
        wl_output_send_geometry(
            handle, 0, 0, Int32(output.millimetres.width.rounded()), Int32(output.millimetres.height.rounded()),
            Int32(WL_OUTPUT_SUBPIXEL_UNKNOWN.rawValue), "Bezel", "panel", Int32(WL_OUTPUT_TRANSFORM_NORMAL.rawValue))
        let millihertz = 1_000_000_000_000 / max(1, output.refresh.nanoseconds)
        wl_output_send_mode(
            handle, WL_OUTPUT_MODE_CURRENT.rawValue | WL_OUTPUT_MODE_PREFERRED.rawValue, Int32(output.pixels.width),
            Int32(output.pixels.height), Int32(clamping: millihertz))
        if version >= WL_OUTPUT_SCALE_SINCE_VERSION { wl_output_send_scale(handle, Int32(output.scale.rounded(.up))) }
        if version >= WL_OUTPUT_NAME_SINCE_VERSION { wl_output_send_name(handle, "PANEL-1") }
        if version >= WL_OUTPUT_DESCRIPTION_SINCE_VERSION {
            wl_output_send_description(handle, "The screen of the kiosk")
        }
        for one in extended { one.tell(output) }
        if version >= WL_OUTPUT_DONE_SINCE_VERSION { wl_output_send_done(handle) }
    }
}

/// The global `zxdg_output_manager_v1`.
final class ExtendedOutputs: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        zxdg_output_manager_v1_interface(
            destroy: destroyResource,
            get_xdg_output: { client, manager, id, output in
                guard let client else { return }
                let manager = ExtendedOutputs.of(manager)
                let extended = ExtendedOutput(
                    OutputGlobal.of(output), client, version: manager.version, id: id)
                extended.tellAtOnce(manager.server.output)
            }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_zxdg_output_manager_v1(), version: version, id: id, requests: Self.requests)
    }
}

/// A `zxdg_output_v1`: the screen in the guest's units.
final class ExtendedOutput: Resource {
    /// A library has one. Each is told of every change.
    override class var most: Int { 16 }

    private weak var output: OutputGlobal?

    private static let requests = permanent(zxdg_output_v1_interface(destroy: destroyResource))

    fileprivate init(_ output: OutputGlobal, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.output = output
        super.init(client, bezel_zxdg_output_v1(), version: version, id: id, requests: Self.requests)
        output.extended.append(self)
    }

    override func destroyed() { output?.extended.removeAll { $0 === self } }

    fileprivate func tell(_ output: GuestOutput) {
        guard let handle else { return }
        zxdg_output_v1_send_logical_position(handle, 0, 0)
        zxdg_output_v1_send_logical_size(handle, Int32(output.size.width), Int32(output.size.height))
        if version >= ZXDG_OUTPUT_V1_NAME_SINCE_VERSION { zxdg_output_v1_send_name(handle, "PANEL-1") }
        // Since version 3 the end of the group is that of wl_output.
        if version < 3 { zxdg_output_v1_send_done(handle) }
    }

    /// Tells a client that has just asked.
    fileprivate func tellAtOnce(_ output: GuestOutput) {
        tell(output)
        if version >= 3, let handle = self.output?.handle,
            wl_resource_get_version(handle) >= WL_OUTPUT_DONE_SINCE_VERSION
        {
            wl_output_send_done(handle)
        }
    }
}
