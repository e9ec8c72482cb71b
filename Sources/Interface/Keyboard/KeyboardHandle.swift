// What a finger pulls the keyboard away by.

import Geometry
import Gestures
import Layers
import Stage

/// The strip above the keys, with a mark that says that it can be pulled.
final class KeyboardHandle: View {
    private let grabber = View()
    /// Whether the mark is shown.
    var showsGrabber = true { didSet { grabber.layer.isHidden = !showsGrabber } }
    /// The size of the mark (px).
    private(set) var grip = Size.zero

    init() {
        super.init()
        grabber.isUserInteractionEnabled = false
        addSubview(grabber)
    }

    func dress(_ theme: Theme, _ density: Size) {
        grabber.layer.backgroundColor = theme.mark
        grip = Size((10 * density.width).rounded(), (1 * density.height).rounded())
        grabber.layer.cornerRadius = grip.height / 2
    }

    override func layout() {
        grabber.frame = Rect(((bounds.width - grip.width) / 2).rounded(), grip.height * 2, grip.width, grip.height)
    }

    override func touchesBegan(_ touches: [Touch]) { superview?.touchesBegan(touches) }
    override func touchesMoved(_ touches: [Touch]) { superview?.touchesMoved(touches) }
    override func touchesEnded(_ touches: [Touch]) { superview?.touchesEnded(touches) }
    override func touchesCancelled(_ touches: [Touch]) { superview?.touchesCancelled(touches) }
}
