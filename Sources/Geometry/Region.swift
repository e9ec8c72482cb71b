// A set of pixels, kept as a few rectangles: what has to be drawn again.

/// A set of pixels as rectangles that may touch but do not overlap. Past `limit` rectangles those two become one whose
/// common bounds hold the fewest other pixels: a slightly larger repaint costs less than a long list.
public struct Region: Equatable, Sendable {
    /// The rectangles; none is empty, no two share a pixel.
    public private(set) var rects: [PixelRect] = []

    /// How many rectangles are kept apart. Eight covers two screens, a bar and a few small views.
    public static let limit = 8

    /// No pixel.
    public init() {}

    /// The pixels of `rect`.
    public init(_ rect: PixelRect) { insert(rect) }

    /// Whether it holds no pixel.
    public var isEmpty: Bool { rects.isEmpty }

    /// The smallest rectangle around all of it; empty when the region is.
    public var bounds: PixelRect { rects.reduce(PixelRect(0, 0, 0, 0)) { $0.union($1) } }

    /// How many pixels it holds.
    public var area: Int { rects.reduce(0) { $0 + $1.area } }

    /// Adds the pixels of `rect`. Overlapping rectangles are merged into their union.
    public mutating func insert(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var added = rect
        while let index = rects.firstIndex(where: { !$0.intersection(added).isEmpty }) {
            added = added.union(rects.remove(at: index))
        }
        rects.append(added)
        if rects.count > Region.limit { insert(mergeClosest()) }
    }

    /// Takes out the two rectangles that make the least of a common one, and returns that.
    private mutating func mergeClosest() -> PixelRect {
        var (first, second, least) = (0, 1, Int.max)
        for index in rects.indices {
            for other in rects.indices[..<index] {
                let waste = rects[index].union(rects[other]).area - rects[index].area - rects[other].area
                if waste < least { (first, second, least) = (other, index, waste) }
            }
        }
        let one = rects.remove(at: second)
        return one.union(rects.remove(at: first))
    }

    /// Adds the pixels of `other`.
    public mutating func formUnion(_ other: Region) {
        for rect in other.rects { insert(rect) }
    }

    /// Keeps only the pixels inside `rect`.
    public func clipped(to rect: PixelRect) -> Region {
        var result = Region()
        for part in rects { result.insert(part.intersection(rect)) }
        return result
    }
}
