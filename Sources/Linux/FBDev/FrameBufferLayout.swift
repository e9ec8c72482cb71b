// The pixel layout of a frame buffer device, and the conversion to it.

import CLinux
import Geometry

/// The positions of the red, green and blue bits in a pixel of 16, 24 or 32 bits.
struct FrameBufferLayout: Hashable {
    /// A range of bits in a pixel, counted from the lowest.
    struct Channel: Hashable {
        let offset: Int
        let length: Int
    }

    let bytesPerPixel: Int
    let red: Channel
    let green: Channel
    let blue: Channel

    /// The layout that the kernel reports; nil unless pixels are true colour with 16, 24 or 32 bits (palettes, greys and planes
    /// are not).
    init?(_ mode: fb_var_screeninfo, visual: UInt32) {
        guard visual == UInt32(FB_VISUAL_TRUECOLOR) || visual == UInt32(FB_VISUAL_DIRECTCOLOR), mode.grayscale == 0
        else { return nil }
        self.init(
            bits: Int(mode.bits_per_pixel), red: Channel(mode.red), green: Channel(mode.green),
            blue: Channel(mode.blue))
    }

    /// A pixel of `bits` bits with these channels; nil if they do not fit together.
    init?(bits: Int, red: Channel, green: Channel, blue: Channel) {
        guard [16, 24, 32].contains(bits) else { return nil }
        for channel in [red, green, blue] {
            guard (1...8).contains(channel.length), channel.offset >= 0, channel.offset + channel.length <= bits else {
                return nil
            }
        }
        bytesPerPixel = bits / 8
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The drawing format with the same layout; nil if each pixel must be converted.
    var format: PixelFormat? {
        switch (bytesPerPixel, red.offset, red.length, green.offset, green.length, blue.offset, blue.length) {
        case (4, 16, 8, 8, 8, 0, 8): .xrgb8888
        case (2, 11, 5, 5, 6, 0, 5): .rgb565
        default: nil
        }
    }

    /// Converts a pixel 0xXXRRGGBB to this layout. Channels with fewer bits lose the low ones.
    func pixel(_ pixel: UInt32) -> UInt32 {
        func part(_ value: UInt32, _ channel: Channel) -> UInt32 {
            ((value & 0xff) >> (8 - channel.length)) << channel.offset
        }
        return part(pixel >> 16, red) | part(pixel >> 8, green) | part(pixel, blue)
    }

    /// Copies the pixels of `rect` from `source` to the frame buffer whose first row begins at `base` and whose rows are `pitch`
    /// bytes apart. `source` has the format `format`, or XRGB8888 if that is nil. The frame buffer is written and never read.
    func copy(_ rect: PixelRect, from source: PixelSurface, to base: UnsafeMutableRawPointer, pitch: Int) {
        guard source.format == format ?? .xrgb8888 else {
            fatalError("\(source.format) pixels for a frame buffer that takes \(format ?? .xrgb8888)")
        }
        for y in rect.y..<rect.maxY {
            let first = source.base + y * source.pitch + rect.x * source.format.bytes
            let target = base + y * pitch + rect.x * bytesPerPixel
            if format != nil {
                target.copyMemory(from: first, byteCount: rect.width * bytesPerPixel)
                continue
            }
            let row = UnsafeRawPointer(first).assumingMemoryBound(to: UInt32.self)
            switch bytesPerPixel {
            case 4:
                let pixels = target.assumingMemoryBound(to: UInt32.self)
                for x in 0..<rect.width { pixels[x] = pixel(row[x]) }
            case 2:
                let pixels = target.assumingMemoryBound(to: UInt16.self)
                for x in 0..<rect.width { pixels[x] = UInt16(truncatingIfNeeded: pixel(row[x])) }
            default:
                let bytes = target.assumingMemoryBound(to: UInt8.self)
                for x in 0..<rect.width {
                    let value = pixel(row[x])
                    for byte in 0..<3 { bytes[3 * x + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte))) }
                }
            }
        }
    }
}

/// The position of the pixels in the mapping of a frame buffer device.
struct FrameBufferMemory: Equatable {
    /// Bytes from the start of the mapping to the first pixel.
    let offset: Int
    /// The number of bytes to map.
    let length: Int

    /// The device has `length` bytes at the address `start`. The kernel maps whole pages of `page` bytes, beginning with the page
    /// that contains the first pixel; that pixel need not be at the beginning of the page.
    init(start: UInt, length: Int, page: Int) {
        offset = Int(start % UInt(page))
        self.length = (offset + length + page - 1) / page * page
    }
}

extension FrameBufferLayout.Channel {
    init(_ field: fb_bitfield) { self.init(offset: Int(field.offset), length: Int(field.length)) }
}
