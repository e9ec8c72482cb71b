// The words below a picture.

import Drawing
import Geometry
import Stage

/// The caption of a picture: smaller text in the secondary colour, which begins where the picture does.
final class PictureCaption: View, BlockView {
    private let label: TextView

    /// The caption `words` on a page in `direction`.
    init(_ words: String, text: TextSetter, direction: LayoutDirection) {
        let set = text.set([.text(words)], text.theme.style(0.85, color: text.theme.secondaryText))
        label = TextView(set, theme: text.theme, alignment: text.alignment(of: set, on: direction)) { _ in }
        super.init()
        isUserInteractionEnabled = false
        addSubview(label)
    }

    /// The space (px) between a picture and its caption.
    static func gap(_ theme: Theme) -> Double { (theme.em * 0.5).rounded() }

    func height(forWidth width: Double) -> Double { label.height(forWidth: width) }

    override func layout() { label.frame = Rect(origin: .zero, size: bounds.size) }
}

/// A page of a gallery: a picture where lines begin, and its caption if it has one.
final class CaptionedPicture: View {
    private let picture: PictureBlock
    private let caption: PictureCaption?
    private let pictureHeight: Double
    private let gap: Double
    private let direction: LayoutDirection

    /// Places `caption` `gap` pixels below `picture`, whose place is `pictureHeight` pixels high, on a page in `direction`.
    init(
        _ picture: PictureBlock, _ caption: PictureCaption?, pictureHeight: Double, gap: Double,
        direction: LayoutDirection
    ) {
        (self.picture, self.caption, self.pictureHeight, self.gap) = (picture, caption, pictureHeight, gap)
        self.direction = direction
        super.init()
        addSubview(picture)
        if let caption { addSubview(caption) }
    }

    override func layout() {
        let width = picture.width(inColumnOf: bounds.width)
        picture.frame = Rect(direction == .leftToRight ? 0 : bounds.width - width, 0, width, pictureHeight)
        guard let caption else { return }
        // The picture may be smaller than its place, and the caption belongs close below it.
        let top = picture.shownFrame.maxY + gap
        caption.frame = Rect(0, top, bounds.width, caption.height(forWidth: bounds.width))
    }
}
