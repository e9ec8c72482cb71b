// Pictures on displays that are mounted sideways or upside down: where their pixels and touches lie.

/// The clockwise rotation of a picture in the memory of a rotated display. The raw values are degrees.
package enum PictureRotation: Int, CaseIterable, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    /// Whether the rotation swaps width and height.
    package var isSideways: Bool { self == .quarter || self == .threeQuarters }

    /// Converts between the extent of a picture (pixels) and the extent of the memory it is rotated in, in either
    /// direction.
    package func turned(_ size: PixelSize) -> PixelSize { isSideways ? PixelSize(size.height, size.width) : size }

    /// Converts between the extent of a picture (mm) and the extent of the glass it is rotated on, in either direction.
    package func turned(_ size: Size) -> Size { isSideways ? Size(size.height, size.width) : size }

    /// Returns where the pixels `rect` of a picture lie in a memory of the extent `memory`.
    package func place(of rect: PixelRect, in memory: PixelSize) -> PixelRect {
        switch self {
        case .none: rect
        case .quarter: PixelRect(memory.width - rect.maxY, rect.x, rect.height, rect.width)
        case .half: PixelRect(memory.width - rect.maxX, memory.height - rect.maxY, rect.width, rect.height)
        case .threeQuarters: PixelRect(rect.y, memory.height - rect.maxX, rect.height, rect.width)
        }
    }

    /// Returns where the pixels `region` of a picture lie in a memory of the extent `memory`.
    package func place(of region: Region, in memory: PixelSize) -> Region {
        var result = Region()
        for rect in region { result.insert(place(of: rect, in: memory)) }
        return result
    }

    /// Returns the place in the picture that is shown at `place` on the glass. Both are fractions (0…1) of the width and
    /// the height.
    package func picturePlace(at place: Point) -> Point {
        switch self {
        case .none: place
        case .quarter: Point(place.y, 1 - place.x)
        case .half: Point(1 - place.x, 1 - place.y)
        case .threeQuarters: Point(1 - place.y, place.x)
        }
    }
}
