// Panels, such as a guest's own bar or on-screen keyboard: zwlr_layer_shell_v1 and zwlr_layer_surface_v1.

import CWaylandServer
import Geometry
import Linux

/// The global `zwlr_layer_shell_v1`.
final class LayerShell: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        zwlr_layer_shell_v1_interface(
            get_layer_surface: { _, shell, id, surface, _, layer, _ in
                LayerShell.of(shell).makePanel(id, Surface.of(surface), layer)
            }, destroy: destroyResource))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_zwlr_layer_shell_v1(), version: version, id: id, requests: Self.requests)
    }

    private func makePanel(_ id: UInt32, _ surface: Surface, _ layer: UInt32) {
        guard let level = GuestWindow.Level(layer: layer) else {
            return fail(ZWLR_LAYER_SHELL_V1_ERROR_INVALID_LAYER, "there is no layer \(layer)")
        }
        guard !surface.hasBuffer else {
            return fail(ZWLR_LAYER_SHELL_V1_ERROR_ALREADY_CONSTRUCTED, "the surface has a buffer already")
        }
        let panel = LayerSurface(server, surface, level, version: version, id: id)
        if !surface.take(.window(panel), called: "zwlr_layer_surface_v1") {
            fail(ZWLR_LAYER_SHELL_V1_ERROR_ROLE, "the surface has another role")
        }
    }
}

extension GuestWindow.Level {
    /// The level of a layer of `zwlr_layer_shell_v1`; nil if there is none with that number.
    fileprivate init?(layer: UInt32) {
        let levels: [Self] = [.background, .bottom, .top, .overlay]
        guard layer < levels.count else { return nil }
        self = levels[Int(layer)]
    }
}

/// A `zwlr_layer_surface_v1`.
final class LayerSurface: GuestWindow, WindowRole {
    /// What requests change and a commit applies. Lengths are in the guest's units.
    private struct State: Equatable {
        var level: Level
        /// The size; 0 for what the edges leave.
        var size = Size.zero
        /// The edges of the screen at which the panel is.
        var edges: Edges = []
        /// How far from its edges the panel is.
        var margins = Insets.zero
        /// What windows leave free at the edge; negative if the panel itself covers what others leave free.
        var exclusiveZone = 0.0
        var keyboard = ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_NONE
    }
    private var pending: State
    private var current: State
    /// What the panel may cover (the guest's units).
    var area: Rect { didSet { tellSize() } }
    /// The size that the client was told last; nil before the first one.
    private var told: Size?
    /// The configure events without an answer, oldest first.
    private var unanswered: [UInt32] = []
    /// The most of them. A client that does not answer is told no more.
    private static let mostUnanswered = 256

    private static let requests = permanent(
        zwlr_layer_surface_v1_interface(
            set_size: { _, panel, width, height in
                LayerSurface.of(panel).pending.size =
                    PixelRect(clamping: 0, 0, Int32(clamping: width), Int32(clamping: height)).rect.size
            },
            set_anchor: { _, panel, edges in
                let panel = LayerSurface.of(panel)
                guard let edges = Edges(bits: edges) else {
                    return panel.fail(ZWLR_LAYER_SURFACE_V1_ERROR_INVALID_ANCHOR, "there are no edges \(edges)")
                }
                panel.pending.edges = edges
            },
            set_exclusive_zone: { _, panel, zone in
                LayerSurface.of(panel).pending.exclusiveZone = Double(max(-1, min(1 << 24, zone)))
            },
            set_margin: { _, panel, top, right, bottom, left in
                func length(_ margin: Int32) -> Double { Double(max(-1 << 24, min(1 << 24, margin))) }
                LayerSurface.of(panel).pending.margins = Insets(
                    left: length(left), top: length(top), right: length(right), bottom: length(bottom))
            },
            set_keyboard_interactivity: { _, panel, mode in LayerSurface.of(panel).setKeyboard(mode) },
            get_popup: { _, panel, popup in Popup.of(popup).join(LayerSurface.of(panel)) },
            ack_configure: { _, panel, serial in LayerSurface.of(panel).acknowledge(serial) }, destroy: destroyResource,
            set_layer: { _, panel, layer in
                let panel = LayerSurface.of(panel)
                guard let level = Level(layer: layer) else {
                    return panel.fail(ZWLR_LAYER_SHELL_V1_ERROR_INVALID_LAYER, "there is no layer \(layer)")
                }
                panel.pending.level = level
            }))

    init(_ server: GuestServer, _ surface: Surface, _ level: Level, version: Int32, id: UInt32) {
        (pending, current, area) = (State(level: level), State(level: level), server.stack.room)
        super.init(server, surface, bezel_zwlr_layer_surface_v1(), version: version, id: id, requests: Self.requests)
    }

    override func destroyed() {
        let surface = surface
        lose()
        surface?.loseRole()
    }

