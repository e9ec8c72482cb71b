// How large the glass is: its pixels, its millimetres, and the way between the two.

/// The picture's extent in pixels and in millimetres. Panel space is millimetres from the top left corner of the picture
/// as the viewer sees it; screen space is pixels from the same corner. Pixels need not be square.
public struct Panel: Hashable, Sendable {
    /// The picture in pixels.
    public let pixels: PixelSize
    /// The picture in millimetres.
    public let millimetres: Size

    /// A panel of `pixels` that measures `millimetres`. Both must be positive.
    public init(pixels: PixelSize, millimetres: Size) {
        guard pixels.width > 0, pixels.height > 0, millimetres.width > 0, millimetres.height > 0 else {
            fatalError("a panel needs an extent: \(pixels.width)×\(pixels.height) px, \(millimetres) mm")
        }
        self.pixels = pixels
        self.millimetres = millimetres
    }

    /// A panel of `pixels` at 96 dots per inch, for when nobody knows its size.
    public init(pixels: PixelSize) {
        let perPixel = 25.4 / 96
        self.init(
            pixels: pixels, millimetres: Size(Double(pixels.width) * perPixel, Double(pixels.height) * perPixel))
    }

    /// The `size` (mm) that a device or a file claims, if there can be such a screen: each side from 1 cm to 100 m, and none
    /// 20 times the other. Text grows with the panel, so that with any other there would be none to read, or too much to draw.
    public static func believable(_ size: Size) -> Size? {
        let sides = 10.0...100_000
        guard sides.contains(size.width), sides.contains(size.height) else { return nil }
        return size.width <= 20 * size.height && size.height <= 20 * size.width ? size : nil
    }

    /// Pixels per millimetre along `axis`.
    public func density(_ axis: Axis) -> Double { pixels.size[axis] / millimetres[axis] }

    /// From panel space (mm) to screen space (px).
    public func pixels(_ point: Point) -> Point {
        Point(point.x * density(.horizontal), point.y * density(.vertical))
    }

    /// From screen space (px) to panel space (mm).
    public func millimetres(_ point: Point) -> Point {
        Point(point.x / density(.horizontal), point.y / density(.vertical))
    }
}
