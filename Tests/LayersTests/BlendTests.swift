// The innermost loops, for every value a channel can have.

@testable import Layers
import Testing

@Suite struct BlendTests {
    /// All 256 levels of a channel, in four different channels at once.
    private let ramp: [UInt32] = (0..<256).map { (level: UInt32) -> UInt32 in
        let (green, red) = (255 - level, level ^ 0x55)
        return level | green << 8 | red << 16 | level << 24
    }
    private let flat = [UInt32](repeating: 0x4080_C0FF, count: 256)

    private func channels(_ pixel: UInt32) -> [Int] {
        [Int(pixel & 255), Int(pixel >> 8 & 255), Int(pixel >> 16 & 255), Int(pixel >> 24)]
    }

    private func drawn(_ body: (UnsafeMutablePointer<UInt32>) -> Void) -> [UInt32] {
        var out = [UInt32](repeating: 0, count: 256)
        out.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
        return out
    }

    @Test func `a dim is rounded to nearest, for every level and weight`() {
        for keep in 0...256 {
            let out = drawn { Blend.dim($0, ramp, keep: keep, count: 256) }
            let wanted = ramp.map { channels($0).map { ($0 * keep + 128) / 256 } }
            #expect(out.map(channels) == wanted)
        }
    }

    @Test func `a mix is rounded to nearest, and its ends are what is mixed`() {
        for weight in 0...256 {
            let out = drawn { Blend.mix($0, ramp, flat, weight: weight, count: 256) }
            let wanted = zip(ramp, flat).map { a, b in
                zip(channels(a), channels(b)).map { (a: Int, b: Int) -> Int in
                    (a * (256 - weight) + b * weight + 128) / 256
                }
            }
            #expect(out.map(channels) == wanted)
            let weights = [UInt32](repeating: UInt32(weight), count: 256)
            #expect(drawn { Blend.mix($0, ramp, flat, weights: weights, count: 256) } == out)
        }
        #expect(drawn { Blend.mix($0, ramp, flat, weight: 0, count: 256) } == ramp)
        #expect(drawn { Blend.mix($0, ramp, flat, weight: 256, count: 256) } == flat)
    }

    @Test func `what is behind a translucent pixel is rounded to nearest, for every level and alpha`() {
        for alpha in 0...255 {
            let source = [UInt32](repeating: UInt32(alpha) << 24, count: 256)
            let out = drawn { Blend.over($0, ramp, source, count: 256) }
            let wanted = ramp.map { pixel in
                channels(pixel)[..<3].map { Int((Double($0 * (255 - alpha)) / 255).rounded()) }
            }
            #expect(out.map { Array(channels($0)[..<3]) } == wanted)
            #expect(drawn { Blend.over($0, ramp, pixel: UInt32(alpha) << 24, count: 256) } == out)
            #expect(drawn { Blend.over($0, ramp, source, keep: 256, weight: 256, count: 256) } == out)
        }
    }

    @Test func `no premultiplied pixel makes a channel overflow`() {
        let white = [UInt32](repeating: 0xFFFF_FFFF, count: 256)
        for weight in 0...256 {
            let source = (0..<256).map { Color.white.withAlpha(Double($0) / 255).premultiplied }
            let out = drawn { Blend.over($0, white, source, keep: 256, weight: weight, count: 256) }
            #expect(out == white)
        }
    }

    @Test func `dimming one pixel leaves its alpha`() {
        #expect(Blend.dimmed(0x80FF_8040, keep: 128) == 0x8080_4020)
        #expect(Blend.dimmed(0x80FF_8040, keep: 256) == 0x80FF_8040)
        #expect(Blend.scaled(0x80FF_8040, weight: 128) == 0x4080_4020)
    }

    @Test func `a shadow's pattern holds every threshold once, and its mean is the exact value`() {
        #expect(Set(Shadow.pattern).count == 64)
        #expect(Shadow.pattern.min() == 512 && Shadow.pattern.max() == 65536 - 512)
        let alphas = [UInt32](repeating: 10_000, count: 256)
        let below = [UInt32](repeating: 0xFFC8_6403, count: 256)
        var sums = [0, 0, 0, 0]
        for row in 0..<8 {
            let line = Array(Shadow.pattern[row * 8..<row * 8 + 8])
            let out = drawn { Blend.shade($0, below, alphas: alphas, weight: 256, pattern: line, phase: 0, count: 8) }
            for pixel in out[..<8] { for (index, part) in channels(pixel).enumerated() { sums[index] += part } }
        }
        for (sum, level) in zip(sums, channels(below[0])[..<3]) {
            let mean = Double(sum) / 64
            let wanted = Double(level) * (1 - 10_000 / 65536.0)
            #expect(abs(mean - wanted) <= 1 / 64.0)
        }
    }

    @Test func `without a shadow nothing changes`() {
        let alphas = [UInt32](repeating: 0, count: 256)
        let out = drawn {
            Blend.shade($0, ramp, alphas: alphas, weight: 256, pattern: Shadow.pattern, phase: 0, count: 256)
        }
        #expect(out.map { $0 & 0xFF_FFFF } == ramp.map { $0 & 0xFF_FFFF })
    }
}
