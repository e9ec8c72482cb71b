// Where a zoomed picture lies in its view, and how far it can be zoomed.

#if canImport(Glibc)
    import Glibc
#endif
import Geometry
import Layers

/// The geometry of a picture in a view of `view` pixels. At zoom 1 the picture has the size `rest`. Lengths are in pixels.
struct ZoomGeometry: Equatable {
    /// The size of the view.
    var view: Size
    /// The size of the picture at zoom 1.
    var rest: Size
    /// The greatest zoom at which the picture rests.
    var most: Double

    /// A zoom, and the scroll offset with it.
    struct Pose: Equatable {
        var zoom: Double
        var offset: Vector
    }

    /// The extent of the rubber band beyond the least and the greatest zoom, as the logarithm of a scale: it approaches half of the
    /// least zoom, and twice the greatest.
    private static let give = log(2.0)

    /// The extent of the picture at `zoom`, in whole pixels, and the space before and after it where it is smaller than the view.
    func extent(_ axis: Axis, at zoom: Double) -> (before: Double, length: Double, after: Double) {
        // A little more than nothing may be missing of a whole pixel.
        let length = (rest[axis] * zoom + 1e-6).rounded(.down)
        let before = max(0, ((view[axis] - length) / 2).rounded(.down))
        return (before, length, max(0, view[axis] - length - before))
    }

    /// The offset nearest to `offset` at which the picture rests at `zoom`, on whole pixels.
    func resting(_ offset: Vector, at zoom: Double) -> Vector {
        func place(_ axis: Axis) -> Double {
            let (before, length, after) = extent(axis, at: zoom)
            return min(max(offset[axis], -before), max(-before, length + after - view[axis])).rounded()
        }
        return Vector(place(.horizontal), place(.vertical))
    }

    /// The zoom nearest to `zoom` at which the picture rests.
    func resting(_ zoom: Double) -> Double { min(max(zoom, 1), most) }

    /// The zoom that shows the zoom `pull` of two fingers, banded below `least` and above the greatest.
    func shown(_ pull: Double, least: Double) -> Double {
        let end = min(max(pull, least), most)
        return pull == end ? pull : end * exp(RubberBand().banded(log(pull / end), dimension: Self.give))
    }

    /// The zoom of two fingers that is shown as `zoom`.
    func pull(showing zoom: Double, least: Double) -> Double {
        let end = min(max(zoom, least), most)
        return zoom == end ? zoom : end * exp(RubberBand().pull(showing: log(zoom / end), dimension: Self.give))
    }

    /// The point of the picture at rest size that `pose` shows at `point` of the view (px from its top left corner).
    func anchor(at point: Vector, in pose: Pose) -> Vector { (pose.offset + point) / pose.zoom }

    /// The pose at `zoom` that shows the point `anchor` of the picture at `point` of the view.
    func pose(_ zoom: Double, showing anchor: Vector, at point: Vector) -> Pose {
        Pose(zoom: zoom, offset: anchor * zoom - point)
    }
}

/// A movement of a zoomed picture on a spring, about one point of it.
struct ZoomMotion {
    private let geometry: ZoomGeometry
    private let from: (zoom: Double, point: Vector)
    private let to: (zoom: Double, point: Vector)
    private let anchor: Vector
    private let spring: SpringMotion
    /// The pose at the end.
    let target: ZoomGeometry.Pose
    /// The instant at which it ends.
    let end: Instant

    /// The movement from `pose` to the pose at `zoom` at which the picture rests and that shows what is now at `point` of the view as
    /// near to it as possible. Nil when the picture is there.
    init?(
        _ geometry: ZoomGeometry, from pose: ZoomGeometry.Pose, to zoom: Double, about point: Vector, at now: Instant,
        slowness: Double
    ) {
        self.geometry = geometry
        anchor = geometry.anchor(at: point, in: pose)
        let goal = geometry.pose(zoom, showing: anchor, at: point).offset
        target = ZoomGeometry.Pose(zoom: zoom, offset: geometry.resting(goal, at: zoom))
        if target == pose { return nil }
        from = (pose.zoom, point)
        to = (zoom, anchor * zoom - target.offset)
        let way = max(
            (to.point - from.point).length, abs(zoom - pose.zoom) * max(geometry.rest.width, geometry.rest.height))
        spring = SpringMotion(spring: ScrollMotion.spring, from: 0, to: 1, velocity: 0, start: now, slowness: slowness)
        end = spring.rest(within: 0.5 / max(1, way), slowerThan: ScrollMotion.restSpeed / max(1, way))
    }

    /// The pose at `instant`.
    func pose(at instant: Instant) -> ZoomGeometry.Pose {
        if instant >= end { return target }
        let share = spring.state(at: instant).value
        return geometry.pose(
            from.zoom + (to.zoom - from.zoom) * share, showing: anchor, at: from.point + (to.point - from.point) * share
        )
    }
}
