// A display without glass: frames in memory, shown at the refreshes of a clock.

package import Geometry

/// Shows frames in memory, one a refresh. With an event loop the refreshes are real time's; without one they come when
/// `advance(to:)` says so.
package final class HeadlessDisplay: Display {
    /// Such as `headless 1920x1080@60`.
    package let name: String
    /// The picture in pixels.
    package let size: PixelSize
    /// What it claims to measure.
    package let millimetres: Size?
    /// Time from one refresh to the next.
    package let refreshInterval: Instant.Span
    /// Called with the refresh at which the frame came to be shown.
    package var onPresented: ((Instant) -> Void)?
    /// When the frame handed over last is shown; nil when none waits.
    package private(set) var nextPresentation: Instant?
    /// The frame on the imaginary glass; nil before the first. Valid until the next frame but one is drawn.
    package private(set) var lastFrame: PixelSurface?

    /// Whether the imaginary glass is lit.
    package private(set) var isOn = true

    private var chain: SwapChain
    private var memory: [PixelSurface] = []
    private var timer: Timer?
    private var now = Instant.zero

    /// A display of `size` that refreshes `millihertz` times in 1000 seconds. `millimetres` is what it claims to measure.
    /// Of its `buffers`, one alone is drawn while it is seen.
    package init(
        size: PixelSize, millihertz: Int, millimetres: Size? = nil, format: PixelFormat = .xrgb8888, buffers: Int = 3,
        loop: EventLoop? = nil
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
        // Rows that begin on cache lines.
        let pitch = (size.width * format.bytes + 63) / 64 * 64
        for _ in 0..<buffers {
            let base = UnsafeMutableRawPointer.allocate(byteCount: pitch * size.height, alignment: 64)
            base.initializeMemory(as: UInt8.self, repeating: 0, count: pitch * size.height)
            memory.append(PixelSurface(base: base, size: size, pitch: pitch, format: format))
        }
        timer = loop?.timer { [unowned self] in advance(to: MonotonicClock.now()) }
    }

    deinit { for surface in memory { surface.base.deallocate() } }

    /// A buffer to draw the next frame in; nil while none is free.
    package func freeBuffer() -> FrameBuffer? {
        guard isOn, let (buffer, age) = chain.free() else { return nil }
        return FrameBuffer(surface: memory[buffer], age: age)
    }

    /// Shows the buffer that `freeBuffer` gave last at the next refresh, one frame a refresh.
    package func present(damage: Region) {
        if timer != nil { now = max(now, MonotonicClock.now()) }
        if chain.present() != nil { schedule() }
    }

    /// Lets time pass up to `instant`; frames whose refresh lies before or at it are shown, each at its refresh.
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

    /// Whether its light is off.
    package var isAway: Bool { !isOn }

    /// Turns the imaginary light off or on.
    package func setPower(_ isOn: Bool) -> Bool {
        self.isOn = isOn
        return true
    }

    /// Shows nothing more. The last frame stays readable.
    package func close() {
        timer?.cancel()
        timer = nil
        onPresented = nil
        nextPresentation = nil
    }

    /// The refreshes are the multiples of their interval; a frame is shown at the next one.
    private func schedule() {
        let interval = refreshInterval.nanoseconds
        nextPresentation = Instant(nanoseconds: (now.nanoseconds / interval + 1) * interval)
        timer?.setDeadline(nextPresentation)
    }
}
