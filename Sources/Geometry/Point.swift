// Positions, displacements and sizes in two dimensions.

/// A position. The space it lives in (millimetres on the panel, pixels of the screen, pixels of a view)
/// is named wherever one is passed.
public struct Point: Hashable, Sendable {
    /// Distance to the right of the space's origin.
    public var x: Double
    /// Distance below the space's origin.
    public var y: Double

    /// A position `x` to the right of and `y` below the origin.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin of its space.
    public static let zero = Point(0, 0)

    /// The position that the displacement `by` leads to.
    public static func + (point: Point, by: Vector) -> Point { Point(point.x + by.x, point.y + by.y) }
    /// The position from which the displacement `by` leads to `point`.
    public static func - (point: Point, by: Vector) -> Point { Point(point.x - by.x, point.y - by.y) }
    /// The displacement that leads from `start` to `end`.
    public static func - (end: Point, start: Point) -> Vector { Vector(end.x - start.x, end.y - start.y) }
}

/// A displacement, or, per second, a velocity.
public struct Vector: Hashable, Sendable {
    /// The part to the right.
    public var x: Double
    /// The part downwards.
    public var y: Double

    /// `x` to the right and `y` downwards.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// No displacement.
    public static let zero = Vector(0, 0)

    /// Euclidean length, in the unit of the parts.
    public var length: Double { (x * x + y * y).squareRoot() }

    /// Both displacements after each other.
    public static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y) }
    /// The displacement that leads from `b` to `a`.
    public static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y) }
    /// The displacement `factor` times.
    public static func * (vector: Vector, factor: Double) -> Vector { Vector(vector.x * factor, vector.y * factor) }
    /// The displacement divided.
    public static func / (vector: Vector, divisor: Double) -> Vector { Vector(vector.x / divisor, vector.y / divisor) }
    /// The way back.
    public static prefix func - (vector: Vector) -> Vector { Vector(-vector.x, -vector.y) }

    /// The part along `axis`.
    public subscript(axis: Axis) -> Double {
        get { axis == .horizontal ? x : y }
        set { if axis == .horizontal { x = newValue } else { y = newValue } }
    }
}

/// A width and a height.
public struct Size: Hashable, Sendable {
    /// Extent to the right.
    public var width: Double
    /// Extent downwards.
    public var height: Double

    /// A size of `width` by `height`.
    public init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }

    /// Nothing.
    public static let zero = Size(0, 0)

    /// The extent along `axis`.
    public subscript(axis: Axis) -> Double { axis == .horizontal ? width : height }
}

/// One of the two directions of a screen.
public enum Axis: String, Sendable {
    case horizontal, vertical

    /// The other axis.
    public var crossed: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// Sides of a rectangle or of a panel.
public struct Edges: OptionSet, Hashable, Sendable {
    /// One bit for each member.
    public let rawValue: UInt8
    /// The members whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The left side.
    public static let left = Edges(rawValue: 1)
    /// The right side.
    public static let right = Edges(rawValue: 2)
    /// The top side.
    public static let top = Edges(rawValue: 4)
    /// The bottom side.
    public static let bottom = Edges(rawValue: 8)
    /// All of them.
    public static let all: Edges = [.left, .right, .top, .bottom]
}
