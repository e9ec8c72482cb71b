// The size of the glass in pixels and in millimetres, and the conversion between the two.

/// The extent of the picture in pixels and in millimetres. Panel space is in millimetres from the top left corner of the
/// picture as the viewer sees it. Screen space is in pixels from the same corner. Pixels need not be square.
public struct Panel: Hashable, Sendable {
    /// The size of the picture in pixels.
    public let pixels: PixelSize
    /// The size of the picture in millimetres.
    public let millimetres: Size

    /// A panel of `pixels` that measures `millimetres`. Both must be positive.
    public init(pixels: PixelSize, millimetres: Size) {
        guard pixels.width > 0, pixels.height > 0, millimetres.width > 0, millimetres.height > 0 else {
            fatalError("a panel needs an extent: \(pixels.width)×\(pixels.height) px, \(millimetres) mm")
        }
        self.pixels = pixels
        self.millimetres = millimetres
    }

    /// A panel of `pixels` at 96 dots per inch, for a panel whose physical size is unknown.
    public init(pixels: PixelSize) {
        let perPixel = 25.4 / 96
        self.init(
            pixels: pixels, millimetres: Size(Double(pixels.width) * perPixel, Double(pixels.height) * perPixel))
    }

    /// Returns the `size` (mm) that a device or a file claims, or nil when no screen can have that size. Each side must be
    /// from 1 cm to 100 m, and neither side may exceed 20 times the other. Text grows with the panel: on any other size the
    /// text would be too small to read, or too large to draw.
    public static func believable(_ size: Size) -> Size? {
        let sides = 10.0...100_000
        guard sides.contains(size.width), sides.contains(size.height) else { return nil }
        return size.width <= 20 * size.height && size.height <= 20 * size.width ? size : nil
    }

    /// The number of pixels per millimetre along `axis`.
    public func density(_ axis: Axis) -> Double { pixels.size[axis] / millimetres[axis] }

    /// Converts from panel space (mm) to screen space (px).
    public func pixels(_ point: Point) -> Point {
        Point(point.x * density(.horizontal), point.y * density(.vertical))
    }

    /// Converts from screen space (px) to panel space (mm).
    public func millimetres(_ point: Point) -> Point {
        Point(point.x / density(.horizontal), point.y / density(.vertical))
    }
}