    private func setKeyboard(_ mode: UInt32) {
        // Until version 4 each other number meant all that is typed.
        let mode = version < 4 ? min(1, mode) : mode
        guard mode <= ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_ON_DEMAND.rawValue else {
            return fail(
                ZWLR_LAYER_SURFACE_V1_ERROR_INVALID_KEYBOARD_INTERACTIVITY, "there is no interactivity \(mode)")
        }
        pending.keyboard = zwlr_layer_surface_v1_keyboard_interactivity(rawValue: mode)
    }

    private func acknowledge(_ serial: UInt32) {
        guard let index = unanswered.firstIndex(of: serial) else {
            return fail(
                ZWLR_LAYER_SURFACE_V1_ERROR_INVALID_SURFACE_STATE,
                "there is no configure event \(serial) to acknowledge")
        }
        unanswered.removeFirst(index + 1)
    }

    // MARK: The surface

    var shown: GuestWindow? { self }

    func mayCommit() -> Bool {
        let (size, edges) = (pending.size, pending.edges)
        if size.width > 0 || edges.isSuperset(of: [.left, .right]),
            size.height > 0 || edges.isSuperset(of: [.top, .bottom])
        {
            return true
        }
        fail(ZWLR_LAYER_SURFACE_V1_ERROR_INVALID_SIZE, "a size of 0 between edges that are not both the panel's")
        return false
    }

    func committed() {
        guard let surface else { return }
        let old = current
        current = pending
        if isMapped, surface.buffer == nil {
            show(false)
            // As right after it was made.
            (pending, current) = (State(level: current.level), State(level: current.level))
            (told, unanswered) = (nil, [])
            return
        }
        if isMapped, current != old {
            if current.level != old.level { server.stack.insert(self) }
            server.stack.layOutPanels()
            server.stack.arrange()
            server.stack.focusChanged(of: self)
        } else if !isMapped {
            area = coversPanels ? server.size.rect : server.stack.room
        }
        show(surface.buffer != nil)
    }

    func surfaceIsGone() { lose() }

    // MARK: The panel

    override var level: Level { current.level }
    override var isListed: Bool { false }
    override var takesFocus: Bool { current.keyboard != ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_NONE }
    override var takesAllKeys: Bool {
        level > .window && current.keyboard == ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_EXCLUSIVE
    }
    override var geometry: Rect { (surface?.size ?? .zero).rect }
    /// Menus of a panel lie outside of it.
    override var popupRoom: Rect { server.size.rect.offset(by: -rect.origin.vector) }

    /// Whether the panel covers what others leave free.
    var coversPanels: Bool { current.exclusiveZone < 0 }

    /// What windows leave free; nil for nothing. Only a panel at one edge has a zone, or one that also touches both of the edges beside it.
    var reserved: Insets? {
        guard current.exclusiveZone > 0 else { return nil }
        let (zone, margins, edges) = (current.exclusiveZone, current.margins, current.edges)
        let (across, down) = (edges.intersection([.left, .right]), edges.intersection([.top, .bottom]))
        if across.isEmpty || across == [.left, .right] {
            if down == .top { return Insets(top: max(0, zone + margins.top)) }
            if down == .bottom { return Insets(bottom: max(0, zone + margins.bottom)) }
        }
        if down.isEmpty || down == [.top, .bottom] {
            if across == .left { return Insets(left: max(0, zone + margins.left)) }
            if across == .right { return Insets(right: max(0, zone + margins.right)) }
        }
        return nil
    }

    /// Where the panel is (the guest's units), if it has the size that its client is told.
    private var rect: Rect {
        func span(
            _ start: Double, _ room: Double, _ length: Double, _ low: Bool, _ high: Bool, _ margins: (Double, Double)
        ) -> (start: Double, length: Double) {
            if length == 0 { return (start + margins.0, max(1, room - margins.0 - margins.1)) }
            if low == high { return (start + ((room - length) / 2).rounded(.down), length) }
            return (low ? start + margins.0 : start + room - margins.1 - length, length)
        }
        let (size, edges, margins) = (current.size, current.edges, current.margins)
        let x = span(
            area.minX, area.width, size.width, edges.contains(.left), edges.contains(.right),
            (margins.left, margins.right))
        let y = span(
            area.minY, area.height, size.height, edges.contains(.top), edges.contains(.bottom),
            (margins.top, margins.bottom))
        return Rect(x.start, y.start, x.length, y.length)
    }

    override func place(_ size: Size) -> (scale: Double, corner: Point) {
        let corner = rect.origin
        return (1, Point((corner.x * server.scale).rounded(), (corner.y * server.scale).rounded()))
    }

    /// Tells the client its size, if that is another one.
    private func tellSize() {
        let size = rect.size
        guard let handle, size != told, unanswered.count < LayerSurface.mostUnanswered else { return }
        told = size
        let serial = server.nextSerial()
        unanswered.append(serial)
        zwlr_layer_surface_v1_send_configure(handle, serial, UInt32(size.width), UInt32(size.height))
    }
}
