// Windows: xdg_wm_base and xdg_surface, and zxdg_shell_v6, which came before them.

import CWaylandServer
import Geometry
import Linux

/// The protocol that a client speaks. The unstable one, of programs from the years 2016 to 2018, has the requests, events and errors of
/// version 1 of the stable one, with the same numbers, so only the names differ, and the numbers of edges.
enum XDGDialect {
    case stable, unstable

    var shell: UnsafePointer<wl_interface> { self == .stable ? bezel_xdg_wm_base() : bezel_zxdg_shell_v6() }
    var surface: UnsafePointer<wl_interface> { self == .stable ? bezel_xdg_surface() : bezel_zxdg_surface_v6() }
    var toplevel: UnsafePointer<wl_interface> { self == .stable ? bezel_xdg_toplevel() : bezel_zxdg_toplevel_v6() }
    var popup: UnsafePointer<wl_interface> { self == .stable ? bezel_xdg_popup() : bezel_zxdg_popup_v6() }
    var positioner: UnsafePointer<wl_interface> {
        self == .stable ? bezel_xdg_positioner() : bezel_zxdg_positioner_v6()
    }
}

/// The global `xdg_wm_base` or `zxdg_shell_v6`.
final class XDGShell: Resource {
    unowned let server: GuestServer
    let dialect: XDGDialect

    private static let requests = permanent(
        xdg_wm_base_interface(
            destroy: { _, shell in
                let shell = XDGShell.of(shell)
                guard !shell.server.hasWindows(of: shell) else {
                    return shell.fail(XDG_WM_BASE_ERROR_DEFUNCT_SURFACES, "destroyed before its surfaces")
                }
                shell.destroy()
            },
            create_positioner: { client, shell, id in
                guard let client else { return }
                let shell = XDGShell.of(shell)
                _ = Positioner(client, shell.dialect, version: shell.version, id: id)
            },
            get_xdg_surface: { client, shell, id, surface in
                guard let client else { return }
                XDGShell.of(shell).makeWindow(client, id, Surface.of(surface))
            },
            pong: { _, shell, serial in XDGShell.of(shell).answered(serial) }))

    init(_ server: GuestServer, _ client: OpaquePointer, _ dialect: XDGDialect, version: Int32, id: UInt32) {
        (self.server, self.dialect) = (server, dialect)
        super.init(client, dialect.shell, version: version, id: id, requests: Self.requests)
        server.add(self)
    }

    override func destroyed() { server.remove(self) }

    /// The question that the client has not answered; nil for none.
    private var question: UInt32?

    /// Asks whether the client still does its work.
    func ask() {
        guard question == nil, let handle else { return }
        let serial = server.nextSerial()
        question = serial
        xdg_wm_base_send_ping(handle, serial)
    }

    private func answered(_ serial: UInt32) {
        guard serial == question else { return }
        question = nil
        server.answered()
    }

    private func makeWindow(_ client: OpaquePointer, _ id: UInt32, _ surface: Surface) {
        guard !surface.hasBuffer else {
            return fail(XDG_WM_BASE_ERROR_INVALID_SURFACE_STATE, "the surface has a buffer already")
        }
        let window = XDGSurface(self, client, version: version, id: id, surface: surface)
        guard surface.take(.window(window), called: "xdg_surface") else {
            return fail(XDG_WM_BASE_ERROR_ROLE, "the surface has another role")
        }
    }
}

/// An `xdg_surface`: what toplevels and popups have in common.
final class XDGSurface: Resource, WindowRole {
    let shell: XDGShell
    /// The surface; nil when it is gone.
    private(set) weak var surface: Surface?
    var server: GuestServer { shell.server }

    enum Kind {
        case none
        case toplevel(Toplevel)
        case popup(Popup)
    }
    private(set) var kind = Kind.none

    /// Whether the client was told a size since it made the window, or took its buffer away.
    var isTold = false
    /// The configure events without an answer, oldest first.
    private var unanswered: [UInt32] = []
    /// The most of them. A client that does not answer is told no more.
    private static let mostUnanswered = 256

    private var pendingGeometry: Rect?
    /// What the client has said of its visible part.
    private(set) var ownGeometry: Rect?
    /// Whether there is something of it on the glass.
    private(set) var isMapped = false

    private static let requests = permanent(
        xdg_surface_interface(
            destroy: { _, window in
                let window = XDGSurface.of(window)
                if case .none = window.kind { return window.destroy() }
                window.fail(XDG_SURFACE_ERROR_DEFUNCT_ROLE_OBJECT, "destroyed before its toplevel or popup")
            },
            get_toplevel: { client, window, id in
                guard let client else { return }
                XDGSurface.of(window).makeToplevel(client, id)
            },
            get_popup: { client, window, id, parent, positioner in
                guard let client else { return }
                XDGSurface.of(window).makePopup(client, id, XDGSurface.optional(parent), Positioner.of(positioner))
            },
            set_window_geometry: { _, window, x, y, width, height in
                XDGSurface.of(window).setGeometry(x, y, width, height)
            },
            ack_configure: { _, window, serial in XDGSurface.of(window).acknowledge(serial) }))

