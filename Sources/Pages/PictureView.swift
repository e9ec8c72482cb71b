// A picture on a page.

import Drawing
import Geometry
import Gestures
import Stage

/// A picture; where its file cannot be shown, its description in a frame.
final class PictureView: View, BlockView {
    private let picture: PagePicture
    private let theme: Theme
    private let fit: Picture.Fit
    private let heightLimit: Double

    private init(
        _ picture: PagePicture, theme: Theme, fit: Picture.Fit, heightLimit: Double, open: @escaping (Link) -> Void
    ) {
        self.picture = picture
        self.theme = theme
        self.fit = fit
        self.heightLimit = heightLimit
        super.init(drawsContents: true, isOpaque: true)
        guard let link = picture.link else { return }
        let tap = TapRecognizer()
        tap.onAction { _ in open(link) }
        addRecognizer(tap)
    }

    /// All of the picture, as wide as the column and no higher than `heightLimit` (px).
    convenience init(
        _ picture: PagePicture, theme: Theme, width: Double, heightLimit: Double, open: @escaping (Link) -> Void
    ) {
        self.init(picture, theme: theme, fit: .inside, heightLimit: heightLimit, open: open)
    }

    /// As much of the picture as fills `size` (px).
    convenience init(_ picture: PagePicture, theme: Theme, covering size: Size, open: @escaping (Link) -> Void) {
        self.init(picture, theme: theme, fit: .covering, heightLimit: size.height, open: open)
    }

    func height(forWidth width: Double) -> Double {
        guard let size = picture.picture?.size else { return theme.em * 5 }
        return min(width * Double(size.height) / Double(size.width), heightLimit).rounded()
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        let area = Rect(origin: .zero, size: bounds.size)
        do {
            guard let picture = picture.picture else { return drawDescription(on: canvas) }
            try canvas.draw(picture, in: area, fit: fit, cornerRadius: fit == .inside ? theme.em * 0.4 : 0)
        } catch {
            drawDescription(on: canvas)
        }
    }

    private func drawDescription(on canvas: Canvas) {
        let frame = Rect(1, 1, bounds.width - 2, bounds.height - 2)
        canvas.stroke(Path(frame, cornerRadius: theme.em * 0.4), width: 2, theme.separator)
        let words = TextLayout(
            AttributedText(picture.description, theme.style(0.9, color: theme.secondaryText)),
            width: max(theme.em, bounds.width - 2 * theme.em), alignment: .center, lineLimit: 3)
        canvas.draw(words, at: Point(theme.em, ((bounds.height - words.size.height) / 2).rounded()))
    }
}
