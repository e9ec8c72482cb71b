// The outermost view: the glass, including touches that the panel reports beside the picture.

import Geometry
import Gestures
import Layers

/// The outermost view: the glass.
final class RootView: View {
    var glass: Panel { didSet { frame = Rect(origin: .zero, size: glass.pixels.size) } }
    weak var touchDispatcher: TouchDispatcher?
    /// A view over all screens, and beneath what covers the stage; nil for none.
    var banner: BannerView?

    init(panel: Panel) {
        glass = panel
        super.init()
        frame = Rect(origin: .zero, size: panel.pixels.size)
        layer.masksToBounds = true
        layer.name = "stage"
    }

    override var panel: Panel? { glass }
    override var dispatcher: TouchDispatcher? { touchDispatcher }

    override func convert(fromPanel point: Point) -> Point { glass.pixels(point) }

    override func layout() { banner?.arrange() }

    /// Clamps the point into the view. Panels report fingers beside the picture at their edges, and such a finger
    /// touches the nearest view.
    override func hitTest(_ point: Point) -> View? {
        super.hitTest(Point(min(max(0, point.x), bounds.width - 1), min(max(0, point.y), bounds.height - 1)))
    }
}
