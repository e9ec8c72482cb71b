// A picture that is kept, and how another one differs from it.

import Drawing
import Geometry
import Glibc
import Layers
import Machine

@testable import Linux

/// A kept picture, in `Tests/BezelTests/Goldens/pictures`. With BEZEL_GOLDENS=renew in the environment it is drawn anew.
struct Golden {
    private let name: String

    private nonisolated static let folder = "\(repository)/Tests/BezelTests/Goldens/pictures"
    /// Where the differences are drawn.
    private nonisolated static let differences = "\(repository)/.build/goldens"
    private nonisolated static let isRenewed = getenv("BEZEL_GOLDENS").map { String(cString: $0) } == "renew"

    init(_ name: String) { self.name = name }

    // MARK: Fonts

    /// Whether the fonts and libraries are those with which the pictures were drawn. Others draw letters a little differently.
    nonisolated static let isComparable: Bool = {
        if isRenewed {
            mkdir(folder, 0o755)
            _ = try? WholeFile.write(versions, to: "\(folder)/versions.txt")
            return true
        }
        return SystemFiles.bytes("\(folder)/versions.txt") == Array(versions.utf8)
    }()

    /// The processor, and the versions of the packages that decide how a page looks, one a line.
    private nonisolated static let versions: String = {
        let packages: Set<Substring> = [
            "fonts-noto-cjk", "fonts-noto-core", "fonts-noto-mono", "libcairo2", "libfreetype6", "libgdk-pixbuf-2.0-0",
            "libharfbuzz0b", "libpango-1.0-0", "librsvg2-2", "librsvg2-common",
        ]
        var (name, lines): (Substring, [String]) = ("", [])
        guard let file = fopen("/var/lib/dpkg/status", "r") else { return "no packages of Debian\n" }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 4096)
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 2 else { continue }
            if words[0] == "Package:" { name = words[1] }
            if words[0] == "Version:", packages.contains(name) { lines.append("\(name) \(words[1])") }
        }
        #if arch(x86_64)
            lines.append("x86-64")
        #endif
        return Set(lines).sorted().joined(separator: "\n") + "\n"
    }()

    // MARK: Comparing

    /// How `picture` differs from the kept one, and where both can be seen; nil if they are equal.
    func difference(from picture: Bitmap) throws -> String? {
        let path = "\(Self.folder)/\(name).png"
        if Self.isRenewed {
            try picture.writePNG(to: path)
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
        guard count > 0 else { return nil }
        mkdir(Self.differences, 0o755)
        let shown = "\(Self.differences)/\(name).png"
        try Self.beside([kept, picture, marks]).writePNG(to: shown)
        return "\(count) pixels of \(name) differ; \(shown) shows the kept picture, the new one and the difference"
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
