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
