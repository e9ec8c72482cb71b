// The places on a picture, which fingers tap.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// Lies in front of a picture and takes its taps. A tap opens the page of the place that it hits. A place is highlighted while a finger
/// rests on it, and with the tap.
final class PlacesView: View {
    /// The tap.
    let tap = TapRecognizer()
    /// The rectangle of the whole picture in the view's own space (px), also of what is cut off.
    var whole = Rect.zero
    /// How many times as large as its own space the view is on the glass.
    var magnification: () -> Double = { 1 }

    private let places: [PicturePlace]
    private let fingertip: Double
    /// The highlight of the place under the finger.
    private let shade = Layer()
    private lazy var highlight = Highlight(of: self) { [unowned self] in shade.isHidden = !$0 }

    /// The `places` of a picture, whose links `open` opens. `beside` is called for a tap beside all places.
    init(_ places: [PicturePlace], theme: Theme, beside: (() -> Void)?, open: @escaping (Link) -> Void) {
        (self.places, fingertip) = (places, theme.fingertip)
        super.init()
        (shade.backgroundColor, shade.opacity, shade.cornerRadius) = (theme.accent, 0.3, theme.em * 0.25)
        shade.isHidden = true
        layer.addSublayer(shade)
        highlight.follow(tap)
        tap.onAction { [unowned self] tap in
            if let link = hit(at: tap.location(in: self))?.place.link { open(link) } else { beside?() }
        }
        addRecognizer(tap)
    }

    /// The place that a finger at `point` hits, and the part of it that is seen. Both are in the view's own space (px).
    func hit(at point: Point) -> (place: PicturePlace, frame: Rect)? {
        let window = Rect(origin: .zero, size: bounds.size)
        return ShownPlaces(places, whole: whole, window: window, fingertip: fingertip / magnification()).hit(at: point)
    }

    override func touchesBegan(_ touches: [Touch]) {
        guard let touch = touches.first else { return }
        shade.frame = hit(at: touch.location(in: self))?.frame ?? .zero
        highlight.touchDown()
    }

    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
