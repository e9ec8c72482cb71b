// A screen by /dev/fbN, for machines without KMS: drawn in memory, copied to the glass at a steady pace.

package import Geometry
import Glibc

/// A frame buffer device of any depth. Frames are drawn in memory and what differs is copied, in the device's own layout:
/// to the picture that is not seen where the driver can pan, else to the one that is. Nobody says when a vblank comes, so
/// frames are paced by the clock.
package final class FrameBufferDisplay: Display {
    /// Such as `fb0 1920x1080@60`.
    package let name: String
    /// The picture in pixels.
    package var size: PixelSize { device.size }
    /// The picture in millimetres, as the driver has it; nil when it does not say.
    package var millimetres: Size? { device.millimetres }
    /// Time from one frame to the next: by the mode, else a sixtieth of a second.
    package let refreshInterval: Instant.Span
    /// Called when the frame has been on the glass until the next refresh of the clock.
    package var onPresented: ((Instant) -> Void)?

    private let device: FrameBufferDevice
    private let memory: PixelSurface
    private var damage: PageDamage
    private var timer: Timer?
    /// Whether another session has the display, or its light is off.
    package var isAway: Bool { isPaused || isOff }
    private var isPaused = false
    private var isOff = false
    private var hasFrame = false

    /// Opens the frame buffer device at `path`; nil: the first that works. It shows two pictures in turn where it can and
    /// `mayPan`, else it is drawn while it is seen.
    package init(loop: EventLoop, path: String? = nil, mayPan: Bool = true) throws(DisplayError) {
        device = try FrameBufferDisplay.open(path, mayPan)
        let mode = DisplayMode(size: device.size, millihertz: device.millihertz)
        name = "\(device.path.dropFirst("/dev/".count)) \(mode)"
        refreshInterval = mode.refreshInterval
        damage = PageDamage(pages: device.pages, bounds: device.size.bounds)
        let format = device.layout.format ?? .xrgb8888
        let pitch = device.size.width * format.bytes
        let base = UnsafeMutableRawPointer.allocate(byteCount: pitch * device.size.height, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: pitch * device.size.height)
        memory = PixelSurface(base: base, size: device.size, pitch: pitch, format: format)
        timer = loop.timer { [unowned self] in onPresented?(MonotonicClock.now()) }
    }

    deinit { memory.base.deallocate() }

    /// The memory to draw the next frame in, with the last one in it; nil while the last is being shown, or another
    /// session has the screen.
    package func freeBuffer() -> FrameBuffer? {
        guard !isPaused, !isOff, timer?.deadline == nil else { return nil }
        return FrameBuffer(surface: memory, age: hasFrame ? 1 : 0)
    }

    /// Copies what differs to the glass.
    package func present(damage changed: Region) throws(DisplayError) {
        hasFrame = true
        damage.add(changed)
        if !isPaused { try show() }
        let interval = refreshInterval.nanoseconds
        timer?.setDeadline(Instant(nanoseconds: (MonotonicClock.now().nanoseconds / interval + 1) * interval))
    }

    /// Another session takes the screen: it is not written until `resume()`.
    package func pause() { isPaused = true }

    /// The screen is ours again, and shows the last frame.
    package func resume() throws(DisplayError) {
        isPaused = false
        damage.forget()
        if hasFrame { try show() }
        if isOff { _ = device.setPower(false) }
    }

    /// Blanks the screen, where the driver can. The last frame is on it when it comes back.
    package func setPower(_ isOn: Bool) throws -> Bool {
        guard isPaused || device.setPower(isOn) else { return false }
        isOff = !isOn
        return true
    }

    /// Gives the screen back; whoever has the console draws it anew.
    package func close() {
        timer?.cancel()
        timer = nil
        onPresented = nil
        if isOff { _ = device.setPower(true) }
    }

    private func show() throws(DisplayError) {
        let (page, region) = damage.next()
        for rect in region { device.copy(rect, from: memory, page: page) }
        do throws(SystemError) { try device.show(page: page) } catch { throw DisplayError(error) }
    }

    private static func open(_ path: String?, _ mayPan: Bool) throws(DisplayError) -> FrameBufferDevice {
        var refusals: [SystemError] = []
        for path in path.map({ [$0] }) ?? FrameBufferDevice.paths() {
            do throws(SystemError) {
                return try FrameBufferDevice(path: path, mayPan: mayPan)
            } catch { refusals.append(error) }
        }
        guard let first = refusals.first else { throw .noDisplay("no frame buffer: /dev has no fb0") }
        throw DisplayError(first)
    }
}

/// Which of the pictures of a frame buffer is drawn next, and what it lacks.
struct PageDamage {
    private var missing: [Region]
    private var last: Int
    private let bounds: PixelRect

    /// `pages` pictures, of which nobody knows what they hold.
    init(pages: Int, bounds: PixelRect) {
        missing = [Region](repeating: Region(bounds), count: pages)
        last = pages - 1
        self.bounds = bounds
    }

    /// All pictures lack `region` now.
    mutating func add(_ region: Region) { for page in missing.indices { missing[page].formUnion(region) } }

    /// All pictures lack everything.
    mutating func forget() { for page in missing.indices { missing[page] = Region(bounds) } }

    /// The picture to complete and show, and what it lacks.
    mutating func next() -> (page: Int, region: Region) {
        last = (last + 1) % missing.count
        defer { missing[last] = Region() }
        return (last, missing[last])
    }
}
