// GIFs for tests, which need no encoder.

/// A GIF whose frames each have one colour.
public enum TestGIF {
    /// A frame: its colour, 0 to 127, as `color` says, and its delay in hundredths of a second.
    public typealias Frame = (color: UInt8, delay: Int)

    /// The colour number `index`, as 0xRRGGBB.
    public static func color(_ index: UInt8) -> UInt32 {
        let value = UInt32(index)
        return value * 2 << 16 | (255 - value) << 8 | value
    }

    /// The bytes of a GIF of `frames`, each of `width` by `height` pixels at the top left of a picture of the size `logical`, or of
    /// that size. `repeats` is the number after which it stops; 0 for never, nil to leave it out.
    public static func bytes(
        _ width: Int, _ height: Int, logical: (width: Int, height: Int)? = nil, frames: [Frame], repeats: Int? = 0
    ) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        let logical = logical ?? (width, height)
        var gif = Array("GIF89a".utf8) + short(logical.width) + short(logical.height) + [0xF6, 0, 0]
        for index in 0..<UInt8(128) {
            let color = color(index)
            gif += [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255)]
        }
        if let repeats { gif += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + short(repeats) + [0] }
        for frame in frames {
            gif += [0x21, 0xF9, 4, 0] + short(frame.delay) + [0, 0]
            gif += [0x2C, 0, 0, 0, 0] + short(width) + short(height) + [0, 7]
            // Codes of eight bits: the table is cleared (0x80) before it needs nine.
            var (codes, left) = ([UInt8](), width * height)
            while left > 0 {
                codes += [0x80] + Array(repeating: frame.color, count: min(left, 100))
                left -= 100
            }
            codes.append(0x81)
            for start in stride(from: 0, to: codes.count, by: 255) {
                let block = codes[start..<min(start + 255, codes.count)]
                gif += [UInt8(block.count)] + block
            }
            gif.append(0)
        }
        return gif + [0x3B]
    }
}
