// A window of its own: xdg_toplevel.

import CWaylandServer
import Geometry
import Linux

/// An `xdg_toplevel`. It fills what the panels leave of the screen, unless it is a dialog of another one, or ignores the size that it
/// is told.
final class Toplevel: GuestWindow {
    let window: XDGSurface
    private(set) weak var parent: Toplevel?
    private var coversPanels = false
    weak var decoration: Decoration?

    private static let requests = permanent(
        xdg_toplevel_interface(
            destroy: destroyResource,
            set_parent: { _, toplevel, parent in Toplevel.of(toplevel).setParent(Toplevel.optional(parent)) },
            set_title: { _, toplevel, title in
                if let title { Toplevel.of(toplevel).title = WireText(title) }
            },
            set_app_id: { _, toplevel, application in
                if let application { Toplevel.of(toplevel).applicationID = WireText(application) }
            },
            // A kiosk has no menu for windows, and nothing that moves or resizes them.
            show_window_menu: { _, _, _, _, _, _ in },
            move: { _, _, _, _ in },
            resize: { _, toplevel, _, _, edge in
                if edge > XDG_TOPLEVEL_RESIZE_EDGE_BOTTOM_RIGHT.rawValue || edge == 3 || edge == 7 {
                    Toplevel.of(toplevel).fail(XDG_TOPLEVEL_ERROR_INVALID_RESIZE_EDGE, "there is no edge \(edge)")
                }
            },
            // The window fills the screen, whatever its limits are.
            set_max_size: { _, toplevel, width, height in Toplevel.of(toplevel).checkLimit(width, height) },
            set_min_size: { _, toplevel, width, height in Toplevel.of(toplevel).checkLimit(width, height) },
            set_maximized: { _, toplevel in Toplevel.of(toplevel).answer() },
            unset_maximized: { _, toplevel in Toplevel.of(toplevel).answer() },
            set_fullscreen: { _, toplevel, _ in Toplevel.of(toplevel).setFullScreen(true) },
            unset_fullscreen: { _, toplevel in Toplevel.of(toplevel).setFullScreen(false) },
            set_minimized: { _, toplevel in Toplevel.of(toplevel).minimize(true) }))

    init(_ window: XDGSurface, _ surface: Surface, version: Int32, id: UInt32) {
        self.window = window
        super.init(
            window.server, surface, window.shell.dialect.toplevel, version: version, id: id, requests: Self.requests)
    }

    override func destroyed() { window.loseKind() }

    private func setParent(_ parent: Toplevel?) {
        var ancestor = parent
        while let one = ancestor {
            if one === self {
                return fail(XDG_TOPLEVEL_ERROR_INVALID_PARENT, "a window cannot be a dialog of itself")
            }
            ancestor = one.parent
        }
        self.parent = parent?.isMapped == true ? parent : nil
    }

    /// The window that this one belongs to is no longer shown.
    func parentIsUnmapped() { parent = parent?.parent }

    private func checkLimit(_ width: Int32, _ height: Int32) {
        if width < 0 || height < 0 { fail(XDG_TOPLEVEL_ERROR_INVALID_SIZE, "a limit of \(width)×\(height)") }
    }

    override func setFullScreen(_ isFullScreen: Bool) {
        coversPanels = isFullScreen
        answer()
        tellLists()
        guard isMapped else { return }
        server.stack.arrange()
        server.changed()
    }

    /// Every request for another state is answered, whether it is granted or not.
    private func answer() { if window.isTold { configure() } }

    // MARK: Configure

    override var geometry: Rect { window.geometry }
    override var corner: Point { window.ownGeometry?.origin ?? .zero }
    override var isFullScreen: Bool { coversPanels }

    /// Whether the window is a dialog, which has a size of its own.
    private var isDialog: Bool { parent != nil }

    override var isMaximized: Bool { !isFullScreen && !isDialog }

    /// What the window is told that it is, besides the one that is used.
    private var size: (size: Size, state: xdg_toplevel_state?) {
        if isFullScreen { return (server.size, XDG_TOPLEVEL_STATE_FULLSCREEN) }
        return isDialog ? (.zero, nil) : (server.stack.room.size, XDG_TOPLEVEL_STATE_MAXIMIZED)
    }

    override func configure() {
        guard let handle, window.isAnswering else { return }
        let (size, state) = size
        if version >= XDG_TOPLEVEL_CONFIGURE_BOUNDS_SINCE_VERSION {
            let room = server.stack.room
            xdg_toplevel_send_configure_bounds(handle, Int32(room.width), Int32(room.height))
        }
        if version >= XDG_TOPLEVEL_WM_CAPABILITIES_SINCE_VERSION {
            WireArray([XDG_TOPLEVEL_WM_CAPABILITIES_FULLSCREEN.rawValue]).with {
                xdg_toplevel_send_wm_capabilities(handle, $0)
            }
        }
        var states = state.map { [$0.rawValue] } ?? []
        if isActivated { states.append(XDG_TOPLEVEL_STATE_ACTIVATED.rawValue) }
        decoration?.tell()
        WireArray(states).with { xdg_toplevel_send_configure(handle, Int32(size.width), Int32(size.height), $0) }
        window.configure()
    }

    override func close() { if let handle { xdg_toplevel_send_close(handle) } }
}
