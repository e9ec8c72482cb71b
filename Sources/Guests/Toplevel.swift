// A window of its own: xdg_toplevel.

import CWaylandServer
import Geometry
import Glibc
import Layers
import Linux

/// An `xdg_toplevel`. It fills the screen, unless it is a dialog of another one, or ignores the size that it is told.
final class Toplevel: Resource {
    /// Each covers the screen, so a visitor reaches few of them.
    override class var most: Int { 64 }

    let window: XDGSurface
    /// Shows the window and its popups. Its corner is that of the window's geometry.
    let frame = Layer()
    private(set) weak var parent: Toplevel?
    /// The title; what is beyond its first 256 bytes is left out. It is decoded only when it is asked for: a client can send many, and
    /// bytes that are no UTF-8 take long.
    var title: String { String(decoding: titleBytes, as: UTF8.self) }
    private var titleBytes: [UInt8] = []
    private static let longestTitle = 256
    private(set) var isFullScreen = false
    private var isActivated = false
    /// Where the window is (pixels of the glass), for tests; nil for where the kiosk puts it.
    var fixedPlace: Point?
    weak var decoration: Decoration?
    /// The popups on the window, back to front.
    var popups: [Popup] = []

    private var server: GuestServer { window.server }

    private static let requests = permanent(
        xdg_toplevel_interface(
            destroy: destroyResource,
            set_parent: { _, toplevel, parent in Toplevel.of(toplevel).setParent(Toplevel.optional(parent)) },
            set_title: { _, toplevel, title in
                guard let title else { return }
                let length = min(strlen(title), Toplevel.longestTitle)
                Toplevel.of(toplevel).titleBytes = title.withMemoryRebound(to: UInt8.self, capacity: length) {
                    Array(UnsafeBufferPointer(start: $0, count: length))
                }
            },
            set_app_id: { _, _, _ in },
            // A kiosk has no menu for windows, and nothing that moves, resizes or minimizes them.
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
            set_minimized: { _, _ in }))

    init(_ window: XDGSurface, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.window = window
        super.init(client, bezel_xdg_toplevel(), version: version, id: id, requests: Self.requests)
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
        self.parent = parent?.window.isMapped == true ? parent : nil
    }

    /// The window that this one belongs to is no longer shown.
    func parentIsUnmapped() { parent = parent?.parent }

    private func checkLimit(_ width: Int32, _ height: Int32) {
        if width < 0 || height < 0 { fail(XDG_TOPLEVEL_ERROR_INVALID_SIZE, "a limit of \(width)×\(height)") }
    }

    private func setFullScreen(_ isFullScreen: Bool) {
        self.isFullScreen = isFullScreen
        answer()
    }

    /// Every request for another state is answered, whether it is granted or not.
    private func answer() { if window.isTold { configure() } }

    // MARK: Configure

    /// Whether the window is a dialog, which has a size of its own.
    var isDialog: Bool { parent != nil }

    /// Tells the client its size and its states.
    func configure() {
        guard let handle, window.isAnswering else { return }
        let size = isDialog ? Size.zero : server.size
        if version >= XDG_TOPLEVEL_CONFIGURE_BOUNDS_SINCE_VERSION {
            xdg_toplevel_send_configure_bounds(handle, Int32(server.size.width), Int32(server.size.height))
        }
        if version >= XDG_TOPLEVEL_WM_CAPABILITIES_SINCE_VERSION {
            WireArray([XDG_TOPLEVEL_WM_CAPABILITIES_FULLSCREEN.rawValue]).with {
                xdg_toplevel_send_wm_capabilities(handle, $0)
            }
        }
        var states: [UInt32] = isDialog ? [] : [XDG_TOPLEVEL_STATE_MAXIMIZED.rawValue]
        if isFullScreen { states.append(XDG_TOPLEVEL_STATE_FULLSCREEN.rawValue) }
        if isActivated { states.append(XDG_TOPLEVEL_STATE_ACTIVATED.rawValue) }
        decoration?.tell()
        WireArray(states).with { xdg_toplevel_send_configure(handle, Int32(size.width), Int32(size.height), $0) }
        window.configure()
    }

    /// Tells the client whether the window is the one that is used.
    func activate(_ isActivated: Bool) {
        guard isActivated != self.isActivated else { return }
        self.isActivated = isActivated
        if window.isMapped { configure() }
    }

    /// Asks the client to close the window.
    func close() { if let handle { xdg_toplevel_send_close(handle) } }

    // MARK: Place

    /// Puts the window in the middle of `size` (pixels of the glass), smaller where it is larger than that.
    func arrange(in size: Size) {
        guard let surface = window.surface else { return }
        let (geometry, scale) = (window.geometry, server.scale)
        let (width, height) = (geometry.width * scale, geometry.height * scale)
        frame.addSublayerOnce(surface.layer, at: 0)
        surface.layer.position = Point(-geometry.minX * scale, -geometry.minY * scale)
        frame.scaleAnchor = .zero
        if let fixedPlace {
            (frame.bounds, frame.position) = (Rect(0, 0, width, height), fixedPlace)
            return
        }
        frame.bounds = Rect(0, 0, width, height)
        frame.scale = width > 0 && height > 0 ? min(1, size.width / width, size.height / height) : 1
        frame.position = Point(
            ((size.width - width * frame.scale) / 2).rounded(), ((size.height - height * frame.scale) / 2).rounded())
        for popup in popups { popup.arrange() }
    }

    /// The surface at `point` (pixels of the glass, in the windows' space), and the point in it.
    func surface(at point: Point) -> (surface: Surface, point: Point)? {
        let point = frame.fromSuperlayer(point)
        for popup in popups.reversed() {
            if let surface = popup.window.surface, let hit = surface.surface(at: surface.layer.fromSuperlayer(point)) {
                return hit
            }
        }
        guard let surface = window.surface else { return nil }
        return surface.surface(at: surface.layer.fromSuperlayer(point))
    }
}
