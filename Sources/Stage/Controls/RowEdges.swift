// The edges of a swiped row, under which its content goes.

import Geometry
package import Layers

/// Strips that hide the content of a row more and more towards the edge at which the row is left. Without them a row that is narrower
/// than the glass cuts its words off.
@MainActor
package final class RowEdges {
    private let width: Double
    private let strips: (left: EdgeFade, right: EdgeFade)

    /// Strips `width` pixels wide on a ground of `color`.
    package init(width: Double, color: Color) {
        self.width = width
        strips = (EdgeFade(at: .left, of: color), EdgeFade(at: .right, of: color))
    }

    /// Adds the strips in front of what is in `row`, unless they are there. A row that is never opened has no need of them.
    func add(to row: View) {
        guard strips.left.superview == nil else { return }
        row.addSubview(strips.left)
        row.addSubview(strips.right)
        layOut(row.bounds.size)
    }

    /// Places the strips in a row of `size`.
    func layOut(_ size: Size) {
        strips.left.frame = Rect(0, 0, width, size.height)
        strips.right.frame = Rect(size.width - width, 0, width, size.height)
    }

    /// The opacities of the strips when the content is `way` pixels further right than it rests: the strip that the content goes under
    /// is seen, the more the further it has gone.
    func opacities(_ way: Double) -> [(view: View, opacity: Double)] {
        [(strips.left, max(0, min(1, -way / width))), (strips.right, max(0, min(1, way / width)))]
    }
}
