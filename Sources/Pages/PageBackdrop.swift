// The picture behind a page, and the panel on it that carries the page's text.

import Drawing
import Geometry
import Layers
import Stage

/// A picture that stays in place behind a page that scrolls. The text stands on a panel of the theme's background colour, so that it
/// can be read whatever the picture shows.
@MainActor
final class PageBackdrop {
    private var view: PictureView?

    /// Puts the picture of `theme` behind `scroll` in `content`, and a panel for the text into `scroll`. Returns the panel; nil without
    /// a picture. A sheet has none.
    func lay(_ theme: Theme, in content: View, under scroll: ScrollView, isSheet: Bool) -> BackdropPanel? {
        view?.removeFromSuperview()
        view = nil
        guard let picture = theme.backgroundPicture, !isSheet else { return nil }
        // Until the picture has been read, its place looks like the page.
        var plain = theme
        plain.placeholder = theme.background
        let view = PictureView(picture, description: "", fit: .covering, theme: plain)
        view.isUserInteractionEnabled = false
        view.frame = Rect(origin: .zero, size: content.bounds.size)
        content.insertSubview(view, at: 0)
        self.view = view
        let panel = BackdropPanel()
        panel.layer.backgroundColor = theme.background
        scroll.addSubview(panel)
        return panel
    }
}

/// The panel behind the text of a page.
final class BackdropPanel: View {
    /// The height (px) that no page reaches.
    static let mostHeight = 1e8

    /// Spreads the panel behind the text of `layout`, which ends at `end`, on a screen of `size` (px), and as far above and below as the
    /// page can be pulled.
    func spread(behind layout: PageLayout, to end: Double, of size: Size, _ theme: Theme) {
        let margin = (theme.em * 2).rounded()
        let (left, width) = layout.extent
        isUserInteractionEnabled = false
        frame = Rect(
            left - margin, -size.height, width + 2 * margin, max(end, size.height) + 2 * size.height)
    }
}
