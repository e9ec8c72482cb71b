// What clients put on the glass by themselves: windows and panels.

import CWaylandServer
import Geometry
import Layers
import Linux

/// A window of a client, or a panel, with the popups on it. It is an object of one of the shells: an `xdg_toplevel`, a
/// `wl_shell_surface` or a `zwlr_layer_surface_v1`.
class GuestWindow: Resource {
    /// Each covers the screen, or much of it, so a visitor reaches few of them.
    override class var most: Int { 64 }

    unowned let server: GuestServer
    /// The surface; nil when it is gone.
    private(set) weak var surface: Surface?
    /// Shows the surface and its popups. Its corner is that of `geometry`.
    let frame = Layer()
    /// The popups on the window, back to front.
    var popups: [Popup] = []
    /// Where the window is (pixels of the glass), for tests; nil for where the kiosk puts it.
    var fixedPlace: Point?
    /// Whether something of it is on the glass, or would be if it were not minimized.
    private(set) var isMapped = false
    /// Whether the window is the one that is used.
    private(set) var isActivated = false
    /// Whether a client has hidden the window until one that lists the windows brings it back.
    private(set) var isMinimized = false
    var title = WireText() { didSet { tellLists() } }
    var applicationID = WireText() { didSet { tellLists() } }
    /// The entries for it in the lists of clients.
    var entries: [WindowListEntry] = []

    /// What lies over what, back to front.
    enum Level: Comparable {
        case background, bottom, window, top, overlay
    }

    init(
        _ server: GuestServer, _ surface: Surface, _ interface: UnsafePointer<wl_interface>, version: Int32, id: UInt32,
        requests: UnsafeRawPointer?
    ) {
        (self.server, self.surface) = (server, surface)
        super.init(surface.client, interface, version: version, id: id, requests: requests)
    }

    // MARK: What the shells decide

    /// The visible part, without shadows, in surface coordinates.
    var geometry: Rect { surface?.extent ?? .zero }
    /// The point in surface coordinates that `fixedPlace` is about.
    var corner: Point { .zero }
    var level: Level { .window }
    /// Whether it fills what the panels leave.
    var isMaximized: Bool { false }
    /// Whether it fills the screen, and covers the panels that lie over other windows.
    var isFullScreen: Bool { false }
    /// Whether the window is typed into after it was shown or touched.
    var takesFocus: Bool { true }
    /// Whether all that is typed is for this window, whichever was touched last.
    var takesAllKeys: Bool { false }
    /// Whether clients that list the windows know of it.
    var isListed: Bool { true }
    /// The room for its popups, in the coordinates of `geometry`.
    var popupRoom: Rect { Rect(origin: .zero, size: geometry.size) }

    /// The scale of the frame and the place of its corner, if it is `size` large (all in pixels of the glass): in the middle of what the
    /// panels leave, smaller where it is larger than that.
    func place(_ size: Size) -> (scale: Double, corner: Point) {
        let room = isFullScreen ? server.output.pixels.size.rect : server.stack.glassRoom
        let scale = min(1, room.width / size.width, room.height / size.height)
        let (left, top) = ((room.width - size.width * scale) / 2, (room.height - size.height * scale) / 2)
        return (scale, Point(room.minX + left.rounded(), room.minY + top.rounded()))
    }

    /// Tells the client its size and its states.
    func configure() {}
    /// Asks the client to close the window.
    func close() {}
    /// A client that lists the windows makes this one cover the panels, or not.
    func setFullScreen(_ isFullScreen: Bool) {}

    // MARK: The glass

    /// Puts the window on the glass, or takes it off.
    final func show(_ isShown: Bool) {
        guard isShown != isMapped else { return isShown ? arrange() : () }
        if isShown, isListed, server.hasOneWindow, server.stack.windows.contains(where: \.isListed) { return close() }
        isMapped = isShown
        if isShown {
            isMinimized = false
            server.stack.map(self)
        } else {
            server.stack.unmap(self)
            isActivated = false
            surface?.followOutputs()
        }
    }

    /// The surface is going.
    final func lose() {
        show(false)
        surface = nil
    }

    /// Tells the client whether the window is the one that is used.
    func activate(_ isActivated: Bool) {
        guard isActivated != self.isActivated else { return }
        self.isActivated = isActivated
        if isMapped { configure() }
        tellLists()
    }

    /// Hides the window, or brings it back. Without a client that lists the windows nothing would bring it back, and it is not hidden.
    final func minimize(_ isMinimized: Bool) {
        guard isMapped, isMinimized != self.isMinimized, !isMinimized || server.lists.isUsed else { return }
        self.isMinimized = isMinimized
        server.stack.minimized(self)
        surface?.followOutputs()
        tellLists()
    }

    /// Tells the clients that list the windows what this one is like now.
    final func tellLists() { for entry in entries { entry.tell() } }

    /// Whether the window is not seen now, although it is mapped.
    private var isHidden: Bool { isMinimized || level == .top && server.stack.isFullScreen }

    /// Puts the surface and its popups into the frame, and the frame into its place.
    final func arrange() {
        guard let surface else { return }
        let (geometry, scale) = (geometry, server.scale)
        frame.addSublayerOnce(surface.layer, at: 0)
        surface.layer.position = Point(-geometry.minX * scale, -geometry.minY * scale)
        frame.scaleAnchor = .zero
        frame.isHidden = isHidden
        frame.bounds = Rect(origin: .zero, size: geometry.size.times(scale))
        if let fixedPlace {
            (frame.scale, frame.position) = (1, fixedPlace + (geometry.origin - corner) * scale)
        } else {
            (frame.scale, frame.position) = place(frame.bounds.size)
        }
        for popup in popups { popup.arrange() }
    }

    /// The surface at `point` (pixels of the glass, in the windows' space) that takes touches, and the point in it.
    final func surface(at point: Point) -> (surface: Surface, point: Point)? {
        guard !isHidden, let surface else { return nil }
        let point = frame.fromSuperlayer(point)
        for popup in popups.reversed() {
            if let surface = popup.window.surface, let hit = surface.surface(at: surface.layer.fromSuperlayer(point)) {
                return hit
            }
        }
        return surface.surface(at: surface.layer.fromSuperlayer(point))
    }
}

/// What makes a surface a window, a panel or a popup.
protocol WindowRole: AnyObject {
    /// What is on the glass by itself; nil for a popup, or as long as the client has not said what it is.
    var shown: GuestWindow? { get }
    /// Whether a buffer may be attached now. If not, the client is ended.
    func mayAttach() -> Bool
    /// Whether a commit of the surface is allowed now. If not, the client is ended.
    func mayCommit() -> Bool
    /// The surface has committed.
    func committed()
    func surfaceIsGone()
}

extension WindowRole {
    func mayAttach() -> Bool { true }
    func mayCommit() -> Bool { true }
}

extension Size {
    /// A rectangle of this size at the origin.
    var rect: Rect { Rect(origin: .zero, size: self) }
}
