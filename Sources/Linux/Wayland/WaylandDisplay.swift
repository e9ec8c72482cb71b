// A window under any compositor: shared memory out, touches and presentation times in.

import CWayland
package import Geometry
import Glibc

/// A window under a compositor. It draws a frame only after the compositor has taken the previous one, so it sleeps while the
/// window is hidden.
package final class WaylandDisplay: Display {
    /// The properties of the window.
    package struct Options: Sendable {
        /// The title in lists of windows.
        package var title = "Bezel"
        /// The application id, which the compositor's rules and desktop files refer to.
        package var appID = "bezel"
        /// The size in the compositor's coordinates, which are pixels if nothing is scaled; nil to cover a screen.
        package var size: PixelSize?
        /// The screen to cover, such as `HDMI-A-1`; nil for the compositor's choice.
        package var output: String?
        /// The compositor's socket; nil for the one in WAYLAND_DISPLAY.
        package var socket: String?
        /// The time limit for each answer of the compositor while the window opens.
        package var timeLimit = Instant.Span.seconds(5)

        /// A window that covers the screen that the compositor chooses.
        package init() {}
    }

    /// Such as `wayland-0 HDMI-A-1 1920x1080@60`.
    package var name: String {
        let screen = output?.name.map { " \($0)" } ?? ""
        return "\(socket)\(screen) \(DisplayMode(size: size, millihertz: output?.millihertz ?? 0))"
    }
    /// The window in pixels.
    package var size: PixelSize { extent.pixels }
    /// The window in millimetres: from the size of its screen, or else from its scale, where 1 stands for 96 dots per inch; nil
    /// if the compositor reports neither.
    package var millimetres: Size? {
        guard let output, let pixels = output.pixels, let millimetres = output.millimetres else {
            return extent.scale > WaylandScale.one ? Panel(pixels: extent.size).millimetres : nil
        }
        if window.isFullscreen { return millimetres }
        return Size(
            millimetres.width * Double(size.width) / Double(pixels.width),
            millimetres.height * Double(size.height) / Double(pixels.height))
    }
    /// The time between refreshes of the window's screen when the window opened.
    package let refreshInterval: Instant.Span
    /// Called when the compositor has taken the frame, with the predicted time at which the frame becomes visible.
    package var onPresented: ((Instant) -> Void)?
    /// Called with the time at which a frame was committed, and the time at which the compositor says that it became visible.
    package var onSeen: ((_ committed: Instant, _ seen: Instant) -> Void)?
    /// How long before it is visible the compositor takes a frame, from the last frames; zero if unknown.
    package var lead: Instant.Span { clock.lead }
    /// Called when the window's size has changed: `size`, and perhaps `millimetres`, differ, and no frame is pending.
    package var onResize: (() -> Void)?
    /// Called when the user or the compositor asks to close the window.
    package var onClose: (() -> Void)?
    /// Called once, when the compositor is gone or rejects a request. Nothing can be shown after that.
    package var onFailure: ((DisplayError) -> Void)?
    /// Called for each frame of touches, from panels and from pointers that act as a finger.
    package var onTouches: ((TouchFrame) -> Void)? {
        get { input.onTouches }
        set { input.onTouches = newValue }
    }
    /// The size of the picture in millimetres; the window spans the picture.
    package var panelSize: Size {
        get { input.panelSize }
        set { input.panelSize = newValue }
    }
    /// How far the picture is turned in the window. Touches are turned with it.
    package var touchRotation: PictureRotation {
        get { input.rotation }
        set { input.rotation = newValue }
    }

    /// This window.
    package var compositorWindow: WaylandDisplay? { self }

    /// Whether the window is hidden: either the compositor says so, or it answers requests but takes no frames.
    package var isAway: Bool { window.isSuspended || visibility.isHidden }

    private let socket: String
    private let connection: WaylandConnection
    private let shm: OpaquePointer
    private let presentation: WaylandPresentation?
    private let window: WaylandWindow
    private let visibility: WaylandVisibility
    private let input: WaylandInput
    private var outputs: [WaylandOutput]
    private let scale: WaylandScale
    /// The size and scale of `buffers`.
    private var extent: WaylandExtent
    /// The size and scale of the last commit; nil before the first frame.
    private var committed: WaylandExtent?
    /// Whether the window, the scale or the screens have changed since `extent` was computed.
    private var hasChanged = false
    private var clock: CompositorClock
    private var buffers: [SharedBuffer]
    private var chain: ReleasedBuffers
    /// Buffers of an earlier size that the compositor still reads.
    private var retired: [SharedBuffer] = []
    private var framesUnderWay: [WaylandFrame] = []
    /// The compositor has taken the frame, but there was no free buffer to draw the next one in.
    private var isStarved = false
    private var isClosed = false

    /// Opens the window and waits for its size. The window is invisible before the first `present`.
    package init(loop: EventLoop, options: Options = Options(), log: @escaping LogClosure) throws(DisplayError) {
        socket = options.socket ?? getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0"
        let connection = try WaylandConnection(loop: loop, socket: socket, timeLimit: options.timeLimit)
        let parts: Parts
        do { parts = try WaylandDisplay.open(connection, socket, options) } catch {
            // `open` has released its objects and thus their proxies.
            connection.close()
            throw error
        }
        self.connection = connection
        (shm, presentation, outputs) = (parts.shm, parts.presentation, parts.outputs)
        (window, scale, extent, buffers) = (parts.window, parts.scale, parts.extent, parts.buffers)
        visibility = WaylandVisibility(connection: connection, loop: loop)
        let size = parts.extent.pixels
        let millihertz = WaylandDisplay.output(of: parts.window, parts.outputs)?.millihertz ?? 0
        refreshInterval = DisplayMode(size: size, millihertz: millihertz).refreshInterval
        clock = CompositorClock(refresh: refreshInterval)
        chain = ReleasedBuffers(count: parts.buffers.count)
        input = WaylandInput(
            windowSize: parts.extent.size.size, panelSize: Panel(pixels: size).millimetres, cursor: parts.cursor,
            log: log
        )
        listen()
    }

    /// The result of `open`. If `open` throws, all of it is released before the connection ends.
    private struct Parts {
        let shm: OpaquePointer
        let presentation: WaylandPresentation?
        let outputs: [WaylandOutput]
        let window: WaylandWindow
        let scale: WaylandScale
        let extent: WaylandExtent
        let buffers: [SharedBuffer]
        let cursor: FingertipCursor
    }

    /// Opens a window, and waits for its size.
    private static func open(
        _ connection: WaylandConnection, _ socket: String, _ options: Options
    ) throws(DisplayError) -> Parts {
        // Version 4 introduced damage in buffer pixels.
        guard let compositor = connection.bind(bezel_wl_compositor(), version: 4, least: 4),
            let shm = connection.bind(bezel_wl_shm()),
            let base = connection.bind(bezel_xdg_wm_base(), version: WaylandWindow.version)
        else { throw .failed("the compositor \(socket) lacks wl_compositor 4, wl_shm or xdg_wm_base") }
        let presentation = connection.bind(bezel_wp_presentation()).map { WaylandPresentation(proxy: $0) }
        var outputs = connection.globals.filter { $0.interface == "wl_output" }.compactMap { global in
            connection.bind(global, bezel_wl_output(), version: WaylandOutput.version)
                .map { WaylandOutput(global: global.name, proxy: $0) }
        }
        try connection.settle()
        let chosen = outputs.firstIndex { $0.name == options.output && $0.name != nil }
        if let chosen {
            // Until the compositor sends wl_surface.enter, treat the window as being on the first output.
            outputs.swapAt(0, chosen)
        } else if let wanted = options.output {
            let names = outputs.map { $0.name ?? "one without a name" }.joined(separator: ", ")
            throw .noDisplay("\(socket) has no output \(wanted), it has \(names); set \"output\" in bezel.toml")
        }
        let output = outputs.first
        // Some compositors report only after the first frame that the window covers the screen.
        let window = WaylandWindow(
            base: base, compositor: compositor, title: options.title, appID: options.appID,
            size: options.size ?? output?.size ?? PixelSize(1280, 720), coversScreen: options.size == nil,
            output: chosen == nil ? nil : output?.proxy)
        let scale = WaylandScale(
            surface: window.surface, viewporter: connection.bind(bezel_wp_viewporter()),
            manager: connection.bind(bezel_wp_fractional_scale_manager()))
        try connection.wait { window.isConfigured }
        let extent = WaylandExtent(size: window.size, scale: scale.value(on: output?.scale ?? 1))
        do throws(SystemError) {
            return Parts(
                shm: shm, presentation: presentation, outputs: outputs, window: window, scale: scale, extent: extent,
                buffers: try makeBuffers(shm, extent.pixels),
                cursor: try FingertipCursor(compositor: compositor, shm: shm))
        } catch { throw .failed("\(socket): \(error)") }
    }

    private static func makeBuffers(_ shm: OpaquePointer, _ size: PixelSize) throws(SystemError) -> [SharedBuffer] {
        var buffers: [SharedBuffer] = []
        // One that the compositor reads, one that is queued, and one to draw in. A buffer that is never used takes no memory.
        for _ in 0..<3 { buffers.append(try SharedBuffer(shm: shm, size: size)) }
        return buffers
    }

    /// A buffer for the next frame; nil while the compositor holds all of them, or when it is gone.
    package func freeBuffer() -> FrameBuffer? {
        guard connection.isOpen, let (buffer, age) = chain.free() else { return nil }
        return FrameBuffer(surface: buffers[buffer].surface, age: age)
    }

    /// Reads and dispatches pending events, including touches, without waiting. The loop also does this in its next turn. Must
    /// not be called from a closure of the display.
    package func read() { connection.read() }

    /// Submits the buffer from the last `freeBuffer` to the compositor for its next picture. Must not be called from a closure of
    /// the display.
    package func present(damage: Region) {
        let buffer = buffers[chain.present()]
        wl_surface_attach(window.surface, buffer.proxy, 0, 0)
        for rect in damage {
            wl_surface_damage_buffer(
                window.surface, Int32(rect.x), Int32(rect.y), Int32(rect.width), Int32(rect.height))
        }
        let frame = WaylandFrame(
            surface: window.surface, presentation: presentation, onTaken: { [unowned self] in taken($0) },
            onDone: { [unowned self] in done($0) })
        framesUnderWay.append(frame)
        commit()
        visibility.presented()
        connection.flush()
    }

    /// Removes the window and ends the connection. Must not be called from a closure of the display.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        (onPresented, onSeen, onResize, onClose, onFailure) = (nil, nil, nil, nil, nil)
        framesUnderWay = []
        visibility.close()
        input.close()
        scale.close()
        window.close()
        (buffers, retired, outputs) = ([], [], [])
        chain = ReleasedBuffers(count: 0)
        connection.close()
    }

    /// The screen that the window is on, or will be on.
    private var output: WaylandOutput? { WaylandDisplay.output(of: window, outputs) }

    private static func output(of window: WaylandWindow, _ outputs: [WaylandOutput]) -> WaylandOutput? {
        let entered = outputs.filter { window.outputs.contains($0.proxy) }
        return entered.max { $0.scale < $1.scale } ?? outputs.first
    }

    private func listen() {
        for output in outputs { output.onChange = { [unowned self] in hasChanged = true } }
        window.onChange = { [unowned self] in hasChanged = true }
        scale.onChange = { [unowned self] in hasChanged = true }
        window.onClose = { [unowned self] in onClose?() }
        connection.onBatch = { [unowned self] in
            input.endBatch()
            if hasChanged { adapt() }
        }
        connection.onFailure = { [unowned self] in onFailure?($0) }
        for global in connection.globals { added(global, isNew: false) }
        connection.onGlobal = { [unowned self] in added($0, isNew: true) }
        connection.onGlobalRemoved = { [unowned self] in removed($0) }
        for (index, buffer) in buffers.enumerated() { buffer.onRelease = { [unowned self] in released(index) } }
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
            output.onChange = { [unowned self] in hasChanged = true }
            outputs.append(output)
        }
    }

    private func removed(_ global: UInt32) {
        input.remove(global: global)
        for output in outputs where output.global == global { window.left(output.proxy) }
        outputs.removeAll { $0.global == global }
        hasChanged = true
    }

    /// Adapts to changes of the window, the scale or the screens, once per batch of events.
    private func adapt() {
        hasChanged = false
        let whole = output?.scale ?? max(1, extent.scale / WaylandScale.one)
        let wanted = WaylandExtent(size: window.size, scale: scale.value(on: whole))
        let fits = wanted.pixels == extent.pixels
        extent = wanted
        input.windowSize = wanted.size.size
        // If the last buffer has the right number of pixels, no new frame is needed. Otherwise the next frame acknowledges the
        // size.
        if committed?.pixels == wanted.pixels, window.isUnanswered || committed != wanted { commit() }
        if !fits { changeBuffers() }
    }

    /// Commits the buffer that was attached last, with the size and scale of `extent`, and acknowledges that size.
    private func commit() {
        scale.apply(extent)
        window.acknowledge()
        committed = extent
        wl_surface_commit(window.surface)
    }

    /// Replaces the buffers with buffers of the new size.
    private func changeBuffers() {
        framesUnderWay = []
        isStarved = false
        for (buffer, isHeld) in zip(buffers, chain.isHeld) where isHeld {
            // The compositor releases these when it has the next frame.
            buffer.onRelease = { [unowned self, unowned buffer] in retired.removeAll { $0 === buffer } }
            retired.append(buffer)
        }
        (buffers, chain) = ([], ReleasedBuffers(count: 0))
        do throws(SystemError) { buffers = try WaylandDisplay.makeBuffers(shm, size) } catch {
            onFailure?(.failed("\(socket): \(error)"))
            return
        }
        for (index, buffer) in buffers.enumerated() { buffer.onRelease = { [unowned self] in released(index) } }
        chain = ReleasedBuffers(count: buffers.count)
        onResize?()
    }

    private func released(_ buffer: Int) {
        chain.released(buffer)
        guard isStarved else { return }
        isStarved = false
        onPresented?(clock.taken(at: MonotonicClock.now()))
    }

    /// The compositor has taken the frame for its next picture, so the next frame can be drawn.
    private func taken(_ instant: Instant) {
        visibility.taken()
        if chain.free() == nil {
            isStarved = true
        } else {
            onPresented?(clock.taken(at: instant))
        }
    }

    /// All reports on `frame` have arrived.
    private func done(_ frame: WaylandFrame) {
        framesUnderWay.removeAll { $0 === frame }
        guard let seen = frame.seen else { return }
        if let taken = frame.taken { clock.seen(at: seen, taken: taken) }
        onSeen?(frame.committed, seen)
    }
}
