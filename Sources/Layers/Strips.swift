// A picture in strips of rows, of which only some need be in memory.

public import Geometry

/// A picture that is cut into strips of whole rows, each a bitmap of its own that can come and go. The compositor draws
/// strips side by side as if they were one bitmap, pixel for pixel: also where the picture lies between pixels or is
/// scaled, since each strip has some of its neighbours' rows as well.
public struct Strips {
    /// The whole picture's extent in pixels.
    public let size: PixelSize
    /// Whether every pixel covers what is behind it.
    public let isOpaque: Bool
    /// How many rows of its own a strip has; the last has what is left.
    public let stripHeight: Int
    /// What is in memory of each strip, from top to bottom; nil where nothing is, and then nothing is drawn there.
    public private(set) var bitmaps: [Bitmap?]

    /// How many rows of its neighbours a strip has at either side. A pixel of the screen lies on two rows of a bitmap, and
    /// one is for what is rounded.
    static let overlap = 2

    /// A picture of `size` pixels of which nothing is in memory, in strips of `stripHeight` rows.
    public init(size: PixelSize, isOpaque: Bool, stripHeight: Int) {
        guard size.width > 0, size.height > 0, stripHeight > 0 else {
            fatalError("a picture of \(size.width)×\(size.height) pixels in strips of \(stripHeight) rows")
        }
        self.size = size
        self.isOpaque = isOpaque
        self.stripHeight = stripHeight
        bitmaps = Array(repeating: nil, count: (size.height + stripHeight - 1) / stripHeight)
    }

    /// The whole of `bitmap` as one strip.
    public init(_ bitmap: Bitmap) {
        self.init(size: bitmap.size, isOpaque: bitmap.isOpaque, stripHeight: bitmap.size.height)
        bitmaps[0] = bitmap
    }

    /// How many strips there are.
    public var count: Int { bitmaps.count }

    /// The rows that strip `index` alone has.
    public func rows(of index: Int) -> Range<Int> {
        index * stripHeight..<min(size.height, (index + 1) * stripHeight)
    }

    /// The rows that the bitmap of strip `index` has to hold: its own and some of its neighbours'.
    public func bitmapRows(of index: Int) -> Range<Int> {
        let own = rows(of: index)
        return max(0, own.lowerBound - Strips.overlap)..<min(size.height, own.upperBound + Strips.overlap)
    }

    /// How many bytes the bitmap of strip `index` takes.
    public func bytes(of index: Int) -> Int { Bitmap.bytes(PixelSize(size.width, bitmapRows(of: index).count)) }

    /// The strips that have some of `rows`.
    public func indices(ofRows rows: Range<Int>) -> Range<Int> {
        let inside = rows.clamped(to: 0..<size.height)
        return inside.isEmpty ? 0..<0 : inside.lowerBound / stripHeight..<(inside.upperBound - 1) / stripHeight + 1
    }

    /// Puts `bitmap`, which holds exactly `bitmapRows(of: index)`, into memory as strip `index`; nil takes it out.
    public mutating func set(_ index: Int, _ bitmap: Bitmap?) {
        if let bitmap {
            let height = bitmapRows(of: index).count
            guard bitmap.size == PixelSize(size.width, height), bitmap.isOpaque == isOpaque else {
                fatalError("a bitmap of \(bitmap.size) as strip \(index) of a picture of \(size)")
            }
        }
        bitmaps[index] = bitmap
    }

    /// Where row 0 of the picture would be in memory, if strip `index`, whose bitmap this is, went on so far.
    func base(of index: Int, _ bitmap: Bitmap) -> UnsafePointer<UInt32> {
        UnsafePointer(bitmap.pixels - bitmapRows(of: index).lowerBound * size.width)
    }
}
