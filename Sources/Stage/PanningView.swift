// A plane that a finger moves both ways, such as a map.

public import Geometry

/// Content that is larger than the view in both directions and goes wherever the finger goes. It keeps each finger that
/// drags in it, also where it can go no further: it claims both axes. Only the edge pop comes before it.
public final class PanningView: ScrollView {
    /// A view of content that is yet to be given a `contentSize`.
    public init() {
        super.init(axes: [.horizontal, .vertical])
        isDirectionalLockEnabled = false
        yieldsAtEnds = false
        showsIndicators = false
    }

    /// Shows `point` of the content (px) in the middle, or as near to it as it can rest.
    public func center(on point: Point, animated: Bool = true) {
        for axis in axes {
            let place = axis == .horizontal ? point.x : point.y
            scroll(to: place - bounds.size[axis] / 2, along: axis, animated: animated)
        }
    }
}
