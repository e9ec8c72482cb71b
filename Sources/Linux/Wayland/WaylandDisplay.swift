// A window under any compositor: shared memory in, touches and presentation times out.

import CWayland
public import Geometry
import Glibc

/// A window under a compositor. It draws when the compositor has taken the frame before, so it
/// sleeps while nobody sees it.
public final class WaylandDisplay: Display {
    /// What kind of window.
    public struct Options: Sendable {
        /// What it is called in lists of windows.
        public var title = "Bezel"
        /// By what the compositor's rules and its desktop file know it.
        public var appID = "bezel"
        /// Its extent in the compositor's lengths, which are pixels where nothing is scaled; nil covers a screen.
        public var size: PixelSize?
        /// The screen to cover, such as `HDMI-A-1`; nil: the compositor's choice.
        public var output: String?
        /// The compositor's socket; nil: the one that WAYLAND_DISPLAY names.
        public var socket: String?

        /// A window that covers the screen of the compositor's choice.
        public init() {}
    }

    /// Such as `wayland-0 HDMI-A-1 1920x1080@60`.
    public var name: String {
        let screen = output?.name.map { " \($0)" } ?? ""
        return "\(socket)\(screen) \(DisplayMode(size: size, millihertz: output?.millihertz ?? 0))"
    }
    /// The window in pixels.
    public private(set) var size: PixelSize
    /// The window in millimetres, from what the compositor says of its screen, else from its scale, which is 1 for 96
    /// dots per inch; nil when neither says anything.
    public var millimetres: Size? {
        guard let output, let pixels = output.pixels, let millimetres = output.millimetres else {
            return scaleValue > WaylandScale.one ? Panel(pixels: window.size).millimetres : nil
        }
        if window.isFullscreen { return millimetres }
        return Size(
            millimetres.width * Double(size.width) / Double(pixels.width),
            millimetres.height * Double(size.height) / Double(pixels.height))
    }
    /// Time from one refresh of the window's screen to the next, as it was when the window opened.
    public let refreshInterval: Instant.Span
    /// Called when the compositor has taken the frame, with the moment at which it will be seen by what the compositor
    /// said of the frames before.
    public var onPresented: ((Instant) -> Void)?
    /// How long before it is seen the compositor takes a frame, by the last ones; no time where it does not say.
    public var lead: Instant.Span { clock.lead }
    /// Called when the window has another size: `size` and perhaps `millimetres` differ, and no frame is on its way.
    public var onResize: (() -> Void)?
    /// Called when somebody wants the window closed.
    public var onClose: (() -> Void)?
    /// Called once when the compositor is gone, or refuses something; nothing can be shown then.
    public var onFailure: ((DisplayError) -> Void)?
    /// Called for each frame of touches: of panels, and of pointers that act as one finger.
    public var onTouches: ((TouchFrame) -> Void)? {
        get { input.onTouches }
        set { input.onTouches = newValue }
    }
    /// The picture in millimetres, which the window spans.
    public var panelSize: Size {
        get { input.panelSize }
        set { input.panelSize = newValue }
    }
    /// How far the picture is turned in the window; touches turn with it.
    public var rotation: PictureRotation {
        get { input.rotation }
        set { input.rotation = newValue }
    }

    private let socket: String
    private let connection: WaylandConnection
    private let shm: OpaquePointer
    private let compositor: OpaquePointer
    private let presentation: WaylandPresentation?
    private let window: WaylandWindow
    private let input: WaylandInput
    private var outputs: [WaylandOutput]
    private let scale: WaylandScale
    /// 120 times the scale of `size`.
    private var scaleValue: Int
    private var clock: CompositorClock
    private var buffers: [SharedBuffer] = []
    private var chain = ReleasedBuffers(count: 0)
    /// Of another size, and perhaps still read by the compositor.
    private var retired: [SharedBuffer] = []
    private var framesUnderWay: [WaylandFrame] = []
    /// The frame was taken, but there was no buffer to draw another in.
    private var isStarved = false
    private var isClosed = false

