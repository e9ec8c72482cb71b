// A picture in pieces, of which only some need to be in memory.

public import Geometry

/// A picture that is divided into strips of whole rows and, where it is wide, each strip into columns. The resulting pieces
/// are separate bitmaps that can be loaded and evicted. The compositor draws adjacent pieces as if they were one bitmap,
/// pixel for pixel. This also holds for a picture that lies between pixels or is scaled, since each piece contains some of
/// its neighbours' pixels.
public struct Strips {
    /// The extent of the whole picture in pixels.
    public let size: PixelSize
    /// Whether every pixel is opaque.
    public let isOpaque: Bool
    /// The number of own rows in a strip. The last strip has the remaining rows.
    public let stripHeight: Int
    /// The number of own columns in a piece. The last piece of a strip has the remaining columns.
    public let pieceWidth: Int
    /// The number of pieces in a strip.
    public let columnCount: Int
    /// The bitmaps of the pieces, strip by strip from top to bottom, and from left to right within a strip. Nil where a
    /// piece is not in memory; nothing is drawn there.
    public private(set) var bitmaps: [Bitmap?]

    /// The number of rows and columns of its neighbours that a piece contains at each side. A pixel of the screen covers
    /// two rows and two columns of a bitmap; the second extra row or column allows for rounding.
    static let overlap = 2

    /// A picture of `size` pixels without any piece in memory, in strips of `stripHeight` rows and pieces of `pieceWidth`
    /// columns. When `pieceWidth` is nil, a piece has all columns.
    public init(size: PixelSize, isOpaque: Bool, stripHeight: Int, pieceWidth: Int? = nil) {
        let pieceWidth = pieceWidth ?? size.width
        guard size.width > 0, size.height > 0, stripHeight > 0, pieceWidth > 0 else {
            fatalError("a picture of \(size.width)×\(size.height) pixels in pieces of \(pieceWidth)×\(stripHeight)")
        }
        self.size = size
        self.isOpaque = isOpaque
        self.stripHeight = stripHeight
        self.pieceWidth = pieceWidth
        columnCount = (size.width + pieceWidth - 1) / pieceWidth
        bitmaps = Array(repeating: nil, count: (size.height + stripHeight - 1) / stripHeight * columnCount)
    }

    /// The whole of `bitmap` as one piece.
    public init(_ bitmap: Bitmap) {
        self.init(size: bitmap.size, isOpaque: bitmap.isOpaque, stripHeight: bitmap.size.height)
        bitmaps[0] = bitmap
    }

    /// The number of pieces.
    public var count: Int { bitmaps.count }
    /// The number of strips.
    var stripCount: Int { bitmaps.count / columnCount }

    /// The own rows of piece `index`, which belong to no other strip.
    public func rows(of index: Int) -> Range<Int> {
        let top = index / columnCount * stripHeight
        return top..<min(size.height, top + stripHeight)
    }

    /// The own columns of piece `index`, which belong to no other piece of its strip.
    public func columns(of index: Int) -> Range<Int> {
        let left = index % columnCount * pieceWidth
        return left..<min(size.width, left + pieceWidth)
    }

    /// The part of the picture that the bitmap of piece `index` must contain: its own pixels and some of its neighbours'.
    public func bitmapArea(of index: Int) -> PixelRect {
        let (rows, columns, overlap) = (rows(of: index), columns(of: index), Strips.overlap)
        let (top, left) = (max(0, rows.lowerBound - overlap), max(0, columns.lowerBound - overlap))
        return PixelRect(
            left, top, min(size.width, columns.upperBound + overlap) - left,
            min(size.height, rows.upperBound + overlap) - top)
    }

    /// The number of bytes that the bitmap of piece `index` takes.
    public func bytes(of index: Int) -> Int { Bitmap.bytes(bitmapSize(of: index)) }

    private func bitmapSize(of index: Int) -> PixelSize {
        let area = bitmapArea(of: index)
        return PixelSize(area.width, area.height)
    }

    /// Calls `body` with the index of each piece that has pixels in `rows` and `columns`.
    public func forEachPiece(inRows rows: Range<Int>, columns: Range<Int>, _ body: (Int) -> Void) {
        let (rows, columns) = (rows.clamped(to: 0..<size.height), columns.clamped(to: 0..<size.width))
        guard !rows.isEmpty, !columns.isEmpty else { return }
        for strip in rows.lowerBound / stripHeight...(rows.upperBound - 1) / stripHeight {
            for column in columns.lowerBound / pieceWidth...(columns.upperBound - 1) / pieceWidth {
                body(strip * columnCount + column)
            }
        }
    }

    /// Sets the bitmap of piece `index`, which must contain exactly `bitmapArea(of: index)`. Nil removes the bitmap.
    public mutating func set(_ index: Int, _ bitmap: Bitmap?) {
        if let bitmap {
            guard bitmap.size == bitmapSize(of: index), bitmap.isOpaque == isOpaque else {
                fatalError("a bitmap of \(bitmap.size) as piece \(index) of a picture of \(size)")
            }
        }
        bitmaps[index] = bitmap
    }

    /// The address that pixel (0, 0) of the picture would have if the bitmap of piece `index` extended that far, with rows
    /// as long as the bitmap's.
    func base(of index: Int, _ bitmap: Bitmap) -> UnsafePointer<UInt32> {
        let area = bitmapArea(of: index)
        return UnsafePointer(bitmap.pixels - area.y * bitmap.pitch - area.x)
    }
}
