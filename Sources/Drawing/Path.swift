// Outlines of lines and curves that a canvas fills or strokes.

public import Geometry

/// An outline, in pixels of the picture that it is drawn into.
public struct Path: Hashable, Sendable {
    /// One step of the outline.
    public enum Element: Hashable, Sendable {
        case move(Point)
        case line(Point)
        /// A cubic Bézier curve: two control points and the end.
        case curve(Point, Point, Point)
        case close
    }

    /// The steps, in order.
    public private(set) var elements: [Element] = []

    /// An empty outline.
    public init() {}

    /// The open outline from the first of `points` through all others.
    public init(lines points: [Point]) {
        for (index, point) in points.enumerated() { elements.append(index == 0 ? .move(point) : .line(point)) }
    }

    /// The outline of `rect` with corners of `cornerRadius` pixels. The radius is limited to half of the shorter side.
    public init(_ rect: Rect, cornerRadius: Double = 0) {
        let radius = max(0, min(cornerRadius, min(rect.width, rect.height) / 2))
        guard radius > 0 else {
            elements = [
                .move(rect.origin), .line(Point(rect.maxX, rect.minY)), .line(Point(rect.maxX, rect.maxY)),
                .line(Point(rect.minX, rect.maxY)), .close,
            ]
            return
        }
        // The control points of the cubic curve that is closest to a quarter circle.
        let control = radius * (1 - 0.5522847498)
        move(to: Point(rect.minX + radius, rect.minY))
        line(to: Point(rect.maxX - radius, rect.minY))
        curve(
            Point(rect.maxX - control, rect.minY), Point(rect.maxX, rect.minY + control),
            to: Point(rect.maxX, rect.minY + radius))
        line(to: Point(rect.maxX, rect.maxY - radius))
        curve(
            Point(rect.maxX, rect.maxY - control), Point(rect.maxX - control, rect.maxY),
            to: Point(rect.maxX - radius, rect.maxY))
        line(to: Point(rect.minX + radius, rect.maxY))
        curve(
            Point(rect.minX + control, rect.maxY), Point(rect.minX, rect.maxY - control),
            to: Point(rect.minX, rect.maxY - radius))
        line(to: Point(rect.minX, rect.minY + radius))
        curve(
            Point(rect.minX, rect.minY + control), Point(rect.minX + control, rect.minY),
            to: Point(rect.minX + radius, rect.minY))
        close()
    }

    /// The circle of `radius` pixels around `center`.
    public init(center: Point, radius: Double) {
        self.init(
            Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius), cornerRadius: radius)
    }

    /// Returns this outline, transformed by `transform`.
    public func transformed(by transform: AffineTransform) -> Path {
        var result = Path()
        result.elements = elements.map { element in
            switch element {
            case .move(let to): .move(transform.apply(to: to))
            case .line(let to): .line(transform.apply(to: to))
            case .curve(let first, let second, let end):
                .curve(transform.apply(to: first), transform.apply(to: second), transform.apply(to: end))
            case .close: .close
            }
        }
        return result
    }

    /// Begins a new part of the outline at `point`.
    public mutating func move(to point: Point) { elements.append(.move(point)) }
    /// Adds a straight line to `point`.
    public mutating func line(to point: Point) { elements.append(.line(point)) }
    /// Adds a cubic Bézier curve to `end` with the control points `first` and `second`.
    public mutating func curve(_ first: Point, _ second: Point, to end: Point) {
        elements.append(.curve(first, second, end))
    }
    /// Adds a straight line back to the beginning of the current part.
    public mutating func close() { elements.append(.close) }
}
