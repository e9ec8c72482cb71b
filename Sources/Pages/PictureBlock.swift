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
        _ picture: PagePicture, theme: Theme, fit: Picture.Fit, heightLimit: Double, open: @escaping (Link) -> Void
    ) {
        (size, self.heightLimit, em) = (picture.picture?.size, heightLimit, theme.em)
        super.init(
            picture.picture, description: picture.description, fit: fit,
            cornerRadius: fit == .inside ? theme.em * 0.4 : 0, theme: theme)
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

    /// The part of the picture that fills `size` (px).
    convenience init(_ picture: PagePicture, theme: Theme, covering size: Size, open: @escaping (Link) -> Void) {
        self.init(picture, theme: theme, fit: .covering, heightLimit: size.height, open: open)
    }

    func height(forWidth width: Double) -> Double {
        guard let size else { return em * 5 }
        return min(width * Double(size.height) / Double(size.width), heightLimit).rounded()
    }
}
