// A picture on a page.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// A picture, or its description in a frame when its file cannot be shown. A tap opens the page of the place that it hits, or else the
/// picture's link. A place is highlighted while a finger rests on it, and with the tap.
final class PictureBlock: PictureView, BlockView {
    private let size: PixelSize?
    private let heightLimit: Double
    private let em: Double
    private let fingertip: Double
    private let places: [PicturePlace]
    /// The highlight of the place under the finger.
    private let shade = Layer()
    private lazy var highlight = Highlight(of: self) { [unowned self] in shade.isHidden = !$0 }

    private init(
        _ picture: PagePicture, theme: Theme, fit: Picture.Fit, heightLimit: Double, isBanner: Bool = false,
        open: @escaping (Link) -> Void
    ) {
        (size, self.heightLimit, em) = (picture.picture?.size, heightLimit, theme.em)
        (places, fingertip) = (picture.places, theme.fingertip)
        super.init(
            picture.picture, description: picture.description, fit: fit, cornerRadius: isBanner ? 0 : theme.radius(0.4),
            theme: theme)
        if picture.link == nil, places.isEmpty { return }
        let tap = TapRecognizer()
        if !places.isEmpty {
            (shade.backgroundColor, shade.opacity, shade.cornerRadius) = (theme.accent, 0.3, theme.em * 0.25)
            shade.isHidden = true
            layer.addSublayer(shade)
            highlight.follow(tap)
        }
        tap.onAction { [unowned self] recognizer in
            if let link = place(at: recognizer.location(in: self))?.place.link ?? picture.link { open(link) }
        }
        addRecognizer(tap)
    }

    /// The place that a finger at `point` hits, and the part of it that is seen. Both are in the view's own space (px).
    func place(at point: Point) -> (place: PicturePlace, frame: Rect)? {
        let view = Rect(origin: .zero, size: bounds.size)
        guard let picture, !view.isEmpty, !places.isEmpty else { return nil }
        return ShownPlaces(places, whole: picture.frame(in: view, fit: fit), window: view, fingertip: fingertip)
            .hit(at: point)
    }

    override func touchesBegan(_ touches: [Touch]) {
        guard let touch = touches.first, !places.isEmpty else { return }
        shade.frame = place(at: touch.location(in: self))?.frame ?? .zero
        highlight.touchDown()
    }

    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }

    /// The whole picture, as wide as the column and at most `heightLimit` (px) high.
    convenience init(
        _ picture: PagePicture, theme: Theme, heightLimit: Double, open: @escaping (Link) -> Void
    ) {
        self.init(picture, theme: theme, fit: .inside, heightLimit: heightLimit, open: open)
    }

    /// The part of the picture that fills `size` (px). The corners of a banner, at the sides of the screen, are not round.
    convenience init(
        _ picture: PagePicture, theme: Theme, covering size: Size, isBanner: Bool, open: @escaping (Link) -> Void
    ) {
        self.init(
            picture, theme: theme, fit: .covering, heightLimit: size.height, isBanner: isBanner, open: open)
    }

    /// The rectangle in which the picture is seen, in the view's own space (px).
    var shownFrame: Rect {
        let area = Rect(origin: .zero, size: bounds.size)
        guard let picture, !area.isEmpty else { return area }
        return picture.frame(in: area, fit: fit).intersection(area)
    }

    func height(forWidth width: Double) -> Double {
        guard let size else { return em * 5 }
        return min(width * Double(size.height) / Double(size.width), heightLimit).rounded()
    }
}
