// An xdg-shell window: a surface with a role, a title, and a size that the compositor decides.

import CWayland
import Geometry

/// A toplevel window. Sizes are in the compositor's coordinates: pixels divided by the scale.
final class WaylandWindow {
    let surface: OpaquePointer
    /// The size that the compositor requests.
    private(set) var size: PixelSize
    /// Whether it covers its screen.
    private(set) var isFullscreen = false
    /// Whether the compositor reports that the window is hidden (xdg_wm_base 6). Older compositors never do.
    private(set) var isSuspended = false
    /// Whether the compositor has configured the window's size. Nothing can be shown before that.
    private(set) var isConfigured = false
    /// The screens that the window is on, as the proxies of their outputs.
    private(set) var outputs: [OpaquePointer] = []
    /// Called when the compositor has configured the window, and when its screens have changed.
    var onChange: (() -> Void)?
    /// Called when the user or the compositor asks to close the window.
    var onClose: (() -> Void)?

    private let role: OpaquePointer
    private let toplevel: OpaquePointer
    private let wantedSize: PixelSize
    private var proposed: (size: PixelSize?, isFullscreen: Bool, isSuspended: Bool) = (nil, false, false)
    /// The serial of the last configure, until it is acknowledged.
    private var unanswered: UInt32?
    private var isClosed = false

    /// The highest supported version of xdg_wm_base: the first with the state `suspended`.
    static let version: UInt32 = 6
    /// XDG_TOPLEVEL_STATE_SUSPENDED. CWayland has version 5 of xdg-shell, and version 6 adds only this number.
    private static let suspended: UInt32 = 9

    nonisolated(unsafe) private static let surfaceListener = permanent(
        wl_surface_listener(
            enter: { this, _, output in
                guard let output else { return }
                let window: WaylandWindow = listening(this)
                window.outputs.append(output)
                window.onChange?()
            },
            leave: { this, _, output in
                guard let output else { return }
                (listening(this) as WaylandWindow).left(output)
            },
            // The window binds wl_compositor in a version without these.
            preferred_buffer_scale: nil, preferred_buffer_transform: nil))

    nonisolated(unsafe) private static let roleListener = permanent(
        xdg_surface_listener(configure: { this, _, serial in (listening(this) as WaylandWindow).configured(serial) }))

    nonisolated(unsafe) private static let baseListener = permanent(
        xdg_wm_base_listener(ping: { _, base, serial in xdg_wm_base_pong(base, serial) }))

    nonisolated(unsafe) private static let toplevelListener = permanent(
        xdg_toplevel_listener(
            configure: { this, _, width, height, states in
                // 0 leaves the size to the client.
                let size = width > 0 && height > 0 ? PixelSize(Int(width), Int(height)) : nil
                var (isFullscreen, isSuspended) = (false, false)
                if let states = states?.pointee, let data = states.data {
                    let words = UnsafeRawBufferPointer(start: data, count: states.size).bindMemory(to: UInt32.self)
                    isFullscreen = words.contains(XDG_TOPLEVEL_STATE_FULLSCREEN.rawValue)
                    isSuspended = words.contains(suspended)
                }
                (listening(this) as WaylandWindow).proposed = (size, isFullscreen, isSuspended)
            },
            close: { this, _ in (listening(this) as WaylandWindow).onClose?() },
            configure_bounds: { _, _, _, _ in }, wm_capabilities: { _, _, _ in }))

    /// A window that is not shown yet. `size` applies if the compositor leaves it to the client. If `coversScreen`, the window
    /// fills the screen `output`, or else the one that the compositor chooses.
    init(
        base: OpaquePointer, compositor: OpaquePointer, title: String, appID: String, size: PixelSize,
        coversScreen: Bool, output: OpaquePointer?
    ) {
        guard let surface = wl_compositor_create_surface(compositor),
            let role = xdg_wm_base_get_xdg_surface(base, surface), let toplevel = xdg_surface_get_toplevel(role)
        else { fatalError("libwayland has no memory for a window") }
        (self.surface, self.role, self.toplevel) = (surface, role, toplevel)
        wantedSize = size
        self.size = size
        let this = Unmanaged.passUnretained(self).toOpaque()
        xdg_wm_base_add_listener(base, WaylandWindow.baseListener, nil)
        wl_surface_add_listener(surface, WaylandWindow.surfaceListener, this)
        xdg_surface_add_listener(role, WaylandWindow.roleListener, this)
        xdg_toplevel_add_listener(toplevel, WaylandWindow.toplevelListener, this)
        xdg_toplevel_set_title(toplevel, title)
        xdg_toplevel_set_app_id(toplevel, appID)
        if coversScreen { xdg_toplevel_set_fullscreen(toplevel, output) }
        wl_surface_commit(surface)
    }

    deinit { close() }

    /// Whether the compositor is waiting for an acknowledgement of `size`.
    var isUnanswered: Bool { unanswered != nil }

    /// Acknowledges `size`, which the next commit must have. Weston disconnects a client whose commit has a different size.
    func acknowledge() {
        guard let serial = unanswered else { return }
        unanswered = nil
        xdg_surface_ack_configure(role, serial)
    }

    /// The screen `output` is gone, or the window has left it.
    func left(_ output: OpaquePointer) {
        guard outputs.contains(output) else { return }
        outputs.removeAll { $0 == output }
        onChange?()
    }

    /// Destroys the window. Must not be called from one of its events.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        (onChange, onClose) = (nil, nil)
        xdg_toplevel_destroy(toplevel)
        xdg_surface_destroy(role)
        wl_surface_destroy(surface)
    }

    private func configured(_ serial: UInt32) {
        isConfigured = true
        unanswered = serial
        size = proposed.size ?? (proposed.isFullscreen ? size : wantedSize)
        (isFullscreen, isSuspended) = (proposed.isFullscreen, proposed.isSuspended)
        onChange?()
    }
}