    /// Opens the window and waits for its size. It is not seen before the first `present`.
    public init(loop: EventLoop, options: Options = Options(), log: @escaping LogClosure) throws(DisplayError) {
        socket = options.socket ?? getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0"
        let connection = try WaylandConnection(loop: loop, socket: socket)
        do throws(DisplayError) {
            // 4 brought damage in pixels of the buffer.
            guard let compositor = connection.bind(bezel_wl_compositor(), version: 4, least: 4),
                let shm = connection.bind(bezel_wl_shm()), let base = connection.bind(bezel_xdg_wm_base())
            else { throw .failed("the compositor \(socket) lacks wl_compositor 4, wl_shm or xdg_wm_base") }
            (self.connection, self.shm, self.compositor) = (connection, shm, compositor)
            presentation = connection.bind(bezel_wp_presentation()).map { WaylandPresentation(proxy: $0) }
            let outputs = connection.globals.filter { $0.interface == "wl_output" }.compactMap { global in
                connection.bind(global, bezel_wl_output(), version: WaylandOutput.version)
                    .map { WaylandOutput(global: global.name, proxy: $0) }
            }
            self.outputs = outputs
            try connection.settle()
            let chosen = outputs.first { $0.name == options.output && $0.name != nil }
            if let wanted = options.output, chosen == nil {
                let names = outputs.map { $0.name ?? "one without a name" }.joined(separator: ", ")
                throw .noDisplay("\(socket) has no output \(wanted), it has \(names); set \"output\" in bezel.toml")
            }
            let output = chosen ?? outputs.first
            // Some compositors say that the window covers the screen only after its first frame.
            let window = WaylandWindow(
                base: base, compositor: compositor, title: options.title, appID: options.appID,
                size: options.size ?? output?.size ?? PixelSize(1280, 720), coversScreen: options.size == nil,
                output: chosen?.proxy)
            self.window = window
            scale = WaylandScale(
                surface: window.surface, viewporter: connection.bind(bezel_wp_viewporter()),
                manager: connection.bind(bezel_wp_fractional_scale_manager()))
            try connection.wait { window.isConfigured }
            scaleValue = scale.value(on: output?.scale ?? 1)
            size = WaylandScale.pixels(window.size, scaleValue)
            refreshInterval = DisplayMode(size: size, millihertz: output?.millihertz ?? 0).refreshInterval
            clock = CompositorClock(refresh: refreshInterval)
            do throws(SystemError) {
                let cursor = try FingertipCursor(compositor: compositor, shm: shm)
                input = WaylandInput(
                    windowSize: window.size.size, panelSize: Panel(pixels: size).millimetres, cursor: cursor, log: log)
            } catch { throw DisplayError(error) }
        } catch {
            connection.close()
            throw error
        }
        try allocate()
        listen()
    }

    /// A buffer to draw the next frame in; nil while the compositor reads all of them.
    public func freeBuffer() -> FrameBuffer? {
        guard let (buffer, age) = chain.free() else { return nil }
        return FrameBuffer(surface: buffers[buffer].surface, age: age)
    }

    /// Reads what the compositor has said by now, touches and all, without waiting; the loop does so too when it comes round
    /// to it. Not to be called from one of the display's closures.
    public func read() { connection.read() }

    /// Hands the buffer that `freeBuffer` gave last to the compositor, for its next picture.
    public func present(damage: Region) {
        let buffer = buffers[chain.present()]
        scale.attach(window.size, scaleValue)
        wl_surface_attach(window.surface, buffer.proxy, 0, 0)
        for rect in damage {
            wl_surface_damage_buffer(
                window.surface, Int32(rect.x), Int32(rect.y), Int32(rect.width), Int32(rect.height))
        }
        let frame = WaylandFrame(
            surface: window.surface, presentation: presentation, onTaken: { [unowned self] in taken($0) },
            onDone: { [unowned self] in done($0) })
        framesUnderWay.append(frame)
        wl_surface_commit(window.surface)
        window.mapped()
        connection.flush()
    }

