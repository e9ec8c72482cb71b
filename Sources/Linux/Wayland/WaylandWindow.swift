// A window as xdg-shell has it: a surface with a role, a title, and a size that the compositor has the last word on.

import CWayland
import Geometry

/// A toplevel window. Lengths are the compositor's: pixels divided by the scale.
final class WaylandWindow {
    let surface: OpaquePointer
    /// What the window measures.
    private(set) var size: PixelSize
    /// Whether it covers its screen.
    private(set) var isFullscreen = false
    /// Whether the compositor has said what size it is; before that nothing can be shown.
    private(set) var isConfigured = false
    /// The screens it is on, as the proxies of their outputs.
    private(set) var outputs: [OpaquePointer] = []
    /// Called when size or screens have changed.
    var onChange: (() -> Void)?
    /// Called when somebody wants it closed.
    var onClose: (() -> Void)?

    private let base: OpaquePointer
    private let role: OpaquePointer
    private let toplevel: OpaquePointer
    private let wantedSize: PixelSize
    private var proposed: (size: PixelSize?, isFullscreen: Bool) = (nil, false)
    private var isMapped = false

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
            }))

    nonisolated(unsafe) private static let roleListener = permanent(
        xdg_surface_listener(configure: { this, _, serial in (listening(this) as WaylandWindow).configured(serial) }))

    nonisolated(unsafe) private static let baseListener = permanent(
        xdg_wm_base_listener(ping: { _, base, serial in xdg_wm_base_pong(base, serial) }))

    nonisolated(unsafe) private static let toplevelListener = permanent(
        xdg_toplevel_listener(
            configure: { this, _, width, height, states in
                // 0 leaves the size to us.
                let size = width > 0 && height > 0 ? PixelSize(Int(width), Int(height)) : nil
                var isFullscreen = false
                if let states = states?.pointee, let data = states.data {
                    let words = UnsafeRawBufferPointer(start: data, count: states.size).bindMemory(to: UInt32.self)
                    isFullscreen = words.contains(XDG_TOPLEVEL_STATE_FULLSCREEN.rawValue)
                }
                (listening(this) as WaylandWindow).proposed = (size, isFullscreen)
            },
            close: { this, _ in (listening(this) as WaylandWindow).onClose?() },
            // Of versions that are not bound.
            configure_bounds: nil, wm_capabilities: nil))

    /// A window that is not shown yet, of `size` where the compositor leaves that to us; if `coversScreen`, it is to be
    /// as large as the screen `output`, or the one the compositor chooses.
    init(
        base: OpaquePointer, compositor: OpaquePointer, title: String, appID: String, size: PixelSize,
        coversScreen: Bool, output: OpaquePointer?
    ) {
        guard let surface = wl_compositor_create_surface(compositor),
            let role = xdg_wm_base_get_xdg_surface(base, surface), let toplevel = xdg_surface_get_toplevel(role)
        else { fatalError("libwayland has no memory for a window") }
        (self.base, self.surface, self.role, self.toplevel) = (base, surface, role, toplevel)
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

    /// A buffer has been committed: the window is there.
    func mapped() { isMapped = true }

    /// The screen `output` is gone, or the window is no longer on it.
    func left(_ output: OpaquePointer) {
        guard outputs.contains(output) else { return }
        outputs.removeAll { $0 == output }
        onChange?()
    }

    /// Takes the window away. Not to be called from one of its events.
    func close() {
        xdg_toplevel_destroy(toplevel)
        xdg_surface_destroy(role)
        wl_surface_destroy(surface)
        xdg_wm_base_destroy(base)
    }

    private func configured(_ serial: UInt32) {
        xdg_surface_ack_configure(role, serial)
        isConfigured = true
        let before = (size, isFullscreen)
        size = proposed.size ?? (proposed.isFullscreen ? size : wantedSize)
        isFullscreen = proposed.isFullscreen
        if before != (size, isFullscreen) { onChange?() }
        // A compositor may wait for the answer, also where it changes nothing and no frame is due.
        if isMapped { wl_surface_commit(surface) }
    }
}
