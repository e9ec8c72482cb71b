// A card with a figure, which lies on a table at any place, size and angle.

import Bezel

/// The place, size and angle of a card.
struct Pose: Equatable {
    /// The card's centre, in its superview's space (px).
    var center: Point
    /// The factor by which the card is larger than its own size.
    var scale = 1.0
    /// The angle by which the card is turned, in radians, clockwise.
    var angle = 0.0
}

/// A figure that can be moved, zoomed and turned. It is drawn again at each size and angle, so its lines stay sharp.
final class Card: View {
    /// Draws the figure on a canvas. The transform maps the figure's own space, with the origin in the middle and
    /// pixels at scale 1, to the canvas.
    typealias Figure = (Canvas, AffineTransform) -> Void

    private let size: Size
    private let figure: Figure

    /// The card's place, size and angle. Its centre is rounded to a whole pixel.
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

    /// Sets the frame to the upright rectangle around the turned card, with whole and even sides.
    private func place() {
        let turned = transform(origin: .zero)
        let width = 2 * ((abs(turned.a) * size.width + abs(turned.b) * size.height) / 2).rounded(.up)
        let height = 2 * ((abs(turned.d) * size.width + abs(turned.e) * size.height) / 2).rounded(.up)
        frame = Rect(
            pose.center.x.rounded() - width / 2, pose.center.y.rounded() - height / 2, width, height)
    }
}
