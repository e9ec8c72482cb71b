// A picture on a page.

import Drawing
import Geometry
import Gestures
import Stage

/// What a page does with its pictures.
struct PictureActions {
    /// Opens the target of a link.
    let open: (Link) -> Void
    /// Shows a picture of the page large; the view shows it now.
    let enlarge: (PagePicture, PictureView) -> Void
}

/// A picture, or its description in a frame when its file cannot be shown. A tap opens the page of the place that it hits, or the
/// picture's link, or else shows the picture large, as two fingers do that move apart.
final class PictureBlock: PictureView, BlockView {
    private let size: PixelSize?
    private let heightLimit: Double
    private let em: Double
    /// Takes the taps where the picture has places.
    private(set) var places: PlacesView?

    private init(
        _ picture: PagePicture, theme: Theme, fit: Picture.Fit, heightLimit: Double, isBanner: Bool = false,
        actions: PictureActions
    ) {
        (size, self.heightLimit, em) = (picture.picture?.size, heightLimit, theme.em)
        super.init(
            picture.picture, description: picture.description, fit: fit, cornerRadius: isBanner ? 0 : theme.radius(0.4),
            theme: theme)
        focus = picture.focus
        guard picture.picture != nil || picture.link != nil else { return }
        let tapped = { [unowned self] in
            if let link = picture.link { actions.open(link) } else { actions.enlarge(picture, self) }
        }
        if picture.places.isEmpty {
            let tap = TapRecognizer()
            tap.onAction { _ in tapped() }
            addRecognizer(tap)
        } else {
            let places = PlacesView(picture.places, theme: theme, beside: tapped, open: actions.open)
            addSubview(places)
            self.places = places
        }
        guard picture.picture != nil else { return }
        let pinch = PinchRecognizer()
        var opens = false
        pinch.onAction { [unowned self, unowned pinch] _ in
            if pinch.state == .began { opens = true }
            // Fingers that move together mean no larger picture.
            guard opens, pinch.state == .changed, pinch.scale > 1 else { return }
            opens = false
            actions.enlarge(picture, self)
        }
        addRecognizer(pinch)
    }

    /// The whole picture, as wide as the column and at most `heightLimit` (px) high.
    convenience init(
        _ picture: PagePicture, theme: Theme, heightLimit: Double, actions: PictureActions
    ) {
        self.init(picture, theme: theme, fit: .inside, heightLimit: heightLimit, actions: actions)
    }

    /// The part of the picture that fills `size` (px). The corners of a banner, at the sides of the screen, are not round.
    convenience init(
        _ picture: PagePicture, theme: Theme, covering size: Size, isBanner: Bool, actions: PictureActions
    ) {
        self.init(
            picture, theme: theme, fit: .covering, heightLimit: size.height, isBanner: isBanner, actions: actions)
    }

    override func layout() {
        super.layout()
        let area = Rect(origin: .zero, size: bounds.size)
        guard let places, let picture, !area.isEmpty else { return }
        places.frame = area
        places.whole = picture.frame(in: area, fit: fit, focus: focus)
    }

    /// The rectangle in which the picture is seen, in the view's own space (px).
    var shownFrame: Rect {
        let area = Rect(origin: .zero, size: bounds.size)
        guard let picture, !area.isEmpty else { return area }
        return picture.frame(in: area, fit: fit, focus: focus).intersection(area)
    }

    func height(forWidth width: Double) -> Double {
        guard let size else { return em * 5 }
        return min(width * Double(size.height) / Double(size.width), heightLimit).rounded()
    }

    /// The width (px) of the picture in a column of `width`: less where the height limits a whole picture.
    func width(inColumnOf width: Double) -> Double {
        guard let size, fit == .inside else { return width }
        return min(width, (heightLimit * Double(size.width) / Double(size.height)).rounded())
    }
}
