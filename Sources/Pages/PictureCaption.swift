// The words below a picture.

import Drawing
import Geometry
import Stage

/// The caption of a picture: smaller text in the secondary colour, in the middle below the picture.
final class PictureCaption: View, BlockView {
    private let label: TextView

    init(_ words: String, text: TextSetter) {
        let style = text.theme.style(0.85, color: text.theme.secondaryText)
        label = TextView(text.set([.text(words)], style), theme: text.theme, alignment: .center) { _ in }
        super.init()
        isUserInteractionEnabled = false
        addSubview(label)
    }

    /// The space (px) between a picture and its caption.
    static func gap(_ theme: Theme) -> Double { (theme.em * 0.5).rounded() }

    func height(forWidth width: Double) -> Double { label.height(forWidth: width) }

    override func layout() { label.frame = Rect(origin: .zero, size: bounds.size) }
}

/// A page of a gallery with captions: a picture, and its caption if it has one.
final class CaptionedPicture: View {
    private let picture: PictureBlock
    private let caption: PictureCaption?
    private let pictureHeight: Double
    private let gap: Double

    /// Places `caption` `gap` pixels below `picture`, whose place is `pictureHeight` pixels high.
    init(_ picture: PictureBlock, _ caption: PictureCaption?, pictureHeight: Double, gap: Double) {
        (self.picture, self.caption, self.pictureHeight, self.gap) = (picture, caption, pictureHeight, gap)
        super.init()
        addSubview(picture)
        if let caption { addSubview(caption) }
    }

    override func layout() {
        picture.frame = Rect(0, 0, bounds.width, pictureHeight)
        guard let caption else { return }
        // The picture may be smaller than its place, and the caption belongs close below it.
        let top = picture.shownFrame.maxY + gap
        caption.frame = Rect(0, top, bounds.width, caption.height(forWidth: bounds.width))
    }
}
