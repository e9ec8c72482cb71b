// A large area that a finger moves in both directions, such as a map.

public import Geometry

/// Content that is larger than the view in both directions and follows the finger in any direction. The view keeps each
/// finger that drags in it, also at the ends of the content. Only the edge pop takes precedence.
public final class PanningView: ScrollView {
    /// Creates a view whose `contentSize` is still to be set.
    public init() {
        super.init(axes: [.horizontal, .vertical])
        isDirectionalLockEnabled = false
        yieldsAtEnds = false
        showsIndicators = false
    }

    /// Centres the view on `point` of the content (px), or as near to it as the content can rest.
    public func center(on point: Point, animated: Bool = true) {
        for axis in axes {
            let place = axis == .horizontal ? point.x : point.y
            scroll(to: place - bounds.size[axis] / 2, along: axis, animated: animated)
        }
    }
}
