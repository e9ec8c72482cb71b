// Pictures on displays that are mounted sideways or upside down: where their pixels and their touches are.

/// How far a picture is turned clockwise in the memory of a display that is mounted the other way round.
public enum PictureRotation: Int, CaseIterable, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    /// Whether width and height change places.
    public var isSideways: Bool { self == .quarter || self == .threeQuarters }

    /// Between the extent of a picture (pixels) and that of the memory it is turned in, either way.
    public func turned(_ size: PixelSize) -> PixelSize { isSideways ? PixelSize(size.height, size.width) : size }

    /// Between the extent of a picture (mm) and that of the glass it is turned on, either way.
    public func turned(_ size: Size) -> Size { isSideways ? Size(size.height, size.width) : size }

    /// Where the pixels `rect` of a picture lie in a memory of the extent `memory`.
    public func place(of rect: PixelRect, in memory: PixelSize) -> PixelRect {
        switch self {
        case .none: rect
        case .quarter: PixelRect(memory.width - rect.maxY, rect.x, rect.height, rect.width)
        case .half: PixelRect(memory.width - rect.maxX, memory.height - rect.maxY, rect.width, rect.height)
        case .threeQuarters: PixelRect(rect.y, memory.height - rect.maxX, rect.height, rect.width)
        }
    }

    /// Where the pixels `region` of a picture lie in a memory of the extent `memory`.
    public func place(of region: Region, in memory: PixelSize) -> Region {
        var result = Region()
        for rect in region { result.insert(place(of: rect, in: memory)) }
        return result
    }

    /// What of the picture is at `place` on the glass; both in parts (0…1) of the width and the height.
    public func picturePlace(at place: Point) -> Point {
        switch self {
        case .none: place
        case .quarter: Point(place.y, 1 - place.x)
        case .half: Point(1 - place.x, 1 - place.y)
        case .threeQuarters: Point(1 - place.y, place.x)
        }
    }
}
