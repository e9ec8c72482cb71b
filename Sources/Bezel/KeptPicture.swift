// A picture that a test keeps, and how the glass differs from it.

import Drawing
import Geometry
import Glibc
package import Layers

extension Rehearsal {
    /// How what is on the glass differs from the picture that is kept at `path`, in words; nil if at most `share` of its pixels do, from 0 to 1.
    /// Another picture beside `path` shows both and the difference. Other versions of the fonts draw letters a little differently.
    ///
    ///     #expect(try shop.difference(from: "Tests/Pictures/thanks.png") == nil)
    ///
    /// A picture that is missing is written, and the test fails once. With BEZEL_GOLDENS=renew in the environment all are written. Throws
    /// if a file cannot be read or written.
    public func difference(from path: String, upTo share: Double = 0) throws -> String? {
        let kept = KeptPicture(path)
        let picture = picture()
        if !KeptPicture.isRenewed, access(path, F_OK) != 0 {
            try kept.renew(picture)
            return "\(path) was missing. It is there now: look at it, and keep it"
        }
        let shown = path.hasSuffix(".png") ? "\(path.dropLast(4))-differs.png" : "\(path)-differs.png"
        return try kept.difference(from: picture, upTo: share, shownIn: shown)
    }
}

/// A picture that is kept in a file.
package struct KeptPicture {
    private let path: String

    /// The picture at `path`.
    package init(_ path: String) { self.path = path }

    /// Whether pictures are drawn anew: BEZEL_GOLDENS=renew is in the environment.
    package nonisolated static let isRenewed = getenv("BEZEL_GOLDENS").map { String(cString: $0) } == "renew"

    /// Keeps `picture`.
    package func renew(_ picture: Bitmap) throws { try picture.writePNG(to: path) }

    /// How `picture` differs from the kept one if more than `share` of the pixels do, and the path `shown` of a picture of it. Keeps `picture`
    /// if all are renewed.
    package func difference(from picture: Bitmap, upTo share: Double = 0, shownIn shown: String) throws -> String? {
        if Self.isRenewed {
            try renew(picture)
            return nil
        }
        guard access(path, R_OK) == 0 else { return "\(path) is missing; BEZEL_GOLDENS=renew draws it" }
        let kept = try Picture(path).bitmap()
        let size = PixelSize(max(kept.size.width, picture.size.width), max(kept.size.height, picture.size.height))
        var count = 0
        let marks = Bitmap(size: size, isOpaque: true, filledWith: .white)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (a, b) = (Self.pixel(kept, x, y), Self.pixel(picture, x, y))
                if a != b { count += 1 }
                // What is equal is pale, so that the difference is seen on its page.
                marks.pixels[y * size.width + x] = a != b ? 0xFFE0_0020 : Self.pale(a ?? 0xFF_FFFF)
            }
        }
        guard Double(count) > share * Double(size.width * size.height) else { return nil }
        try Self.beside([kept, picture, marks]).writePNG(to: shown)
        return "\(count) pixels of \(path) differ; \(shown) shows the kept picture, the new one and the difference"
    }

    private static func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32? {
        x < bitmap.size.width && y < bitmap.size.height ? bitmap[x, y] & 0xFF_FFFF : nil
    }

    private static func pale(_ pixel: UInt32) -> UInt32 {
        let parts = [16, 8, 0].map { (pixel >> UInt32($0)) & 0xFF }
        return parts.reduce(0xFF) { $0 << 8 | (192 + $1 / 4) }
    }

    /// `bitmaps` side by side.
    private static func beside(_ bitmaps: [Bitmap]) -> Bitmap {
        let gap = 8
        let size = PixelSize(
            bitmaps.reduce(-gap) { $0 + $1.size.width + gap }, bitmaps.map(\.size.height).max() ?? 0)
        let whole = Bitmap(size: size, isOpaque: true, filledWith: Color(0x808080))
        var left = 0
        for bitmap in bitmaps {
            for y in 0..<bitmap.size.height {
                for x in 0..<bitmap.size.width {
                    whole.pixels[y * size.width + left + x] = bitmap[x, y] | 0xFF00_0000
                }
            }
            left += bitmap.size.width + gap
        }
        return whole
    }
}
