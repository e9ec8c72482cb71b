// A set of pixels kept as a few rectangles: the area to redraw.

/// A set of pixels, stored as rectangles that may touch but do not overlap. When there are more than `limit` rectangles,
/// the region merges the two whose common bounds add the fewest pixels: a slightly larger repaint costs less than a long
/// list.
///
/// As a collection, a region contains its rectangles. No rectangle is empty, and no two share a pixel. The value stores the
/// rectangles inline, so the regions that a frame makes allocate no memory.
public struct Region: RandomAccessCollection, Equatable, Sendable {
    /// The number of rectangles.
    public private(set) var count = 0
    /// The rectangles. There is room for one more than `limit`, for a rectangle that is being inserted.
    private var storage = InlineArray<9, PixelRect>(repeating: PixelRect(0, 0, 0, 0))

    /// The maximum number of rectangles. Eight covers two screens, a bar and a few small views.
    public static let limit = 8

    /// The empty region.
    public init() {}

    /// The region of the pixels of `rect`.
    public init(_ rect: PixelRect) { insert(rect) }

    /// The index of the first rectangle.
    public var startIndex: Int { 0 }
    /// The index after that of the last rectangle.
    public var endIndex: Int { count }
    /// The rectangle at `index`, counted from 0.
    public subscript(index: Int) -> PixelRect {
        precondition(index < count, "a region of \(count) rectangles has no rectangle \(index)")
        return storage[index]
    }

    /// The rectangles as an array.
    public var rects: [PixelRect] { Array(self) }

    /// Whether both regions consist of the same rectangles in the same order.
    public static func == (a: Region, b: Region) -> Bool { a.elementsEqual(b) }

    /// The smallest rectangle that contains the whole region. Empty when the region is empty.
    public var bounds: PixelRect { reduce(PixelRect(0, 0, 0, 0)) { $0.union($1) } }

    /// The number of pixels in the region.
    public var area: Int { reduce(0) { $0 + $1.area } }

    /// Adds the pixels of `rect`. Overlapping rectangles are merged into their bounds.
    public mutating func insert(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var added = rect
        while let index = firstIndex(where: { !$0.intersection(added).isEmpty }) {
            added = added.union(remove(at: index))
        }
        storage[count] = added
        count += 1
        if count > Region.limit { insert(mergeClosest()) }
    }

    /// Removes the two rectangles whose union adds the fewest pixels, and returns their union.
    private mutating func mergeClosest() -> PixelRect {
        var (first, second, least) = (0, 1, Int.max)
        for index in 0..<count {
            for other in 0..<index {
                let waste = storage[index].union(storage[other]).area - storage[index].area - storage[other].area
                if waste < least { (first, second, least) = (other, index, waste) }
            }
        }
        let one = remove(at: second)
        return one.union(remove(at: first))
    }

    private mutating func remove(at index: Int) -> PixelRect {
        let removed = storage[index]
        for later in index + 1..<count { storage[later - 1] = storage[later] }
        count -= 1
        return removed
    }

    /// Adds the pixels of `other`.
    public mutating func formUnion(_ other: Region) {
        for rect in other { insert(rect) }
    }

    /// Returns the pixels inside `rect`.
    public func clipped(to rect: PixelRect) -> Region {
        var result = Region()
        for part in self { result.insert(part.intersection(rect)) }
        return result
    }
}
