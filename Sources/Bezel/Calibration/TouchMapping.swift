// From where a panel says that a finger is to where it is: the matrix that is being measured, and the picture's rotation.

import Geometry

/// Turns a panel's touches into touches on the picture. A contact keeps the matrix with which it came down.
struct TouchMapping {
    /// From the panel's axes to the glass, both 0…1.
    var matrix = AffineTransform.identity
    /// How far the picture is turned on the glass.
    let rotation: PictureRotation
    /// The picture in the mm in which touches are reported.
    var reported = Size(1, 1)

    private var down: [Int: AffineTransform] = [:]

    /// Touches are where they are said to be.
    init(rotation: PictureRotation) { self.rotation = rotation }

    /// The touches of `frame` on a picture of `size` (mm).
    mutating func apply(to frame: TouchFrame, on size: Size) -> TouchFrame {
        var mapped = frame
        for index in mapped.changes.indices {
            let change = mapped.changes[index]
            if change.phase == .began { down[change.contact] = matrix }
            let place = Point(change.position.x / reported.width, change.position.y / reported.height)
            let glass = (down[change.contact] ?? matrix).apply(to: onGlass(place))
            let picture = rotation.picturePlace(at: glass)
            mapped.changes[index].position = Point(picture.x * size.width, picture.y * size.height)
            if change.phase == .ended || change.phase == .cancelled { down[change.contact] = nil }
        }
        return mapped
    }

    /// Where on the panel's axes (0…1) a touch was seen that the present matrix puts at `point` on a picture of `size` (mm).
    func axes(at point: Point, on size: Size) -> Point {
        let glass = onGlass(Point(point.x / size.width, point.y / size.height))
        return matrix.inverse?.apply(to: glass) ?? glass
    }

    /// Where on the glass a place of the picture is, both 0…1.
    private func onGlass(_ place: Point) -> Point {
        let back = PictureRotation(rawValue: (360 - rotation.rawValue) % 360) ?? .none
        return back.picturePlace(at: place)
    }
}
