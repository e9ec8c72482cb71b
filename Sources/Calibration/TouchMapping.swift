// The mapping from reported touch positions to the picture: the current matrix, and the rotation of the picture.

import Geometry

/// Maps the touches of a panel to the picture. A contact keeps the matrix that applied when it came down.
struct TouchMapping {
    /// The transform from the panel's axes to the glass, both 0…1.
    var matrix = AffineTransform.identity
    /// The rotation of the picture on the glass.
    let rotation: PictureRotation
    /// The size of the picture in the mm in which touches are reported.
    var reported = Size(1, 1)

    private var down: [Int: AffineTransform] = [:]

    /// Starts with the identity matrix.
    init(rotation: PictureRotation) { self.rotation = rotation }

    /// The touches of `frame`, mapped to a picture of `size` (mm).
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

    /// The place on the panel's axes (0…1) that the current matrix maps to `point` on a picture of `size` (mm).
    func axes(at point: Point, on size: Size) -> Point {
        let glass = onGlass(Point(point.x / size.width, point.y / size.height))
        return matrix.inverse?.apply(to: glass) ?? glass
    }

    /// The place on the glass of a place on the picture, both 0…1.
    private func onGlass(_ place: Point) -> Point {
        let back = PictureRotation(rawValue: (360 - rotation.rawValue) % 360) ?? .none
        return back.picturePlace(at: place)
    }
}
