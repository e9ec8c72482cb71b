// The compositor that one guest sees: its connections, its windows and its frames.

import CWaylandServer
package import Geometry
package import Layers
package import Linux

/// A Wayland compositor for the windows of one program. Each guest has one of its own, so none sees what another shows, types or copies.
/// All of it happens on the deciding thread, in the kiosk's event loop.
package final class GuestServer {
    private let display: OpaquePointer
    private let events: OpaquePointer
    private var watch: EventLoop.Watch?
    private var isOpen = true
    /// What the guest has connected, with the most connections that it may have: Chromium needs two.
    private var clients: [OpaquePointer] = []
    private static let mostClients = 16
    /// The most callbacks and the like that wait for one surface.
    static let mostWaiting = 1024
    private static let mostSurfaces = 1000
    /// The most of them with a picture, since the cost of a frame grows with the square of their number where all lie over each other.
    private static let mostPictures = 128

    /// The layer of all windows, whose space is that of the glass.
    package let layer = Layer()
    package private(set) var output: GuestOutput
    private(set) lazy var seat = GuestSeat(self)
    private(set) lazy var pointer = GuestPointer(self)
    private(set) lazy var keyboard = GuestKeyboard(self)
    let clipboard = Clipboard()
    let memory = SharedMemory()
    /// Whether the guest sees a pointer.
    let hasPointer: Bool
    /// The time of the last input, for what the server does by itself.
    private var lastInput = Instant.zero
    /// Called when something may look different.
    package var onChange: (() -> Void)?
    /// Called when a client has answered `ask()`.
    package var onAnswer: (() -> Void)?

    private var surfaces: [Surface] = []
    private var windows: [XDGSurface] = []
    private var shells: [XDGShell] = []
    private(set) var outputs: [OutputGlobal] = []
    private var toplevels: [Toplevel] = []
    private var pictures = 0
    private var inhibitors: [IdleInhibitor] = []
    /// The tokens that were given out and not used, oldest first.
    private var tokens: [String] = []
    private var lastToken = 0
    private static let mostTokens = 64
    /// Rung when clients were told something outside of `dispatch()`.
    private var told: (wakeup: Wakeup, watch: EventLoop.Watch)?
    private var isTelling = false
    /// A compositor for a screen like `output`.
    package init(output: GuestOutput, hasPointer: Bool = false) {
        self.hasPointer = hasPointer
        guard let display = wl_display_create(), let events = wl_display_get_event_loop(display) else {
            fatalError("libwayland has no memory for a display")
        }
        (self.display, self.events, self.output) = (display, events, output)
        offer(bezel_wl_compositor(), 5) { CompositorGlobal($0, $1, version: $2, id: $3) }
        offer(bezel_wl_subcompositor(), 1) { Subcompositor($1, version: $2, id: $3) }
        offer(bezel_wl_shm(), 1) { SharedMemoryGlobal($0, $1, version: $2, id: $3) }
        offer(bezel_wl_output(), 4) { OutputGlobal($0, $1, version: $2, id: $3) }
        offer(bezel_wl_seat(), 7) { SeatGlobal($0, $1, version: $2, id: $3) }
        offer(bezel_wl_data_device_manager(), 3) { DataDevices($0, $1, version: $2, id: $3) }
        offer(bezel_xdg_wm_base(), 5) { XDGShell($0, $1, version: $2, id: $3) }
        offer(bezel_wp_viewporter(), 1) { Viewporter($1, version: $2, id: $3) }
        offer(bezel_wp_presentation(), 1) { Presentation($1, version: $2, id: $3) }
        offer(bezel_wp_fractional_scale_manager_v1(), 1) { FractionalScales($1, version: $2, id: $3) }
        offer(bezel_wp_single_pixel_buffer_manager_v1(), 1) { SinglePixelBuffers($1, version: $2, id: $3) }
        offer(bezel_zxdg_decoration_manager_v1(), 1) { Decorations($1, version: $2, id: $3) }
        offer(bezel_zwp_idle_inhibit_manager_v1(), 1) { IdleInhibitors($0, $1, version: $2, id: $3) }
        offer(bezel_xdg_activation_v1(), 1) { Activations($0, $1, version: $2, id: $3) }
        offer(bezel_zxdg_output_manager_v1(), 3) { ExtendedOutputs($0, $1, version: $2, id: $3) }
    }

    isolated deinit { if isOpen { fatalError("a compositor of guests was released without close()") } }

    /// Ends all connections. The objects of clients refer to the compositor until then.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        watch?.cancel()
        told?.watch.cancel()
        wl_display_destroy_clients(display)
        wl_display_destroy(display)
    }

    /// Lets clients bind `interface`, up to `version`.
    private func offer(
        _ interface: UnsafePointer<wl_interface>, _ version: Int32,
        bind: @escaping (GuestServer, OpaquePointer, Int32, UInt32) -> Resource
    ) {
        let global = Global(server: self, bind: bind)
        globals.append(global)
        let bound: wl_global_bind_func_t = { client, data, version, id in
            guard let client, let data else { return }
            let global = Unmanaged<Global>.fromOpaque(data).takeUnretainedValue()
            _ = global.bind(global.server, client, Int32(version), id)
        }
        guard wl_global_create(display, interface, version, Unmanaged.passUnretained(global).toOpaque(), bound) != nil
        else { fatalError("libwayland does not know version \(version) of \(String(cString: interface.pointee.name))") }
    }

    private final class Global {
        unowned let server: GuestServer
        let bind: (GuestServer, OpaquePointer, Int32, UInt32) -> Resource

        init(server: GuestServer, bind: @escaping (GuestServer, OpaquePointer, Int32, UInt32) -> Resource) {
            (self.server, self.bind) = (server, bind)
        }
    }
    private var globals: [Global] = []

    // MARK: Connections

    /// Takes part in `loop`.
    package func start(in loop: EventLoop) throws(SystemError) {
        watch = try loop.watch(wl_event_loop_get_fd(events)) { [unowned self] _ in dispatch() }
        let wakeup = try Wakeup()
        told = (wakeup, try wakeup.watch(in: loop) { [unowned self] in flush() })
    }

    /// Carries out what clients have sent, which is at most one buffer of 4 KiB from each, and sends them what they are told.
    package func dispatch() {
        wl_event_loop_dispatch(events, 0)
        flush()
    }

    /// Sends the clients what they were told.
    package func flush() {
        isTelling = false
        for window in windows { window.tellSizeOnce() }
        for surface in surfaces { surface.refresh() }
        seat.finishFrame()
        pointer.finishFrame()
        wl_display_flush_clients(display)
    }

    /// Talks to the client at the other end of `socket`. Returns libwayland's client, or nil, and closes the socket, if the guest has too
    /// many connections.
    @discardableResult
    package func connect(_ socket: consuming FileDescriptor) -> OpaquePointer? {
        guard clients.count < GuestServer.mostClients else { return nil }
        guard let client = wl_client_create(display, socket.release()) else { return nil }
        clients.append(client)
        _ = bezel_on_client_gone(
            client, Unmanaged.passRetained(Departure(server: self, client: client)).toOpaque(),
            { context in
                guard let context else { return }
                let departure = Unmanaged<Departure>.fromOpaque(context).takeRetainedValue()
                departure.server?.clients.removeAll { $0 == departure.client }
            })
        return client
    }

    private final class Departure {
        weak var server: GuestServer?
        let client: OpaquePointer

        init(server: GuestServer, client: OpaquePointer) { (self.server, self.client) = (server, client) }
    }

    /// Sends clients in the next turn of the loop what they were told, so that fingers of one moment arrive as one group.
    private func flushSoon() {
        guard !isTelling, let told else { return }
        isTelling = true
        told.wakeup.ring()
    }

    /// The number of connections.
    package var connections: Int { clients.count }

    func nextSerial() -> UInt32 { wl_display_next_serial(display) }

    // MARK: Surfaces

    func nextPicture() -> Int {
        pictures += 1
        return pictures
    }

    func add(_ surface: Surface) {
        surfaces.append(surface)
        if surfaces.count > GuestServer.mostSurfaces { wl_client_post_no_memory(surface.client) }
    }

    func remove(_ surface: Surface) {
        surfaces.removeAll { $0 === surface }
        pointer.remove(surface)
        changed()
    }

    /// Whether one more surface may show a picture.
    var mayShowMore: Bool { surfaces.count { $0.buffer != nil } < GuestServer.mostPictures }

    /// Something may look different.
    func changed() {
        if hasPointer {
            pointer.follow(lastInput)
            // What the client asks next, such as whether all was done, is answered after this.
            pointer.finishFrame()
        }
        onChange?()
    }

    /// `surface` is going: the fingers on it are lifted.
    func endFingers(on surface: Surface) { seat.remove(surface, lastInput) }

    // MARK: Windows

    /// The pixels of the glass for one unit of the guest.
    var scale: Double { output.scale }
    /// The extent of the screen in the guest's units.
    var size: Size { output.size }

    func add(_ window: XDGSurface) { windows.append(window) }
    func remove(_ window: XDGSurface) { windows.removeAll { $0 === window } }
    func add(_ shell: XDGShell) { shells.append(shell) }
    func remove(_ shell: XDGShell) { shells.removeAll { $0 === shell } }
    func add(_ output: OutputGlobal) { outputs.append(output) }
    func remove(_ output: OutputGlobal) { outputs.removeAll { $0 === output } }
    /// Asks the client of the topmost window whether it still does its work.
    package func ask() {
        let client = toplevels.last?.client
        for shell in shells where shell.client == client { shell.ask() }
        flushSoon()
    }
    func answered() { onAnswer?() }
    func hasWindows(of shell: XDGShell) -> Bool { windows.contains { $0.shell === shell } }

    func map(_ toplevel: Toplevel) {
        toplevels.append(toplevel)
        layer.addSublayer(toplevel.frame)
        activate()
        arrange()
    }

    func unmap(_ toplevel: Toplevel) {
        toplevels.removeAll { $0 === toplevel }
        toplevel.frame.removeFromSuperlayer()
        for popup in toplevel.popups { popup.done() }
        activate()
    }

    /// Brings the window of `surface` to the front, if `token` was given out and not used yet.
    func activate(_ surface: Surface, by token: String) {
        guard let index = tokens.firstIndex(of: token) else { return }
        tokens.remove(at: index)
        guard case .window(let window) = surface.role, case .toplevel(let toplevel) = window.kind,
            toplevels.contains(where: { $0 === toplevel })
        else { return }
        toplevels.removeAll { $0 === toplevel }
        toplevels.append(toplevel)
        layer.addSublayer(toplevel.frame)
        activate()
        changed()
    }

    /// A word that lets a window come to the front. Only clients of this guest can use it, so it need not be secret.
    func makeToken() -> String {
        lastToken += 1
        if tokens.count == GuestServer.mostTokens { tokens.removeFirst() }
        tokens.append("bezel-\(lastToken)")
        return "bezel-\(lastToken)"
    }

    func add(_ inhibitor: IdleInhibitor) { inhibitors.append(inhibitor) }
    func remove(_ inhibitor: IdleInhibitor) { inhibitors.removeAll { $0 === inhibitor } }
    /// Whether the guest plays something that nobody has to touch.
    package var isPlaying: Bool { inhibitors.contains { $0.counts } }

    /// The topmost window is the one that is used.
    private func activate() {
        for toplevel in toplevels { toplevel.activate(toplevel === toplevels.last) }
        clipboard.setFocus(toplevels.last?.client)
        focusKeyboard()
    }

    /// The topmost popup that takes all input is typed into, or else the topmost window.
    func focusKeyboard() {
        let popup = toplevels.last?.popups.last { $0.isGrabbing }
        keyboard.setFocus((popup?.window ?? toplevels.last?.window)?.surface)
    }

    /// Places all windows.
    func arrange() { for toplevel in toplevels { toplevel.arrange(in: output.pixels.size) } }

    /// The topmost surface at `point` (pixels of the glass) that takes touches, and the point in it.
    func surface(at point: Point) -> (surface: Surface, point: Point)? {
        for toplevel in toplevels.reversed() { if let hit = toplevel.surface(at: point) { return hit } }
        return nil
    }

    /// The screen is like `output` from now on.
    package func change(to output: GuestOutput) {
        guard output != self.output else { return }
        self.output = output
        for one in outputs { one.tell(output) }
        for surface in surfaces { surface.fractionalScale?.tell(output.scale) }
        for toplevel in toplevels { toplevel.configure() }
        arrange()
        changed()
        flushSoon()
    }

    /// Puts the window of surface `number` of `client` at `point` (pixels of the glass), instead of the middle. For tests.
    package func place(_ number: UInt32, of client: OpaquePointer, at point: Point) {
        guard let surface = Surface.optional(wl_client_get_object(client, number)),
            case .window(let window) = surface.role, case .toplevel(let toplevel) = window.kind
        else { return }
        toplevel.fixedPlace = point
        arrange()
    }

    /// Whether a window shows something.
    package var isShowing: Bool { !toplevels.isEmpty }
    /// The title of the topmost window; empty if there is none.
    package var title: String { toplevels.last?.title ?? "" }

    // MARK: Fingers

    /// Finger `number` came down at `point` (pixels of the glass) at `time`.
    package func touchDown(_ number: Int, at point: Point, _ time: Instant) {
        lastInput = time
        seat.down(number, at: point, time)
        flushSoon()
    }

    /// Finger `number` moved to `point`.
    package func touchMoved(_ number: Int, to point: Point, _ time: Instant) {
        lastInput = time
        seat.move(number, to: point, time)
        flushSoon()
    }

    /// Finger `number` was lifted.
    package func touchUp(_ number: Int, _ time: Instant) {
        lastInput = time
        seat.up(number, time)
        flushSoon()
    }

    /// The pointer moved to `point` (pixels of the glass).
    package func pointerMoved(to point: Point, _ time: Instant) {
        lastInput = time
        pointer.move(to: point, time)
        flushSoon()
    }

    /// Button `button` of the pointer, as in linux/input-event-codes.h, was pressed or released.
    package func pointerPressed(_ button: UInt32, isDown: Bool, _ time: Instant) {
        lastInput = time
        pointer.press(button, isDown: isDown, time)
        flushSoon()
    }
    /// A gesture of the kiosk has taken finger `number`.
    package func touchCancelled(_ number: Int) {
        seat.cancel(number)
        flushSoon()
    }

    // MARK: Frames

    /// Whether a client waits to be told of a frame.
    package var isWaiting: Bool { surfaces.contains { $0.isWaiting } }

    /// A frame that shows the windows has been on the glass since `instant`. Clients draw their next.
    package func presented(at instant: Instant) {
        for surface in surfaces { surface.presented(at: instant, refresh: output.refresh) }
        flush()
    }
}

/// A `wl_compositor` that a client has bound.
private final class CompositorGlobal: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        wl_compositor_interface(
            create_surface: { client, compositor, id in
                guard let client else { return }
                let compositor = CompositorGlobal.of(compositor)
                _ = Surface(compositor.server, client, version: compositor.version, id: id)
            },
            create_region: { client, compositor, id in
                guard let client else { return }
                _ = ClientRegion(client, version: CompositorGlobal.of(compositor).version, id: id)
            }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_wl_compositor(), version: version, id: id, requests: Self.requests)
    }
}
