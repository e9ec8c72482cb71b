// Windows: xdg_wm_base and xdg_surface.

import CWaylandServer
import Geometry
import Linux

/// The global `xdg_wm_base`.
final class XDGShell: Resource {
    unowned let server: GuestServer

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
                _ = Positioner(client, version: XDGShell.of(shell).version, id: id)
            },
            get_xdg_surface: { client, shell, id, surface in
                guard let client else { return }
                XDGShell.of(shell).makeWindow(client, id, Surface.of(surface))
            },
            pong: { _, shell, serial in XDGShell.of(shell).answered(serial) }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_xdg_wm_base(), version: version, id: id, requests: Self.requests)
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
final class XDGSurface: Resource {
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
    private var ownGeometry: Rect?
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
        super.init(client, bezel_xdg_surface(), version: version, id: id, requests: Self.requests)
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
        kind = .toplevel(Toplevel(self, client, version: version, id: id))
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

    func surfaceIsGone() {
        unmap()
        surface = nil
    }

    // MARK: Size and place

    /// The visible part of the window, without its shadows, in surface coordinates.
    var geometry: Rect {
        guard let surface else { return .zero }
        guard let own = ownGeometry else { return surface.extent }
        let clipped = own.intersection(surface.extent)
        return clipped.isEmpty ? own : clipped
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

    /// Ends a group of events about the size.
    func configure() {
        guard let handle, unanswered.count < XDGSurface.mostUnanswered else { return }
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

    /// Whether a commit of the surface is allowed now. If not, the client is ended. A buffer that comes before the client has
    /// acknowledged a size is shown, although the protocol forbids it, as are those of clients that ignore the size.
    func mayCommit() -> Bool {
        guard case .none = kind else { return true }
        fail(XDG_SURFACE_ERROR_NOT_CONSTRUCTED, "the surface is neither a toplevel nor a popup")
        return false
    }

    /// The surface has committed.
    func committed() {
        guard let surface else { return }
        if let geometry = pendingGeometry { (ownGeometry, pendingGeometry) = (geometry, nil) }
        if surface.buffer == nil {
            if isMapped {
                unmap()
                // What was told before may still be acknowledged.
                (isTold, ownGeometry) = (false, nil)
            }
            return
        }
        let isNew = !isMapped
        isMapped = true
        switch kind {
        case .toplevel(let toplevel): isNew ? server.map(toplevel) : server.arrange()
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
        case .toplevel(let toplevel): server.unmap(toplevel)
        case .popup(let popup): popup.unmap()
        case .none: break
        }
        server.changed()
    }
}
