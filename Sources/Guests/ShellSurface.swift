// Windows of programs from before 2017: wl_shell and wl_shell_surface.

import CWaylandServer
import Geometry
import Layers
import Linux

/// The global `wl_shell`.
final class Shell: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        wl_shell_interface(get_shell_surface: { _, shell, id, surface in
            Shell.of(shell).makeWindow(id, Surface.of(surface))
        }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_wl_shell(), version: version, id: id, requests: Self.requests)
    }

    private func makeWindow(_ id: UInt32, _ surface: Surface) {
        let window = ShellSurface(server, surface, version: version, id: id)
        if !surface.take(.window(window), called: "wl_shell_surface") {
            fail(WL_SHELL_ERROR_ROLE, "the surface has another role")
        }
    }
}

/// A `wl_shell_surface`. It fills what the panels leave of the screen, unless it lies beside something in another window, or ignores the
/// size that it is told. The protocol has no request that destroys it: it goes with its surface.
final class ShellSurface: GuestWindow, WindowRole {
    private enum Kind {
        /// The client has not said yet.
        case none
        case toplevel
        case fullScreen
        /// A dialog or a menu, with its corner at `place` (surface coordinates) of `parent`.
        case beside(parent: Parent, place: Vector, isMenu: Bool)
    }
    private var kind = Kind.none

    /// The question that the client has not answered; nil for none.
    private var question: UInt32?

    /// Asks the client whether it still does its work.
    func ask() {
        guard let handle else { return }
        let serial = server.nextSerial()
        question = serial
        wl_shell_surface_send_ping(handle, serial)
    }

    private func answered(_ serial: UInt32) {
        guard serial == question else { return }
        question = nil
        server.answered()
    }

    private struct Parent {
        weak var surface: Surface?
    }

    private static let requests = permanent(
        wl_shell_surface_interface(
            pong: { _, window, serial in ShellSurface.of(window).answered(serial) },
            // A kiosk has nothing that moves or resizes windows.
            move: { _, _, _, _ in },
            resize: { _, _, _, _, _ in },
            set_toplevel: { _, window in ShellSurface.of(window).become(.toplevel) },
            set_transient: { _, window, parent, x, y, _ in
                ShellSurface.of(window).become(Surface.of(parent), x, y, isMenu: false)
            },
            set_fullscreen: { _, window, _, _, _ in ShellSurface.of(window).become(.fullScreen) },
            set_popup: { _, window, _, _, parent, x, y, _ in
                ShellSurface.of(window).become(Surface.of(parent), x, y, isMenu: true)
            },
            set_maximized: { _, window, _ in ShellSurface.of(window).become(.toplevel) },
            set_title: { _, window, title in
                if let title { ShellSurface.of(window).title = WireText(title) }
            },
            set_class: { _, window, application in
                if let application { ShellSurface.of(window).applicationID = WireText(application) }
            }))

    init(_ server: GuestServer, _ surface: Surface, version: Int32, id: UInt32) {
        super.init(server, surface, bezel_wl_shell_surface(), version: version, id: id, requests: Self.requests)
    }

    override func destroyed() {
        let surface = surface
        lose()
        surface?.loseRole()
    }

    private func become(_ parent: Surface, _ x: Int32, _ y: Int32, isMenu: Bool) {
        let place = PixelRect(clamping: x, y, 0, 0).rect.origin.vector
        become(.beside(parent: Parent(surface: parent), place: place, isMenu: isMenu))
    }

    private func become(_ kind: Kind) {
        self.kind = kind
        configure()
        committed()
    }

    // MARK: The surface

    var shown: GuestWindow? { self }

    func committed() {
        if case .none = kind { return }
        show(surface?.buffer != nil)
    }

    func surfaceIsGone() {
        lose()
        destroy()
    }

    // MARK: The window

    override var isFullScreen: Bool { if case .fullScreen = kind { true } else { false } }
    override var isMaximized: Bool { if case .toplevel = kind { true } else { false } }
    override var isListed: Bool { !isMenu }
    private var isMenu: Bool { if case .beside(_, _, let isMenu) = kind { isMenu } else { false } }

    override func place(_ size: Size) -> (scale: Double, corner: Point) {
        guard case .beside(let parent, let place, _) = kind, let surface = parent.surface,
            let window = server.stack.window(of: surface), window !== self
        else { return super.place(size) }
        let (scale, offset) = (window.frame.scale, place - window.geometry.origin.vector)
        return (scale, window.frame.position + offset * (server.scale * scale))
    }

    override func configure() {
        guard let handle else { return }
        let size: Size
        switch kind {
        case .none, .beside: return
        case .toplevel: size = server.stack.room.size
        case .fullScreen: size = server.size
        }
        wl_shell_surface_send_configure(
            handle, WL_SHELL_SURFACE_RESIZE_NONE.rawValue, Int32(size.width), Int32(size.height))
    }

    override func activate(_ isActivated: Bool) {
        // What was touched instead closes a menu.
        if isMenu, !isActivated, self.isActivated, let handle { wl_shell_surface_send_popup_done(handle) }
        super.activate(isActivated)
    }
}
