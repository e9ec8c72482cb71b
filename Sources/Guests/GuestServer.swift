// The compositor that one guest sees: its connections, its windows and its frames.

import CWaylandServer
import Glibc
package import Geometry
package import Layers
package import Linux

/// A Wayland compositor for the windows of one program. Each guest has one of its own, so none sees what another shows, types or copies.
/// All of it happens on the deciding thread, in the kiosk's event loop.
@MainActor
package final class GuestServer {
    let display: OpaquePointer
    let events: OpaquePointer
    private var watch: EventLoop.Watch?
    private var isOpen = true
    /// What the guest has connected.
    private var clients: [Connection] = []
    private var relays: [Relay] = []
    /// The most connections. Chromium needs two; a shell that starts programs needs one for each.
    static let mostClients = 8
    /// The most callbacks and the like that wait for one surface.
    static let mostWaiting = 1024
    /// The most surfaces: a commit of one costs as much as there are surfaces in it, and 512 commits come at a time.
    static let mostSurfaces = 256
    /// The most of them with a picture, since the cost of a frame grows with the square of their number where all lie over each other.
    static let mostPictures = 128

    package private(set) var output: GuestOutput
    /// The layer of all windows, whose space is that of the glass.
    package var layer: Layer { stack.layer }
    private(set) lazy var stack = WindowStack(self)
    private(set) lazy var lists = WindowLists(self)
    private(set) lazy var seat = GuestSeat(self)
    private(set) lazy var pointer = GuestPointer(self)
    private(set) lazy var keyboard = GuestKeyboard(self)
    private(set) lazy var textInputs = TextInputs(self)
    let clipboard = Clipboard()
    let primarySelection = Clipboard()
    let memory = SharedMemory()
    /// Whether the guest sees a pointer.
    let hasPointer: Bool
    let touchCancellation: TouchCancellation
    /// Whether the guest has one window, and what it opens besides is closed unseen: a browser's other windows have tabs, addresses and menus.
    let hasOneWindow: Bool
    /// The time of the last input, for what the server does by itself.
    var lastInput = Instant.zero
    /// Called when something may look different, after the requests that came together. It may call anything of the compositor's, also
    /// `close()`.
    package var onChange: (() -> Void)?
    /// Called when `isPlaying` has changed.
    var onPlaying: (() -> Void)?
    /// Called when a client has answered `ask()`.
    package var onAnswer: (() -> Void)?
    /// Called with the reason when a connection has been ended, for the log.
    package var onRefusal: ((String) -> Void)?
    /// What is to be told by these when the requests that came together are carried out: nothing is called in the middle of one.
    private var hasChanged = false
    private var refusals: [String] = []

    private(set) var surfaces: [Surface] = []
    /// Those that wait to be copied, the one that waits for longest first.
    private var late: [Surface] = []
    /// What their pictures cost.
    private var cost = PictureCost()
    /// The pixels that were copied since the last frame.
    private(set) var copied = 0
    private var windows: [XDGSurface] = []
    private var shells: [XDGShell] = []
    private(set) var outputs: [OutputGlobal] = []
    private var pictures = 0
    private var inhibitors: [IdleInhibitor] = []
    /// Whether it played something when `onPlaying` was called last.
    private var wasPlaying = false
    /// The tokens that were given out and not used, oldest first.
    private var tokens: [String] = []
    private var lastToken = 0
    private static let mostTokens = 64
    /// Rung when clients were told something outside of `dispatch()`.
    private var told: (wakeup: Wakeup, watch: EventLoop.Watch)?
    private var isTelling = false
    /// A compositor for a screen like `output`.
    package init(
        output: GuestOutput, hasPointer: Bool = false, touchCancellation: TouchCancellation = .cancel,
        hasOneWindow: Bool = false
    ) {
        (self.hasPointer, self.touchCancellation, self.hasOneWindow) = (hasPointer, touchCancellation, hasOneWindow)
        guard let display = wl_display_create(), let events = wl_display_get_event_loop(display) else {
            fatalError("libwayland has no memory for a display")
        }
        (self.display, self.events, self.output) = (display, events, output)
        offer(bezel_wl_compositor(), 6) { CompositorGlobal($0, $1, version: $2, id: $3) }
        offer(bezel_wl_subcompositor(), 1) { Subcompositor($1, version: $2, id: $3) }
        offer(bezel_wl_shm(), 1) { SharedMemoryGlobal($0, $1, version: $2, id: $3) }
        offer(bezel_wl_output(), 4) { OutputGlobal($0, $1, version: $2, id: $3) }
        offer(bezel_wl_seat(), 7) { SeatGlobal($0, $1, version: $2, id: $3) }
        offer(bezel_wl_data_device_manager(), 3) { DataDevices($0, $1, version: $2, id: $3) }
        offer(bezel_xdg_wm_base(), 5) { XDGShell($0, $1, .stable, version: $2, id: $3) }
        offer(bezel_zxdg_shell_v6(), 1) { XDGShell($0, $1, .unstable, version: $2, id: $3) }
        offer(bezel_wl_shell(), 1) { Shell($0, $1, version: $2, id: $3) }
        offer(bezel_zwlr_layer_shell_v1(), 4) { LayerShell($0, $1, version: $2, id: $3) }
        offer(bezel_zwlr_foreign_toplevel_manager_v1(), 2) { WindowList($0, $1, version: $2, id: $3) }
        offer(bezel_zwp_primary_selection_device_manager_v1(), 1) { PrimarySelections($0, $1, version: $2, id: $3) }
        offer(bezel_wp_viewporter(), 1) { Viewporter($1, version: $2, id: $3) }
        offer(bezel_wp_presentation(), 1) { Presentation($1, version: $2, id: $3) }
        offer(bezel_wp_fractional_scale_manager_v1(), 1) { FractionalScales($1, version: $2, id: $3) }
        offer(bezel_wp_single_pixel_buffer_manager_v1(), 1) { SinglePixelBuffers($1, version: $2, id: $3) }
        offer(bezel_zxdg_decoration_manager_v1(), 1) { Decorations($1, version: $2, id: $3) }
        offer(bezel_zwp_idle_inhibit_manager_v1(), 1) { IdleInhibitors($0, $1, version: $2, id: $3) }
        offer(bezel_wp_cursor_shape_manager_v1(), 2) { CursorShapes($1, version: $2, id: $3) }
        offer(bezel_xdg_activation_v1(), 1) { Activations($0, $1, version: $2, id: $3) }
        offer(bezel_zxdg_output_manager_v1(), 3) { ExtendedOutputs($0, $1, version: $2, id: $3) }
        offer(bezel_zwp_text_input_manager_v1(), 1) { TextInputManagerV1($0, $1, version: $2, id: $3) }
        offer(bezel_zwp_text_input_manager_v3(), 1) { TextInputManagerV3($0, $1, version: $2, id: $3) }
        guard hasPointer else { return }
        offer(bezel_zwp_relative_pointer_manager_v1(), 1) { RelativePointers($1, version: $2, id: $3) }
        offer(bezel_zwp_pointer_constraints_v1(), 1) { PointerConstraints($0, $1, version: $2, id: $3) }
        offer(bezel_zwlr_virtual_pointer_manager_v1(), 2) { VirtualPointers($0, $1, version: $2, id: $3) }
    }

    isolated deinit { if isOpen { fatalError("a compositor of guests was released without close()") } }

    /// Ends all connections. The objects of clients refer to the compositor until then.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        watch?.cancel()
        told?.watch.cancel()
        wl_display_destroy_clients(display)
        for relay in relays { _ = relay.giveOut() }
        relays = []
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

    /// Carries out what clients have sent, which is at most one buffer of libwayland's (4 KiB) from each, and sends them what they are
    /// told.
    package func dispatch() {
        guard isOpen else { return }
        relays.removeAll { !$0.takeIn() }
        wl_event_loop_dispatch(events, 0)
        flush()
    }

    /// Carries out what clients have sent by now, if they have.
    package func dispatchPending() {
        guard isOpen else { return }
        var ready = pollfd(fd: wl_event_loop_get_fd(events), events: Int16(POLLIN), revents: 0)
        if poll(&ready, 1, 0) > 0 { dispatch() }
    }

    /// Sends the clients what they were told.
    package func flush() {
        guard isOpen else { return }
        isTelling = false
        for window in windows { window.tellSizeOnce() }
        refreshSurfaces()
        clipboard.tell()
        primarySelection.tell()
        seat.finishFrame()
        pointer.finishFrame()
        wl_display_flush_clients(display)
        relays.removeAll { !$0.giveOut() }
        textInputs.tell()
        if isPlaying != wasPlaying {
            wasPlaying.toggle()
            onPlaying?()
        }
        let (refusals, hasChanged) = (refusals, hasChanged)
        (self.refusals, self.hasChanged) = ([], false)
        for reason in refusals { onRefusal?(reason) }
        if hasChanged { onChange?() }
    }

    /// Shows what surfaces have committed. Those that have waited for longest go first, else others would be copied before them in each frame.
    private func refreshSurfaces() {
        for surface in late where surface.refresh() { hasChanged = true }
        for surface in surfaces where surface.refresh() { hasChanged = true }
        late.removeAll { !$0.isLate }
        for surface in surfaces where surface.isLate && !late.contains(where: { $0 === surface }) {
            late.append(surface)
        }
    }

    /// Talks to the client at the other end of `socket`. Returns libwayland's client, or nil, and closes the socket, if the guest has too
    /// many connections.
    @discardableResult
    package func connect(_ socket: consuming FileDescriptor) -> OpaquePointer? {
        guard clients.count < GuestServer.mostClients else {
            bezel_hang_up(socket.release())
            return nil
        }
        Connection.makeRoom()
        var inner: Int32 = -1
        guard let handle = bezel_make_relay(events, socket.release(), &inner) else { return nil }
        let relay = Relay(handle)
        guard let client = wl_client_create(display, inner) else {
            Glibc.close(inner)
            return nil
        }
        guard let connection = Connection(client, of: self) else {
            wl_client_destroy(client)
            return nil
        }
        relay.connection = connection
        clients.append(connection)
        relays.append(relay)
        return client
    }

    func note(refusal reason: String) { refusals.append(reason) }

    func remove(_ connection: Connection) { clients.removeAll { $0 === connection } }

    /// Sends clients in the next turn of the loop what they were told, so that fingers of one moment arrive as one group.
    func flushSoon() {
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
        if surfaces.count > GuestServer.mostSurfaces {
            surface.endClient("has more than \(GuestServer.mostSurfaces) surfaces")
        }
    }

    func remove(_ surface: Surface) {
        surfaces.removeAll { $0 === surface }
        late.removeAll { $0 === surface }
        pointer.remove(surface)
        changed()
    }

    /// Whether one more surface may show a picture.
    var mayShowMore: Bool { surfaces.count { $0.buffer != nil } < GuestServer.mostPictures }

    /// The picture of `surface` costs `difference` more than before.
    func account(_ difference: PictureCost, of surface: Surface) {
        cost += difference
        if let reason = cost.excess(on: output.pixels) { surface.endClient(reason) }
    }

    /// Whether `pixels` may be copied before the next frame. What is too much is copied after that.
    func mayCopy(_ pixels: Int) -> Bool {
        guard copied == 0 || copied + pixels <= PictureCost.mostCopied(on: output.pixels) else { return false }
        copied += pixels
        return true
    }

    /// Something may look different.
    func changed() {
        seat.follow(lastInput)
        if hasPointer { pointer.follow(lastInput) }
        // What the client asks next, such as whether all was done, is answered after this.
        seat.finishFrame()
        pointer.finishFrame()
        hasChanged = true
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
    func hasWindows(of shell: XDGShell) -> Bool { windows.contains { $0.shell === shell } }

    /// Asks the client of the topmost window, or panel, whether it still does its work. A client that has only a protocol without that
    /// question counts as well.
    package func ask() {
        let window = stack.topmost ?? stack.windows.last
        let asked = shells.filter { $0.client == window?.client }
        for shell in asked { shell.ask() }
        if let window = window as? ShellSurface { window.ask() } else if asked.isEmpty { answered() }
        flushSoon()
    }

    func answered() { onAnswer?() }

    /// Brings the window of `surface` to the front, if `token` was given out and not used yet.
    func activate(_ surface: Surface, by token: UnsafePointer<CChar>) {
        guard let index = tokens.firstIndex(where: { strcmp($0, token) == 0 }) else { return }
        tokens.remove(at: index)
        if case .window(let window) = surface.role, let shown = window.shown { stack.raise(shown) }
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

    /// The screen is like `output` from now on.
    package func change(to output: GuestOutput) {
        guard output != self.output else { return }
        self.output = output
        for one in outputs { one.tell(output) }
        for surface in surfaces { surface.tellScale() }
        stack.screenChanged()
        flushSoon()
    }

    /// Puts the window of surface `number` of `client` at `point` (pixels of the glass), instead of the middle. For tests.
    package func place(_ number: UInt32, of client: OpaquePointer, at point: Point) {
        guard let surface = Surface.optional(wl_client_get_object(client, number)),
            case .window(let window) = surface.role, let shown = window.shown
        else { return }
        shown.fixedPlace = point
        shown.arrange()
        changed()
    }

    /// Whether a window shows something.
    package var isShowing: Bool { !stack.windows.isEmpty }
    /// The title of the topmost window; empty if there is none.
    package var title: String { stack.topmost?.title.text ?? "" }

    // MARK: Frames

    /// Whether a client waits to be told of a frame.
    package var isWaiting: Bool { surfaces.contains { $0.isWaiting } }

    /// A frame that shows all that clients have committed is on its way to the glass.
    package func handedOver() {
        copied = 0
        for surface in surfaces { surface.handedOver() }
    }

    /// The frame that was handed over has been on the glass since `instant`, with a flip or, where nothing had changed, without (`isFlip`). Clients
    /// draw their next.
    package func presented(at instant: Instant, isFlip: Bool = true) {
        for surface in surfaces { surface.presented(at: instant, refresh: output.refresh, isFlip: isFlip) }
        flush()
    }
}
