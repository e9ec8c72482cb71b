// A set of pixels, kept as a few rectangles: what has to be drawn again.

/// A set of pixels as rectangles that may touch but do not overlap. Past `limit` rectangles those two become one whose
/// common bounds hold the fewest other pixels: a slightly larger repaint costs less than a long list.
///
/// As a collection it is those rectangles; none is empty, no two share a pixel. They lie in the value itself: a frame makes
/// several regions, and asks for no memory.
public struct Region: RandomAccessCollection, Equatable, Sendable {
    /// How many rectangles there are.
    public private(set) var count = 0
    /// One more than are kept apart, for the one that comes.
    private var storage = InlineArray<9, PixelRect>(repeating: PixelRect(0, 0, 0, 0))

    /// How many rectangles are kept apart. Eight covers two screens, a bar and a few small views.
    public static let limit = 8

    /// No pixel.
    public init() {}

    /// The pixels of `rect`.
    public init(_ rect: PixelRect) { insert(rect) }

    /// The first rectangle's index.
    public var startIndex: Int { 0 }
    /// The index after the last rectangle's.
    public var endIndex: Int { count }
    /// The rectangle `index`, from 0.
    public subscript(index: Int) -> PixelRect {
        precondition(index < count, "a region of \(count) rectangles has no rectangle \(index)")
        return storage[index]
    }

    /// The rectangles in an array of their own.
    public var rects: [PixelRect] { Array(self) }

    /// Whether both consist of the same rectangles.
    public static func == (a: Region, b: Region) -> Bool { a.elementsEqual(b) }

    /// The smallest rectangle around all of it; empty when the region is.
    public var bounds: PixelRect { reduce(PixelRect(0, 0, 0, 0)) { $0.union($1) } }

    /// How many pixels it holds.
    public var area: Int { reduce(0) { $0 + $1.area } }

    /// Adds the pixels of `rect`. Overlapping rectangles are merged into their union.
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

    /// Takes out the two rectangles that make the least of a common one, and returns that.
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

    /// Keeps only the pixels inside `rect`.
    public func clipped(to rect: PixelRect) -> Region {
        var result = Region()
        for part in self { result.insert(part.intersection(rect)) }
        return result
    }
}
