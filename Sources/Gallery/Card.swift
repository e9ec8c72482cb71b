// A figure that lies on a table at any place, size and angle.

import Bezel

/// Where a card lies.
struct Pose: Equatable {
    /// Its middle, in its superview's space (px).
    var center: Point
    /// Its size as a multiple of its own.
    var scale = 1.0
    /// How far it is turned, in radians, clockwise.
    var angle = 0.0
}

/// A figure that can be moved, zoomed and turned. It is drawn anew at each size and angle, so its lines stay sharp.
final class Card: View {
    /// Draws the figure: where its own space, with the origin in the middle and pixels at scale 1, lies on the canvas.
    typealias Figure = (Canvas, AffineTransform) -> Void

    private let size: Size
    private let figure: Figure

    /// Where it lies. Its middle comes to lie on the nearest whole pixel.
    var pose: Pose {
        didSet {
            if pose == oldValue { return }
            if pose.angle != oldValue.angle || pose.scale != oldValue.scale { setNeedsDisplay() }
            place()
        }
    }

    init(size: Size, pose: Pose, figure: @escaping Figure) {
        self.size = size
        self.pose = pose
        self.figure = figure
        super.init(drawsContents: true)
        place()
    }

    override func draw(on canvas: Canvas) {
        figure(canvas, transform(origin: Point(bounds.width / 2, bounds.height / 2)))
    }

    private func transform(origin: Point) -> AffineTransform {
        AffineTransform(rotation: pose.angle, scale: pose.scale, origin: origin)
    }

    /// The frame is the upright rectangle around the turned one, with whole and even sides.
    private func place() {
        let turned = transform(origin: .zero)
        let width = 2 * ((abs(turned.a) * size.width + abs(turned.b) * size.height) / 2).rounded(.up)
        let height = 2 * ((abs(turned.d) * size.width + abs(turned.e) * size.height) / 2).rounded(.up)
        frame = Rect(
            pose.center.x.rounded() - width / 2, pose.center.y.rounded() - height / 2, width, height)
    }
}
