// Rectangles of positions (Double) and of whole pixels (Int).

/// A rectangle whose origin is its top left corner.
public struct Rect: Hashable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// The width and height. Never negative in a meaningful rectangle.
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

    /// The empty rectangle at the origin.
    public static let zero = Rect(0, 0, 0, 0)

    /// The left side.
    public var minX: Double { origin.x }
    /// The top side.
    public var minY: Double { origin.y }
    /// The right side, which is outside the rectangle.
    public var maxX: Double { origin.x + size.width }
    /// The bottom side, which is outside the rectangle.
    public var maxY: Double { origin.y + size.height }
    /// The extent to the right.
    public var width: Double { size.width }
    /// The extent downwards.
    public var height: Double { size.height }
    /// The midpoint.
    public var center: Point { Point(origin.x + size.width / 2, origin.y + size.height / 2) }
    /// Whether the rectangle has no area.
    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// Whether `point` lies inside. The left and top sides belong to the rectangle; the right and bottom sides do not.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Returns this rectangle moved by `displacement`.
    public func offset(by displacement: Vector) -> Rect { Rect(origin: origin + displacement, size: size) }

    /// Returns this rectangle shrunk by `insets`.
    public func inset(by insets: Insets) -> Rect {
        Rect(
            minX + insets.left, minY + insets.top, width - insets.left - insets.right,
            height - insets.top - insets.bottom)
    }

    /// Returns the overlap of both rectangles. Empty when they do not overlap.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return Rect(left, top, max(0, min(maxX, other.maxX) - left), max(0, min(maxY, other.maxY) - top))
    }

    /// The smallest rectangle around both.
    package func union(_ other: Rect) -> Rect {
        let (left, top) = (min(minX, other.minX), min(minY, other.minY))
        return Rect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
    }

    /// Whether the rectangles overlap.
    public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

    /// The sum of the gaps to `other` along the two axes. 0 when the rectangles meet.
    public func distance(to other: Rect) -> Double {
        max(0, other.minX - maxX, minX - other.maxX) + max(0, other.minY - maxY, minY - other.maxY)
    }

    /// The smallest rectangle of whole pixels that covers this one. Sides more than 2⁴⁰ pixels from the origin are clamped
    /// to 2⁴⁰ or −2⁴⁰, and a side that is not a number becomes −2⁴⁰: converting either to `Int` would crash.
    public var pixelCover: PixelRect {
        func pixel(_ side: Double) -> Int { Int(side > -0x1p40 ? min(side, 0x1p40) : -0x1p40) }
        let left = pixel(minX.rounded(.down))
        let top = pixel(minY.rounded(.down))
        return PixelRect(
            left, top, max(0, pixel(maxX.rounded(.up)) - left), max(0, pixel(maxY.rounded(.up)) - top))
    }
}

/// Distances inwards from the four sides of a rectangle.
public struct Insets: Hashable, Sendable {
    /// The left side.
    public var left: Double
    /// The top side.
    public var top: Double
    /// The right side.
    public var right: Double
    /// The bottom side.
    public var bottom: Double

    /// Insets for each side. The default is 0.
    public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// Insets of 0 on all sides.
    public static let zero = Insets()
}

/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
    /// The extent to the right.
    public var width: Int
    /// The extent downwards.
    public var height: Int

    /// `width` by `height` pixels.
    public init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    /// The same extent as a `Size`, in pixels.
    public var size: Size { Size(Double(width), Double(height)) }
    /// The rectangle of this size at the origin.
    public var bounds: PixelRect { PixelRect(0, 0, width, height) }
}

/// A rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
    /// The leftmost column.
    public var x: Int
    /// The topmost row.
    public var y: Int
    /// The extent to the right.
    public var width: Int
    /// The extent downwards.
    public var height: Int

    /// The rectangle of `width` by `height` pixels whose top left pixel is (`x`, `y`).
    public init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The column after the last one, which is outside the rectangle.
    public var maxX: Int { x + width }
    /// The row after the last one, which is outside the rectangle.
    public var maxY: Int { y + height }
    /// Whether the rectangle contains no pixel.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// The number of pixels in the rectangle.
    public var area: Int { isEmpty ? 0 : width * height }

    /// Returns the pixels that lie in both rectangles.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(left, top, max(0, min(maxX, other.maxX) - left), max(0, min(maxY, other.maxY) - top))
    }

    /// Returns the smallest rectangle that contains both. An empty rectangle adds nothing.
    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
    }

    /// Whether every pixel of `other` lies in this rectangle.
    public func contains(_ other: PixelRect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }
}
