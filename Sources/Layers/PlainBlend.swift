// The innermost loops in plain Swift. The kernels are compared with them, bit for bit.

/// Functions on spans of pixels, 0xAARRGGBB, premultiplied. `out` must not overlap the pixels that are read. Colour
/// channels are calculated two at a time in 16-bit words, or four at a time in 64-bit words.
extension Blend {
    typealias Source = UnsafePointer<UInt32>
    typealias Target = UnsafeMutablePointer<UInt32>

    /// Every channel times `factor`/255.
    @inline(__always) private static func over255(_ channels: UInt64, _ factor: UInt64) -> UInt64 {
        let product = channels &* factor &+ half
        return (product &+ (product >> 8 & channelMask)) >> 8 & channelMask
    }

    /// Copies the pixels of `source`.
    static func copy(_ out: Target, _ source: Source, count: Int) { out.update(from: source, count: count) }

    /// Fills the span with `pixel`.
    static func fill(_ out: Target, _ pixel: UInt32, count: Int) { out.update(repeating: pixel, count: count) }

    /// Multiplies all channels of opaque pixels by `keep`/256: black over the pixels.
    static func dim(_ out: Target, _ source: Source, keep: Int, count: Int) {
        let weight = UInt16(keep)
        pairs(out, source, source, count: count) { value, _ in
            let low = ((value & 255) &* weight &+ 128) >> 8
            let high = ((value >> 8) &* weight &+ 128) & 0xFF00
            return low | high
        }
    }

    /// Mixes from `a` (weight 0) to `b` (weight 256). This puts a part of a picture over another. When `a` and `b` are the
    /// same picture, one row or one column apart, it samples between two pixels.
    static func mix(_ out: Target, _ a: Source, _ b: Source, weight: Int, count: Int) {
        let toB = UInt16(weight)
        let toA = UInt16(256 - weight)
        pairs(out, a, b, count: count) { a, b in
            let low = ((a & 255) &* toA &+ (b & 255) &* toB &+ 128) >> 8
            let high = ((a >> 8) &* toA &+ (b >> 8) &* toB &+ 128) & 0xFF00
            return low | high
        }
    }

    /// Visits the pixels as 16-bit words of two channels each. Compilers vectorize this form.
    @inline(__always) private static func pairs(
        _ out: Target, _ a: Source, _ b: Source, count: Int, _ body: (UInt16, UInt16) -> UInt16
    ) {
        let words = 2 * count
        out.withMemoryRebound(to: UInt16.self, capacity: words) { out in
            a.withMemoryRebound(to: UInt16.self, capacity: words) { a in
                b.withMemoryRebound(to: UInt16.self, capacity: words) { b in
                    var index = 0
                    while index < words {
                        out[index] = body(a[index], b[index])
                        index &+= 1
                    }
                }
            }
        }
    }

    /// Mixes from `a` to `b`, with a separate weight for each pixel.
    static func mix(_ out: Target, _ a: Source, _ b: Source, weights: UnsafePointer<UInt32>, count: Int) {
        for index in 0..<count {
            let weight = UInt64(weights[index])
            let sum = spread(a[index]) &* (256 &- weight) &+ spread(b[index]) &* weight &+ half
            out[index] = packed(sum >> 8 & channelMask)
        }
    }

    /// Samples between two rows of `width` pixels, first between the rows, then along them. The first sample is at
    /// `position`, and each further sample is `step` later, in the unit of `position(pixel:from:step:)`. Beyond its ends, a
    /// row repeats its end pixels.
    static func scale(
        _ out: Target, _ upper: Source, _ lower: Source, width: Int, downWeight: Int, position: Int, step: Int,
        count: Int
    ) {
        let (toLower, toUpper) = (UInt64(downWeight), UInt64(256 - downWeight))
        func between(_ column: Int) -> UInt64 {
            let inside = max(0, min(width - 1, column))
            return (spread(upper[inside]) &* toUpper &+ spread(lower[inside]) &* toLower &+ half) >> 8 & channelMask
        }
        var position = position
        for index in 0..<count {
            let (column, weight) = (position >> 32, UInt64(position >> 24 & 255))
            let sum = between(column) &* (256 &- weight) &+ between(column + 1) &* weight &+ half
            out[index] = packed(sum >> 8 & channelMask)
            position += step
        }
    }

    /// Draws `source` over `below`.
    static func over(_ out: Target, _ below: Source, _ source: Source, count: Int) {
        for index in 0..<count {
            let pixel = source[index]
            let alpha = pixel >> 24
            if alpha == 255 {
                out[index] = pixel
            } else if pixel == 0 {
                out[index] = below[index]
            } else {
                out[index] = pixel &+ packed(over255(spread(below[index]), UInt64(255 &- alpha)))
            }
        }
    }

    /// Draws `source` over `below`, with its colours multiplied by `keep`/256 and then all channels by `weight`/256.
    static func over(_ out: Target, _ below: Source, _ source: Source, keep: Int, weight: Int, count: Int) {
        for index in 0..<count {
            let pixel = scaled(dimmed(source[index], keep: keep), weight: weight)
            out[index] = pixel &+ packed(over255(spread(below[index]), UInt64(255 &- pixel >> 24)))
        }
    }

    /// Draws `pixel` over all of `below`.
    static func over(_ out: Target, _ below: Source, pixel: UInt32, count: Int) {
        let factor = UInt64(255 &- pixel >> 24)
        for index in 0..<count { out[index] = pixel &+ packed(over255(spread(below[index]), factor)) }
    }

    /// Draws black over `below`. The alpha of each pixel, in 1/65536, is multiplied by `weight`/256. Before the fraction is
    /// truncated, a value of `pattern` is added: eight values that repeat, beginning at the index `phase`.
    static func shade(
        _ out: Target, _ below: Source, alphas: UnsafePointer<UInt32>, weight: Int, pattern: UnsafePointer<UInt32>,
        phase: Int, count: Int
    ) {
        for index in 0..<count {
            let keep = 65536 &- (UInt64(alphas[index]) &* UInt64(weight)) >> 8
            let step = UInt64(pattern[(index &+ phase) & 7])
            let steps = step | step << 32
            let pixel = UInt64(below[index])
            let redBlue = (pixel & 0xFF | (pixel & 0xFF_0000) << 16) &* keep &+ steps
            let green = (pixel & 0xFF00) &* keep &+ step << 8
            out[index] =
                UInt32(truncatingIfNeeded: redBlue >> 16 & 0xFF | redBlue >> 32 & 0xFF_0000 | green >> 16 & 0xFF00)
                | 0xFF00_0000
        }
    }
}
