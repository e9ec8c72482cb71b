// A display through /dev/fbN, for machines without KMS: frames are drawn in memory and copied to the device at a steady rate.

package import Geometry
import Glibc

/// A frame buffer device of any depth. Frames are drawn in memory, and the damage is copied to the device in the device's own
/// pixel layout: to the hidden page if the driver can pan, otherwise to the visible one. The driver reports no vblanks, so a
/// clock paces the frames.
package final class FrameBufferDisplay: Display {
    /// Such as `fb0 1920x1080@60`.
    package let name: String
    /// The picture in pixels.
    package var size: PixelSize { device.size }
    /// The picture in millimetres, from the driver; nil if it does not report it.
    package var millimetres: Size? { device.millimetres }
    /// The time between frames: from the mode, or else a sixtieth of a second.
    package let refreshInterval: Instant.Span
    /// Called at the first refresh of the clock after a frame was shown.
    package var onPresented: ((Instant) -> Void)?

    private let device: FrameBufferDevice
    private let memory: PixelSurface
    private var damage: PageDamage
    private var timer: Timer?
    /// Whether another session has the display, or its backlight is off.
    package var isAway: Bool { isPaused || isOff }
    private var isPaused = false
    private var isOff = false
    private var hasFrame = false

    /// Opens the frame buffer device at `path`, or the first one that works if nil. If the device can pan and `mayPan`, it flips
    /// between two pages. Otherwise frames are copied to the visible page.
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
        memory = PixelSurface(base: base, size: device.size, pitch: pitch, format: format, isReadAgain: true)
        timer = loop.timer { [unowned self] in onPresented?(MonotonicClock.now()) }
    }

    deinit { memory.base.deallocate() }

    /// The memory for the next frame, which contains the last one; nil while the last frame is being shown, or while another
    /// session has the screen.
    package func freeBuffer() -> FrameBuffer? {
        guard !isPaused, !isOff, timer?.deadline == nil else { return nil }
        return FrameBuffer(surface: memory, age: hasFrame ? 1 : 0)
    }

    /// Copies the damage to the device.
    package func present(damage changed: Region) throws(DisplayError) {
        hasFrame = true
        damage.add(changed)
        if !isPaused { try show() }
        let interval = refreshInterval.nanoseconds
        timer?.setDeadline(Instant(nanoseconds: (MonotonicClock.now().nanoseconds / interval + 1) * interval))
    }

    /// Another session takes the screen. Nothing is written to the device until `resume()`.
    package func pause() { isPaused = true }

    /// This session has the screen again. Shows the last frame.
    package func resume() throws(DisplayError) {
        isPaused = false
        damage.forget()
        if hasFrame { try show() }
        if isOff { _ = device.setPower(false) }
    }

    /// Blanks or unblanks the screen if the driver can. Unblanking shows the last frame.
    package func setPower(_ isOn: Bool) throws -> Bool {
        guard isPaused || device.setPower(isOn) else { return false }
        isOff = !isOn
        return true
    }

    /// Releases the screen. The owner of the console redraws it.
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

/// Tracks which page to draw next, and which parts of each page are out of date.
struct PageDamage {
    private var missing: [Region]
    private var last: Int
    private let bounds: PixelRect

    /// `pages` pages with unknown contents.
    init(pages: Int, bounds: PixelRect) {
        missing = [Region](repeating: Region(bounds), count: pages)
        last = pages - 1
        self.bounds = bounds
    }

    /// Marks `region` as out of date on all pages.
    mutating func add(_ region: Region) { for page in missing.indices { missing[page].formUnion(region) } }

    /// Marks all pages as entirely out of date.
    mutating func forget() { for page in missing.indices { missing[page] = Region(bounds) } }

    /// The page to update and show, and its region that is out of date.
    mutating func next() -> (page: Int, region: Region) {
        last = (last + 1) % missing.count
        defer { missing[last] = Region() }
        return (last, missing[last])
    }
}
