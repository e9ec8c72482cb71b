// Title bars of windows: zxdg_decoration_manager_v1. A kiosk has none, so clients are told not to draw theirs.

import CWaylandServer
import Linux

/// The global `zxdg_decoration_manager_v1`.
final class Decorations: Resource {
    private static let requests = permanent(
        zxdg_decoration_manager_v1_interface(
            destroy: destroyResource,
            get_toplevel_decoration: { client, manager, id, toplevel in
                guard let client else { return }
                let toplevel = Toplevel.of(toplevel)
                guard toplevel.decoration == nil else {
                    return Decorations.of(manager).fail(
                        ZXDG_TOPLEVEL_DECORATION_V1_ERROR_ALREADY_CONSTRUCTED, "the window has a decoration object")
                }
                let decoration = Decoration(client, version: Decorations.of(manager).version, id: id, of: toplevel)
                toplevel.decoration = decoration
            }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_zxdg_decoration_manager_v1(), version: version, id: id, requests: Self.requests)
    }
}

/// A `zxdg_toplevel_decoration_v1`.
final class Decoration: Resource {
    private weak var toplevel: Toplevel?

    private static let requests = permanent(
        zxdg_toplevel_decoration_v1_interface(
            destroy: destroyResource, set_mode: { _, decoration, _ in Decoration.of(decoration).answer() },
            unset_mode: { _, decoration in Decoration.of(decoration).answer() }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32, of toplevel: Toplevel) {
        self.toplevel = toplevel
        super.init(client, bezel_zxdg_toplevel_decoration_v1(), version: version, id: id, requests: Self.requests)
    }

    override func destroyed() { toplevel?.decoration = nil }

    /// Tells the client that the kiosk draws the title bar, which it does by drawing none.
    func tell() {
        guard let handle else { return }
        zxdg_toplevel_decoration_v1_send_configure(handle, ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE.rawValue)
    }

    private func answer() {
        guard let toplevel, toplevel.window.isTold else { return }
        toplevel.configure()
    }
}
