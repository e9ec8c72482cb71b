// Positions, displacements and sizes in two dimensions.

/// A position. Each API that takes a position names its coordinate space: millimetres on the panel, pixels of the screen,
/// or pixels of a view.
public struct Point: Hashable, Sendable {
    /// The distance to the right of the origin.
    public var x: Double
    /// The distance below the origin.
    public var y: Double

    /// The position `x` to the right of the origin and `y` below it.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin of the coordinate space.
    public static let zero = Point(0, 0)

    /// The position reached from `point` by the displacement `by`.
    public static func + (point: Point, by: Vector) -> Point { Point(point.x + by.x, point.y + by.y) }
    /// The position from which the displacement `by` leads to `point`.
    public static func - (point: Point, by: Vector) -> Point { Point(point.x - by.x, point.y - by.y) }
    /// The displacement from `start` to `end`.
    public static func - (end: Point, start: Point) -> Vector { Vector(end.x - start.x, end.y - start.y) }

    /// The coordinate along `axis`.
    public subscript(axis: Axis) -> Double {
        get { axis == .horizontal ? x : y }
        set { if axis == .horizontal { x = newValue } else { y = newValue } }
    }
}

/// A displacement or, per second, a velocity.
public struct Vector: Hashable, Sendable {
    /// The component to the right.
    public var x: Double
    /// The component downwards.
    public var y: Double

    /// The displacement of `x` to the right and `y` downwards.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// No displacement.
    public static let zero = Vector(0, 0)

    /// The Euclidean length, in the unit of the components.
    public var length: Double { (x * x + y * y).squareRoot() }

    /// The sum of both displacements.
    public static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y) }
    /// The displacement from `b` to `a`.
    public static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y) }
    /// The displacement multiplied by `factor`.
    public static func * (vector: Vector, factor: Double) -> Vector { Vector(vector.x * factor, vector.y * factor) }
    /// The displacement divided by `divisor`.
    public static func / (vector: Vector, divisor: Double) -> Vector { Vector(vector.x / divisor, vector.y / divisor) }
    /// The opposite displacement.
    public static prefix func - (vector: Vector) -> Vector { Vector(-vector.x, -vector.y) }

    /// The component along `axis`.
    public subscript(axis: Axis) -> Double {
        get { axis == .horizontal ? x : y }
        set { if axis == .horizontal { x = newValue } else { y = newValue } }
    }
}

/// A width and a height.
public struct Size: Hashable, Sendable {
    /// The extent to the right.
    public var width: Double
    /// The extent downwards.
    public var height: Double

    /// A size of `width` by `height`.
    public init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }

    /// The empty size.
    public static let zero = Size(0, 0)

    /// The extent along `axis`.
    public subscript(axis: Axis) -> Double {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}

/// One of the two directions of a screen.
public enum Axis: String, Sendable {
    case horizontal, vertical

    /// The other axis.
    public var crossed: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// A set of sides of a rectangle or of a panel.
public struct Edges: OptionSet, Hashable, Sendable {
    /// The raw bits, one for each member.
    public let rawValue: UInt8
    /// The set of the members whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The left side.
    public static let left = Edges(rawValue: 1)
    /// The right side.
    public static let right = Edges(rawValue: 2)
    /// The top side.
    public static let top = Edges(rawValue: 4)
    /// The bottom side.
    public static let bottom = Edges(rawValue: 8)
    /// All four sides.
    public static let all: Edges = [.left, .right, .top, .bottom]
}
