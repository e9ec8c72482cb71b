// /dev/fbN: the oldest display interface, which every driver has.

import CLinux
import Geometry
import Glibc

/// An open and mapped frame buffer device. When it is released, it is closed and its panning restored.
final class FrameBufferDevice {
    /// Such as `/dev/fb0`.
    let path: String
    /// The visible size in pixels.
    let size: PixelSize
    /// Its size in millimetres; nil if the driver does not report it.
    let millimetres: Size?
    /// Its pixel layout.
    let layout: FrameBufferLayout
    /// The stride: bytes from one row to the next.
    let pitch: Int
    /// Refreshes in 1000 seconds; 0 if the driver does not report it.
    let millihertz: Int
    /// How many pages (pictures one below the other) fit in its memory; panning shows one of them: 1 or 2.
    let pages: Int

    private let descriptor: FileDescriptor
    private let first: fb_var_screeninfo
    private let mapping: UnsafeMutableRawPointer
    private let memory: FrameBufferMemory

    /// Opens the device at `path`, with one page unless it `mayPan`. Throws if the device does not exist, access is denied, or
    /// its pixels cannot be written.
    init(path: String, mayPan: Bool) throws(SystemError) {
        self.path = path
        do throws(SystemError) {
            descriptor = try FileDescriptor(opening: path, O_RDWR)
        } catch {
            let hint = error.isPermission ? "let this user into the group video" : ""
            throw SystemError(call: error.call, errno: error.errno, subject: path, hint: hint)
        }
        let fd = descriptor.number
        var (mode, fixed) = (fb_var_screeninfo(), fb_fix_screeninfo())
        try SystemError.check("ioctl(FBIOGET_VSCREENINFO)", path) { ioctl(fd, UInt(FBIOGET_VSCREENINFO), &mode) }
        try SystemError.check("ioctl(FBIOGET_FSCREENINFO)", path) { ioctl(fd, UInt(FBIOGET_FSCREENINFO), &fixed) }
        guard let layout = FrameBufferLayout(mode, visual: fixed.visual), fixed.type == UInt32(FB_TYPE_PACKED_PIXELS),
            fixed.smem_len > 0
        else {
            throw SystemError(
                call: "ioctl(FBIOGET_VSCREENINFO)", errno: ENOTSUP, subject: path,
                hint: "its pixels are not 16, 24 or 32-bit colours; set another depth, such as with fbset -depth 32")
        }
        first = mode
        self.layout = layout
        size = PixelSize(Int(mode.xres), Int(mode.yres))
        pitch = fixed.line_length > 0 ? Int(fixed.line_length) : Int(mode.xres_virtual) * layout.bytesPerPixel
        // Drivers that do not know the size report 0 or -1.
        let (width, height) = (Int32(bitPattern: mode.width), Int32(bitPattern: mode.height))
        millimetres = width > 0 && height > 0 ? Size(Double(width), Double(height)) : nil
        millihertz = FrameBufferDevice.millihertz(mode)
        let length = Int(fixed.smem_len)
        memory = FrameBufferMemory(start: fixed.smem_start, length: length, page: Int(getpagesize()))
        guard let mapping = mmap(nil, memory.length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), mapping != MAP_FAILED
        else { throw SystemError(call: "mmap", errno: errno, subject: path) }
        self.mapping = mapping
        let fits = fixed.ypanstep > 0 && Int(mode.yres_virtual) >= 2 * size.height && length >= 2 * size.height * pitch
        // Some drivers report memory for two pages and refuse to pan to the second.
        pages = mayPan && fits && FrameBufferDevice.pan(fd, mode, to: mode.yoffset) == 0 ? 2 : 1
    }

    deinit {
        if pages > 1 { _ = FrameBufferDevice.pan(descriptor.number, first, to: first.yoffset) }
        munmap(mapping, memory.length)
    }

    /// Copies the pixels of `rect` to page `page`.
    func copy(_ rect: PixelRect, from source: PixelSurface, page: Int) {
        let row = pages > 1 ? page * size.height : Int(first.yoffset)
        let column = pages > 1 ? 0 : Int(first.xoffset)
        let target = mapping + memory.offset + row * pitch + column * layout.bytesPerPixel
        layout.copy(rect, from: source, to: target, pitch: pitch)
    }

    /// Shows page `page`, from the next vblank on if the driver waits for it.
    func show(page: Int) throws(SystemError) {
        guard pages > 1 else { return }
        let error = FrameBufferDevice.pan(descriptor.number, first, to: UInt32(page * size.height))
        if error != 0 { throw SystemError(call: "ioctl(FBIOPAN_DISPLAY)", errno: error, subject: path) }
    }

    /// Turns the backlight off or on; returns false if the driver cannot.
    func setPower(_ isOn: Bool) -> Bool {
        ioctl(descriptor.number, UInt(FBIOBLANK), Int32(isOn ? FB_BLANK_UNBLANK : FB_BLANK_POWERDOWN)) == 0
    }

    /// The paths of the machine's frame buffers, in order of their number.
    static func paths() -> [String] {
        let names = (try? SystemFiles.names("/dev")) ?? []
        return names.filter { $0.hasPrefix("fb") }.compactMap { Int($0.dropFirst(2)) }.sorted().map { "/dev/fb\($0)" }
    }

    /// The refresh rate in millihertz, from the mode's pixel clock in picoseconds; 0 if that is missing or implausible.
    static func millihertz(_ mode: fb_var_screeninfo) -> Int {
        let width = Int(mode.xres + mode.left_margin + mode.right_margin + mode.hsync_len)
        let height = Int(mode.yres + mode.upper_margin + mode.lower_margin + mode.vsync_len)
        let picoseconds = Int(mode.pixclock) * width * height
        guard picoseconds > 0 else { return 0 }
        let rate = 1_000_000_000_000_000 / picoseconds
        return (10_000...500_000).contains(rate) ? rate : 0
    }

    /// 0 on success, else the error number.
    private static func pan(_ fd: Int32, _ mode: fb_var_screeninfo, to row: UInt32) -> Int32 {
        var mode = mode
        (mode.xoffset, mode.yoffset, mode.activate) = (0, row, 0)
        return ioctl(fd, UInt(FBIOPAN_DISPLAY), &mode) == 0 ? 0 : errno
    }
}
