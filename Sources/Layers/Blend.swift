// The arithmetic of the kernels for a single pixel.

/// Functions on pixels, 0xAARRGGBB, premultiplied.
///
/// Weights are n/256 with n from 0 to 256. `x·n + 128` never exceeds 65408, so a channel stays within 16 bits, and a shift
/// rounds exactly to nearest. Where the divisor is 255 (alpha), `t = x·a + 128; (t + t >> 8) >> 8` is x·a/255 rounded to
/// nearest for every x and a from 0 to 255.
enum Blend {
    /// The four channels of `pixel` in 16 bits each: blue, red, green and alpha, from the lowest bits up.
    @inline(__always) static func spread(_ pixel: UInt32) -> UInt64 {
        UInt64(pixel & 0x00FF_00FF) | UInt64(pixel >> 8 & 0x00FF_00FF) << 32
    }

    @inline(__always) static func packed(_ channels: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: channels) | UInt32(truncatingIfNeeded: channels >> 24)
    }

    static let channelMask: UInt64 = 0x00FF_00FF_00FF_00FF
    static let half: UInt64 = 0x0080_0080_0080_0080

    /// Every channel times `weight`/256.
    @inline(__always) static func over256(_ channels: UInt64, _ weight: UInt64) -> UInt64 {
        (channels &* weight &+ half) >> 8 & channelMask
    }

    /// A pixel with its colours, but not its alpha, times `keep`/256.
    static func dimmed(_ pixel: UInt32, keep: Int) -> UInt32 {
        packed(over256(spread(pixel), UInt64(keep))) & 0x00FF_FFFF | pixel & 0xFF00_0000
    }

    /// A pixel with all of its channels times `weight`/256.
    static func scaled(_ pixel: UInt32, weight: Int) -> UInt32 { packed(over256(spread(pixel), UInt64(weight))) }

    /// The position of the middle of the screen's pixel `pixel` in a bitmap that begins at `start` (1/256 px), relative to the
    /// middle of the bitmap's first pixel. The result is in 2⁻³² of the bitmap's pixels, plus half a weight, so that `>> 24`
    /// rounds to the nearest weight. For a bitmap that is not scaled, the weights are the areas that the pixel covers.
    static func position(pixel: Int, from start: Int, step: Int) -> Int {
        ((pixel << 8) + 128 - start) * step - (1 << 31) + (1 << 23)
    }

    /// The first pixel of the screen whose `position` is not before `pixel` of the bitmap.
    static func firstPixel(on pixel: Int, from start: Int, step: Int) -> Int {
        func quotient(_ value: Int, roundedUpBy divisor: Int) -> Int {
            let quotient = value / divisor
            return value > quotient * divisor ? quotient + 1 : quotient
        }
        let distance = quotient((pixel << 32) + (1 << 31) - (1 << 23), roundedUpBy: step)
        return quotient(distance + start - 128, roundedUpBy: 256)
    }
}
