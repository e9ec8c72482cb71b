// A hash of a whole picture, with which two machines can verify that they drew the same.

package import Geometry

/// A 64-bit hash of the visible pixels. Not for cryptographic use.
package struct FrameHash: Hashable, Sendable, CustomStringConvertible {
    /// The hash.
    package let value: UInt64

    /// The hash as sixteen hexadecimal digits.
    package var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The hash of the picture on `surface`: of its size and of the red, green and blue of each pixel, row by row. The fourth
    /// byte of a pixel and the bytes between the rows are ignored. This reads the surface, so its memory should be cached.
    ///
    /// Pixels are processed in pairs, as one word, and added to four sums in turn, because a single sum would wait for its
    /// own multiplications. The two factors are odd numbers with well mixed bits: 2⁶⁴/φ and 2⁶⁴·(√2 − 1).
    package init(of surface: PixelSurface) {
        guard surface.format == .xrgb8888, surface.rotation == .none else {
            fatalError("a hash of a picture in \(surface.format), turned by \(surface.rotation.rawValue)°")
        }
        let (width, height) = (surface.size.width, surface.size.height)
        let colors: UInt64 = 0x00FF_FFFF_00FF_FFFF
        var (a, b, c, d) = (UInt64(1), UInt64(2), UInt64(3), UInt64(4))
        for y in 0..<height {
            let row = UnsafeRawPointer(surface.base + y * surface.pitch)
            var x = 0
            while x &+ 8 <= width {
                let eight = row + 4 &* x
                a = FrameHash.mix(a, eight.loadUnaligned(as: UInt64.self) & colors)
                b = FrameHash.mix(b, eight.loadUnaligned(fromByteOffset: 8, as: UInt64.self) & colors)
                c = FrameHash.mix(c, eight.loadUnaligned(fromByteOffset: 16, as: UInt64.self) & colors)
                d = FrameHash.mix(d, eight.loadUnaligned(fromByteOffset: 24, as: UInt64.self) & colors)
                x &+= 8
            }
            while x < width {
                a = FrameHash.mix(a, UInt64(row.load(fromByteOffset: 4 * x, as: UInt32.self)) & colors)
                x += 1
            }
        }
        var sum = FrameHash.mix(UInt64(width), UInt64(height))
        for part in [a, b, c, d] { sum = FrameHash.mix(sum, part) }
        sum = (sum ^ sum >> 32) &* 0x9E37_79B9_7F4A_7C15
        value = sum ^ sum >> 29
    }

    @inline(__always) private static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return (product << 29 | product >> 35) &* 0x6A09_E667_F3BC_C909
    }
}
