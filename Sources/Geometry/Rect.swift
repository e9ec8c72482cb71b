// Rectangles of positions (Double) and of whole pixels (Int).

/// A rectangle; its origin is the top left corner.
public struct Rect: Hashable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// Width and height; never negative in a rectangle that means anything.
    public var size: Size

    /// The rectangle of `size` whose top left corner is `origin`.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// The rectangle whose top left corner is (`x`, `y`).
    public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.init(origin: Point(x, y), size: Size(width, height))
    }

    /// Nothing, at the origin.
    public static let zero = Rect(0, 0, 0, 0)

    /// The left side.
    public var minX: Double { origin.x }
    /// The top side.
    public var minY: Double { origin.y }
    /// The right side, which does not belong to it.
    public var maxX: Double { origin.x + size.width }
    /// The bottom side, which does not belong to it.
    public var maxY: Double { origin.y + size.height }
    /// Extent to the right.
    public var width: Double { size.width }
    /// Extent downwards.
    public var height: Double { size.height }
    /// The point in the middle.
    public var center: Point { Point(origin.x + size.width / 2, origin.y + size.height / 2) }
    /// Whether it covers nothing.
    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// Whether `point` lies inside; the left and top sides belong to it, the right and bottom do not.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// This rectangle moved by `displacement`.
    public func offset(by displacement: Vector) -> Rect { Rect(origin: origin + displacement, size: size) }

    /// This rectangle made smaller by `insets` on each side.
    public func inset(by insets: Insets) -> Rect {
        Rect(
            minX + insets.left, minY + insets.top, width - insets.left - insets.right,
            height - insets.top - insets.bottom)
    }

    /// What both cover; empty when they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return Rect(left, top, max(0, min(maxX, other.maxX) - left), max(0, min(maxY, other.maxY) - top))
    }

    /// Whether some point lies in both.
    public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

    /// How far it is from `other`, along one axis and then along the other; 0 when they meet.
    public func distance(to other: Rect) -> Double {
        max(0, other.minX - maxX, minX - other.maxX) + max(0, other.minY - maxY, minY - other.maxY)
    }

    /// The smallest rectangle of whole pixels that covers this one. Sides more than 2⁴⁰ pixels out count as there, and
    /// what is no number as far left or up: an `Int` made of either would be a crash.
    public var pixelCover: PixelRect {
        func pixel(_ side: Double) -> Int { Int(side > -0x1p40 ? min(side, 0x1p40) : -0x1p40) }
        let left = pixel(minX.rounded(.down))
        let top = pixel(minY.rounded(.down))
        return PixelRect(
            left, top, max(0, pixel(maxX.rounded(.up)) - left), max(0, pixel(maxY.rounded(.up)) - top))
    }
}

/// Distances from the four sides of a rectangle inwards.
public struct Insets: Hashable, Sendable {
    /// The left side.
    public var left: Double
    /// The top side.
    public var top: Double
    /// The right side.
    public var right: Double
    /// The bottom side.
    public var bottom: Double

    /// Each side by itself; 0 where nothing is said.
    public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// No inset.
    public static let zero = Insets()
}

/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
    /// Extent to the right.
    public var width: Int
    /// Extent downwards.
    public var height: Int

    /// `width` by `height` pixels.
    public init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    /// The same extent as a `Size`, in pixels.
    public var size: Size { Size(Double(width), Double(height)) }
    /// The whole of it, from the origin.
    public var bounds: PixelRect { PixelRect(0, 0, width, height) }
}

/// A rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
    /// The leftmost column.
    public var x: Int
    /// The topmost row.
    public var y: Int
    /// Extent to the right.
    public var width: Int
    /// Extent downwards.
    public var height: Int

    /// `width` by `height` pixels from (`x`, `y`) on.
    public init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right side, which does not belong to it.
    public var maxX: Int { x + width }
    /// The bottom side, which does not belong to it.
    public var maxY: Int { y + height }
    /// Whether it holds no pixel.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// How many pixels it holds.
    public var area: Int { isEmpty ? 0 : width * height }

    /// The pixels that lie in both.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(left, top, max(0, min(maxX, other.maxX) - left), max(0, min(maxY, other.maxY) - top))
    }

    /// The smallest rectangle that holds both; an empty one adds nothing.
    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
    }

    /// Whether every pixel of `other` lies in this one.
    public func contains(_ other: PixelRect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }
}
