// A picture on a page.

import Drawing
import Geometry
import Gestures
import Stage

/// A picture, or its description in a frame when its file cannot be shown.
final class PictureBlock: PictureView, BlockView {
    private let size: PixelSize?
    private let heightLimit: Double
    private let em: Double

    private init(
        _ picture: PagePicture, theme: Theme, fit: Picture.Fit, heightLimit: Double, isBanner: Bool = false,
        open: @escaping (Link) -> Void
    ) {
        (size, self.heightLimit, em) = (picture.picture?.size, heightLimit, theme.em)
        super.init(
            picture.picture, description: picture.description, fit: fit, cornerRadius: isBanner ? 0 : theme.radius(0.4),
            theme: theme)
        guard let link = picture.link else { return }
        let tap = TapRecognizer()
        tap.onAction { _ in open(link) }
        addRecognizer(tap)
    }

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
