// Pixels in the layouts of frame buffer devices, and pictures that take turns.

import CLinux
import Geometry
import Testing

@testable import Linux

@Suite struct FrameBufferTests {
    typealias Channel = FrameBufferLayout.Channel

    static func layout(_ bits: Int, _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int)) -> FrameBufferLayout? {
        FrameBufferLayout(
            bits: bits, red: Channel(offset: red.0, length: red.1), green: Channel(offset: green.0, length: green.1),
            blue: Channel(offset: blue.0, length: blue.1))
    }

    static let xrgb = layout(32, (16, 8), (8, 8), (0, 8))!
    static let xbgr = layout(32, (0, 8), (8, 8), (16, 8))!
    static let rgb888 = layout(24, (16, 8), (8, 8), (0, 8))!
    static let rgb565 = layout(16, (11, 5), (5, 6), (0, 5))!
    static let rgb555 = layout(16, (10, 5), (5, 5), (0, 5))!

    @Test func `each channel goes where the device keeps it, and loses its lower bits where there is no room`() {
        let pixel: UInt32 = 0x55_F0_81_3F
        #expect(Self.xrgb.pixel(pixel) == 0xF0_81_3F)
        #expect(Self.xbgr.pixel(pixel) == 0x3F_81_F0)
        #expect(Self.rgb565.pixel(pixel) == 0b11110_100000_00111)
        #expect(Self.rgb555.pixel(pixel) == 0b11110_10000_00111)
    }

    @Test func `pictures are drawn in the device's layout where possible, and converted where not`() {
        #expect([Self.xrgb, Self.rgb565].map(\.format) == [.xrgb8888, .rgb565])
        #expect([Self.xbgr, Self.rgb888, Self.rgb555].map(\.format) == [nil, nil, nil])
    }

    @Test func `anything but true colour of 16, 24 or 32 bits is refused`() {
        #expect(Self.layout(8, (0, 8), (0, 8), (0, 8)) == nil)
        #expect(Self.layout(16, (11, 5), (5, 6), (0, 0)) == nil)
        #expect(Self.layout(16, (12, 5), (5, 6), (0, 5)) == nil)
        #expect(Self.layout(32, (20, 10), (10, 10), (0, 10)) == nil)
    }

    /// Copies `rect` of a picture of 4 by 3 pixels into a frame buffer of zeros with `pitch` bytes a row.
    static func copied(_ rect: PixelRect, _ layout: FrameBufferLayout, pitch: Int) -> [UInt8] {
        // Rows of 5 pixels, of which 4 are seen.
        let pixels = (0..<15).map { UInt32($0 * 0x0F_0B_07) }
        let format = layout.format ?? .xrgb8888
        var bytes = pixels.flatMap { pixel in
            let pixel = format == .rgb565 ? layout.pixel(pixel) : pixel
            return (0..<format.bytes).map { UInt8(truncatingIfNeeded: pixel >> (8 * UInt32($0))) }
        }
        var target = [UInt8](repeating: 0, count: pitch * 3)
        bytes.withUnsafeMutableBytes { source in
            let surface = PixelSurface(
                base: source.baseAddress!, size: PixelSize(4, 3), pitch: 5 * format.bytes, format: format)
            target.withUnsafeMutableBytes { layout.copy(rect, from: surface, to: $0.baseAddress!, pitch: pitch) }
        }
        return target
    }

    @Test(arguments: [xrgb, xbgr, rgb888, rgb565, rgb555])
    func `a rectangle is copied in any depth and pitch, and nothing beside it is touched`(_ layout: FrameBufferLayout) {
        let (rect, pitch, bytes) = (PixelRect(1, 1, 2, 2), 24, layout.bytesPerPixel)
        var expected = [UInt8](repeating: 0, count: pitch * 3)
        for y in 1...2 {
            for x in 1...2 {
                let value = layout.pixel(UInt32((y * 5 + x) * 0x0F_0B_07) & 0xFF_FFFF)
                for byte in 0..<bytes {
                    expected[y * pitch + x * bytes + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
                }
            }
        }
        // Bezel's own layout is copied with its fourth byte, which no display looks at.
        #expect(Self.copied(rect, layout, pitch: pitch) == expected)
    }

    @Test func `two pictures that take turns each get all that has changed since their last turn`() {
        let bounds = PixelRect(0, 0, 100, 100)
        var damage = PageDamage(pages: 2, bounds: bounds)
        func step(_ rect: PixelRect) -> [Int] {
            damage.add(Region(rect))
            let next = damage.next()
            return [next.page, next.region.area]
        }
        #expect(step(bounds) == [0, 10_000])
        #expect(step(PixelRect(0, 0, 10, 10)) == [1, 10_000])
        #expect(step(PixelRect(50, 50, 5, 5)) == [0, 125])
        #expect(step(PixelRect(90, 90, 2, 2)) == [1, 29])
        damage.forget()
        #expect(damage.next().region.area == 10_000)
        #expect(damage.next().region.area == 10_000)
    }

    @Test func `one picture gets what has changed, and no more`() {
        var damage = PageDamage(pages: 1, bounds: PixelRect(0, 0, 100, 100))
        _ = damage.next()
        damage.add(Region(PixelRect(0, 0, 3, 3)))
        let next = damage.next()
        #expect(next.page == 0 && next.region.area == 9)
    }

    @Test func `the rate follows from the pixel clock, and is unknown where the driver gives no real one`() {
        var mode = fb_var_screeninfo()
        (mode.xres, mode.yres) = (1920, 1080)
        #expect(FrameBufferDevice.millihertz(mode) == 0)
        // The timing of 1920x1080 at 60 Hz: 148.5 MHz, 2200 by 1125.
        mode.pixclock = 6734
        (mode.left_margin, mode.right_margin, mode.hsync_len) = (148, 88, 44)
        (mode.upper_margin, mode.lower_margin, mode.vsync_len) = (36, 4, 5)
        #expect(abs(FrameBufferDevice.millihertz(mode) - 60_000) < 10)
        mode.pixclock = 1
        #expect(FrameBufferDevice.millihertz(mode) == 0)
    }

    @Test(arguments: [
        (0x8000_0000, 8192, 0, 8192), (0x8000_0000, 8000, 0, 8192), (0x8000_0800, 8192, 0x800, 12288),
        (0x8000_0fff, 1, 0xfff, 4096), (0x8000_0fff, 2, 0xfff, 8192), (0, 100, 0, 4096),
    ]) func `memory that begins within a page is mapped from the beginning of that page`(
        start: UInt, length: Int, offset: Int, mapped: Int
    ) {
        let memory = FrameBufferMemory(start: start, length: length, page: 4096)
        #expect(memory.offset == offset)
        #expect(memory.length == mapped)
    }
}
