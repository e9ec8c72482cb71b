// WebP files for tests: libwebp encodes the pixels, and the chunks around them are written here, so that they can be wrong.

internal import TestWebPEncoder

/// WebP files of frames of one colour each, or of any pixels.
public enum TestWebP {
    /// A frame of an animation: a rectangle of one colour, 0xAARRGGBB, at an even place, and its delay in milliseconds.
    public struct Frame: Hashable {
        let x, y, width, height: Int
        let color: UInt32
        let delay: Int
        let blends, clears: Bool

        /// A frame that `blends` with what is below it or replaces it, and whose rectangle `clears` when the next frame comes.
        public init(
            _ color: UInt32, _ x: Int, _ y: Int, _ width: Int, _ height: Int, delay: Int = 100, blends: Bool = true,
            clears: Bool = false
        ) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
            (self.color, self.delay, self.blends, self.clears) = (color, delay, blends, clears)
        }
    }

    /// An animation of `width` by `height` pixels that plays `plays` times; 0 for without end.
    public static func animation(_ width: Int, _ height: Int, _ frames: [Frame], plays: Int = 0) -> [UInt8] {
        var chunks = extended(width, height, flags: 0x12) + chunk("ANIM", number(0, 4) + number(plays, 2))
        var made: [Frame: [UInt8]] = [:]
        for frame in frames {
            let bytes = made[frame] ?? bytes(of: frame)
            made[frame] = bytes
            chunks += bytes
        }
        return file(chunks)
    }

    private static func bytes(of frame: Frame) -> [UInt8] {
        let place = number(frame.x / 2, 3) + number(frame.y / 2, 3)
        let size = number(frame.width - 1, 3) + number(frame.height - 1, 3)
        let flags = UInt8((frame.blends ? 0 : 2) | (frame.clears ? 1 : 0))
        let pixels = encoded(frame.width, frame.height) { _, _ in frame.color }
        return chunk("ANMF", place + size + number(frame.delay, 3) + [flags] + pixels)
    }

    /// A picture whose pixels `color` gives, without losses or with few; with `exif`, the chunk of what a camera recorded.
    public static func still(
        _ width: Int, _ height: Int, isLossless: Bool = true, exif: [UInt8]? = nil, color: (Int, Int) -> UInt32
    ) -> [UInt8] {
        let pixels = encoded(width, height, isLossless: isLossless, color: color)
        guard let exif else { return file(pixels) }
        return file(extended(width, height, flags: 0x08) + pixels + chunk("EXIF", exif))
    }

    /// What a camera records of a picture with the Exif orientation `value`, 1 to 8.
    public static func exif(orientation value: UInt8) -> [UInt8] {
        // One entry: the tag 0x0112, of the type SHORT.
        Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
    }

    /// The bytes of a file with `chunks`, for which libwebp's own order is not demanded.
    public static func file(_ chunks: [UInt8]) -> [UInt8] { chunk("RIFF", Array("WEBP".utf8) + chunks) }

    /// The chunk of an extended file of a size, with flags such as 2 for an animation.
    public static func extended(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
        chunk("VP8X", [flags, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3))
    }

    /// The chunk of the pixels.
    public static func encoded(
        _ width: Int, _ height: Int, isLossless: Bool = true, color: (Int, Int) -> UInt32
    ) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let color = color(x, y)
                pixels += [16, 8, 0, 24].map { UInt8(color >> $0 & 255) }
            }
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        let (columns, rows, pitch) = (Int32(width), Int32(height), Int32(width * 4))
        let count =
            isLossless
            ? WebPEncodeLosslessRGBA(pixels, columns, rows, pitch, &bytes)
            : WebPEncodeRGBA(pixels, columns, rows, pitch, 95, &bytes)
        guard count > 12, let bytes else { fatalError("libwebp does not encode \(width)×\(height) pixels") }
        defer { WebPFree(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count).dropFirst(12))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(content.count, 4) + content + (content.count % 2 == 0 ? [] : [0])
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