    init(_ shell: XDGShell, _ client: OpaquePointer, version: Int32, id: UInt32, surface: Surface) {
        (self.shell, self.surface) = (shell, surface)
        super.init(client, shell.dialect.surface, version: version, id: id, requests: Self.requests)
        server.add(self)
    }

    override func destroyed() {
        unmap()
        surface?.loseRole()
        server.remove(self)
    }

    // MARK: Kinds

    private func makeToplevel(_ client: OpaquePointer, _ id: UInt32) {
        guard case .none = kind else {
            return fail(XDG_SURFACE_ERROR_ALREADY_CONSTRUCTED, "the surface is a window already")
        }
        guard let surface else { return }
        kind = .toplevel(Toplevel(self, surface, version: version, id: id))
    }

    private func makePopup(_ client: OpaquePointer, _ id: UInt32, _ parent: XDGSurface?, _ positioner: Positioner) {
        guard case .none = kind else {
            return fail(XDG_SURFACE_ERROR_ALREADY_CONSTRUCTED, "the surface is a window already")
        }
        guard positioner.rules.isComplete else {
            return shell.fail(XDG_WM_BASE_ERROR_INVALID_POSITIONER, "the positioner has no size or no anchor rectangle")
        }
        kind = .popup(Popup(self, client, version: version, id: id, parent: parent, rules: positioner.rules))
    }

    /// The toplevel or popup is gone.
    func loseKind() {
        unmap()
        kind = .none
        (isTold, unanswered) = (false, [])
    }

    var shown: GuestWindow? { if case .toplevel(let toplevel) = kind { toplevel } else { nil } }

    func surfaceIsGone() {
        unmap()
        shown?.lose()
        surface = nil
    }

    // MARK: Size and place

    /// The visible part of the window, without its shadows, in surface coordinates.
    var geometry: Rect {
        guard let surface else { return .zero }
        guard let own = ownGeometry else { return surface.extent }
        guard !surface.extent.isEmpty else { return own }
        let clipped = own.intersection(surface.extent)
        return clipped.isEmpty ? surface.extent : clipped
    }

    private func setGeometry(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) {
        if case .none = kind {
            return fail(XDG_SURFACE_ERROR_NOT_CONSTRUCTED, "the surface is neither a toplevel nor a popup")
        }
        guard width > 0, height > 0 else {
            return fail(XDG_SURFACE_ERROR_INVALID_SIZE, "a window geometry of \(width)×\(height)")
        }
        pendingGeometry = PixelRect(clamping: x, y, width, height).rect
    }

    // MARK: Configure and acknowledge

    /// Whether the client answers what it is told.
    var isAnswering: Bool { unanswered.count < XDGSurface.mostUnanswered }

    /// Ends a group of events about the size.
    func configure() {
        guard let handle else { return }
        let serial = server.nextSerial()
        unanswered.append(serial)
        isTold = true
        xdg_surface_send_configure(handle, serial)
    }

    private func acknowledge(_ serial: UInt32) {
        if case .none = kind {
            return fail(XDG_SURFACE_ERROR_NOT_CONSTRUCTED, "the surface is neither a toplevel nor a popup")
        }
        guard let index = unanswered.firstIndex(of: serial) else {
            return shell.fail(
                XDG_WM_BASE_ERROR_INVALID_SURFACE_STATE, "there is no configure event \(serial) to acknowledge")
        }
        unanswered.removeFirst(index + 1)
    }

    func mayAttach() -> Bool {
        guard case .none = kind else { return true }
        fail(XDG_SURFACE_ERROR_UNCONFIGURED_BUFFER, "a buffer for a surface that is neither a toplevel nor a popup")
        return false
    }

    /// A buffer that comes before the client has acknowledged a size is shown, although the protocol forbids it, as are those of clients
    /// that ignore the size.
    func mayCommit() -> Bool {
        guard case .none = kind else { return true }
        fail(XDG_SURFACE_ERROR_NOT_CONSTRUCTED, "the surface is neither a toplevel nor a popup")
        return false
    }

    func committed() {
        guard let surface else { return }
        if let geometry = pendingGeometry { (ownGeometry, pendingGeometry) = (geometry, nil) }
        if surface.buffer == nil {
            if isMapped {
                unmap()
                // What was told before may still be acknowledged. The geometry stays, as the protocol says.
                isTold = false
            }
            return
        }
        let isNew = !isMapped
        isMapped = true
        switch kind {
        case .toplevel(let toplevel): toplevel.show(true)
        case .popup(let popup): isNew ? popup.map() : popup.arrange()
        case .none: break
        }
    }

    /// Tells the client its first size. This comes at the end of the requests in which it has made the window and said what kind of
    /// window it is, so it need not commit before.
    func tellSizeOnce() {
        guard !isTold else { return }
        switch kind {
        case .toplevel(let toplevel): toplevel.configure()
        case .popup(let popup): popup.configure()
        case .none: break
        }
    }

    private func unmap() {
        guard isMapped else { return }
        isMapped = false
        switch kind {
        case .toplevel(let toplevel): toplevel.show(false)
        case .popup(let popup): popup.unmap()
        case .none: break
        }
        surface?.followOutputs()
        server.changed()
    }
}