    /// Takes the window away and ends the connection. Not to be called from one of its closures.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        (onPresented, onResize, onClose, onFailure) = (nil, nil, nil, nil)
        (window.onChange, window.onClose) = (nil, nil)
        framesUnderWay = []
        input.close()
        scale.close()
        window.close()
        (buffers, retired, outputs) = ([], [], [])
        connection.close()
    }

    /// The screen that the window is on, or is going to be on.
    private var output: WaylandOutput? {
        let entered = outputs.filter { window.outputs.contains($0.proxy) }
        return entered.max { $0.scale < $1.scale } ?? outputs.first
    }

    private func listen() {
        for output in outputs { output.onChange = { [unowned self] in changed() } }
        window.onChange = { [unowned self] in changed() }
        scale.onChange = { [unowned self] in changed() }
        window.onClose = { [unowned self] in onClose?() }
        connection.onBatch = { [unowned self] in input.endBatch() }
        connection.onFailure = { [unowned self] in onFailure?($0) }
        for global in connection.globals { added(global, isNew: false) }
        connection.onGlobal = { [unowned self] in added($0, isNew: true) }
        connection.onGlobalRemoved = { [unowned self] in removed($0) }
        connection.flush()
    }

    private func added(_ global: WaylandConnection.Global, isNew: Bool) {
        if global.interface == "wl_seat",
            let seat = connection.bind(global, bezel_wl_seat(), version: WaylandSeat.version)
        {
            input.add(global: global.name, proxy: seat)
        } else if isNew, global.interface == "wl_output",
            let proxy = connection.bind(global, bezel_wl_output(), version: WaylandOutput.version)
        {
            let output = WaylandOutput(global: global.name, proxy: proxy)
            output.onChange = { [unowned self] in changed() }
            outputs.append(output)
        }
    }

    private func removed(_ global: UInt32) {
        input.remove(global: global)
        for output in outputs where output.global == global { window.left(output.proxy) }
        outputs.removeAll { $0.global == global }
    }

    /// Window or screen are not what they were: another size, or another scale.
    private func changed() {
        if let output { scaleValue = scale.value(on: output.scale) }
        input.windowSize = window.size.size
        let wanted = WaylandScale.pixels(window.size, scaleValue)
        guard wanted != size else { return }
        size = wanted
        framesUnderWay = []
        isStarved = false
        // What the compositor reads stays until it is replaced.
        retired += buffers
        for buffer in retired {
            buffer.onRelease = { [unowned self, unowned buffer] in retired.removeAll { $0 === buffer } }
        }
        do throws(DisplayError) { try allocate() } catch {
            onFailure?(error)
            return
        }
        onResize?()
    }

    private func allocate() throws(DisplayError) {
        do throws(SystemError) {
            buffers = []
            // One that is read, one that waits, and one to draw in. What is never drawn in takes no memory.
            for index in 0..<3 {
                let buffer = try SharedBuffer(shm: shm, size: size)
                buffer.onRelease = { [unowned self] in released(index) }
                buffers.append(buffer)
            }
            chain = ReleasedBuffers(count: buffers.count)
        } catch { throw .failed("\(socket): \(error)") }
    }

    private func released(_ buffer: Int) {
        chain.released(buffer)
        guard isStarved else { return }
        isStarved = false
        onPresented?(clock.taken(at: MonotonicClock.now()))
    }

    /// The compositor has taken the frame for its next picture: time for another.
    private func taken(_ instant: Instant) {
        if chain.free() == nil {
            isStarved = true
        } else {
            onPresented?(clock.taken(at: instant))
        }
    }

    /// All that will be said of `frame` has been said.
    private func done(_ frame: WaylandFrame) {
        framesUnderWay.removeAll { $0 === frame }
        if let seen = frame.seen, let taken = frame.taken { clock.seen(at: seen, taken: taken) }
    }
}
