// A display without a screen: it keeps frames in memory and shows them at the refreshes of a clock.

package import Geometry

/// Shows at most one frame per refresh, in memory. With an event loop, refreshes happen in its time. Without one, `advance(to:)`
/// triggers them.
package final class HeadlessDisplay: Display {
    /// Such as `headless 1920x1080@60`.
    package let name: String
    /// The picture in pixels.
    package let size: PixelSize
    /// The size that it reports.
    package let millimetres: Size?
    /// Time from one refresh to the next.
    package let refreshInterval: Instant.Span
    /// Called with the refresh at which a frame was shown.
    package var onPresented: ((Instant) -> Void)?
    /// The refresh that will show the frame presented last; nil if none is pending.
    package private(set) var nextPresentation: Instant?
    /// The frame on the virtual screen; nil before the first. Valid until the next frame but one is drawn.
    package private(set) var lastFrame: PixelSurface?

    /// It is one.
    package var isHeadless: Bool { true }

    /// Whether the virtual backlight is on.
    package private(set) var isOn = true

    private var chain: SwapChain
    private var memory: [PixelSurface] = []
    private var timer: Timer?
    private let loop: EventLoop?
    private var now = Instant.zero

    /// A display of `size` that refreshes `millihertz` times in 1000 seconds. `millimetres` is the size that it reports. With one
    /// of `buffers`, each frame is drawn into the buffer on the screen. Unless its frames are `isReadAgain`, they are drawn as those of a
    /// display whose memory only it reads.
    package init(
        size: PixelSize, millihertz: Int, millimetres: Size? = nil, format: PixelFormat = .xrgb8888, buffers: Int = 3,
        isReadAgain: Bool = true, loop: EventLoop? = nil
    ) {
        guard size.width > 0, size.height > 0, millihertz > 0, buffers > 0 else {
            fatalError(
                "a headless display needs an extent, a rate and a buffer: \(size), \(millihertz) mHz, \(buffers)")
        }
        let mode = DisplayMode(size: size, millihertz: millihertz)
        name = "headless \(mode)"
        self.size = size
        self.millimetres = millimetres
        refreshInterval = mode.refreshInterval
        chain = SwapChain(count: buffers)
        // Align rows to cache lines.
        let pitch = (size.width * format.bytes + 63) / 64 * 64
        for _ in 0..<buffers {
            let base = UnsafeMutableRawPointer.allocate(byteCount: pitch * size.height, alignment: 64)
            base.initializeMemory(as: UInt8.self, repeating: 0, count: pitch * size.height)
            memory.append(PixelSurface(base: base, size: size, pitch: pitch, format: format, isReadAgain: isReadAgain))
        }
        self.loop = loop
        timer = loop?.timer { [unowned self] in advance(to: self.loop?.now ?? now) }
    }

    deinit { for surface in memory { surface.base.deallocate() } }

    /// A buffer for the next frame; nil if none is free.
    package func freeBuffer() -> FrameBuffer? {
        guard isOn, let (buffer, age) = chain.free() else { return nil }
        return FrameBuffer(surface: memory[buffer], age: age)
    }

    /// Shows the buffer from the last `freeBuffer` at the next refresh, one frame per refresh.
    package func present(damage: Region) {
        if timer != nil, let loop { now = max(now, loop.now) }
        if chain.present() != nil { schedule() }
    }

    /// Advances time to `instant`, and shows each frame whose refresh is at or before it.
    package func advance(to instant: Instant) {
        while let shown = nextPresentation, shown <= instant {
            now = shown
            lastFrame = chain.state.pending.map { memory[$0] }
            nextPresentation = nil
            if chain.flipped() != nil { schedule() }
            onPresented?(shown)
        }
        now = max(now, instant)
    }

    /// Whether the virtual backlight is off.
    package var isAway: Bool { !isOn }

    /// Turns the virtual backlight off or on.
    package func setPower(_ isOn: Bool) -> Bool {
        self.isOn = isOn
        return true
    }

    /// Stops showing frames. The last frame stays readable.
    package func close() {
        timer?.cancel()
        timer = nil
        onPresented = nil
        nextPresentation = nil
    }

    /// Refreshes are at the multiples of their interval; a frame is shown at the next one.
    private func schedule() {
        let interval = refreshInterval.nanoseconds
        nextPresentation = Instant(nanoseconds: (now.nanoseconds / interval + 1) * interval)
        timer?.setDeadline(nextPresentation)
    }
}
