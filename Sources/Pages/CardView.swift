// A card that links to another page.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// A link as a card: its picture on top, its title and its subtitle. A card without a picture has its title on a coloured ground in
/// the picture's place; where no card beside it has a picture, the ground is the card, with both texts on it. The whole card can
/// be tapped; it is darker while a finger rests on it, and after a tap.
final class CardView: View, BlockView, LiveView {
    private var title: SetText
    private var subtitle: SetText?
    private let picture: PictureView?
    private let theme: Theme
    private let setter: TextSetter
    private let direction: LayoutDirection
    /// Whether cards beside it have pictures, so that the ground is as high as pictures are.
    private let isAmongPictures: Bool
    private let shade: FillView
    private lazy var highlight = Highlight(of: self) { [unowned self] in shade.layer.isHidden = !$0 }

    /// The height of a picture as a share of its width: between 3:2 and 16:9, in which most photos are.
    private static let pictureShare = 0.62

    init(
        _ row: Row, text: TextSetter, theme: Theme, isAmongPictures: Bool, direction: LayoutDirection,
        open: @escaping (Link) -> Void
    ) {
        (setter, self.theme, self.direction) = (text, theme, direction)
        self.isAmongPictures = isAmongPictures || row.picture?.picture != nil
        let fit = row.picture?.fitInTile ?? .covering
        picture = row.picture?.picture.map {
            PictureView($0, description: "", fit: fit, cornerRadius: theme.radius(0.4), theme: theme)
        }
        title = text.set(
            row.title,
            picture == nil
                ? theme.style(1.2, weight: .semibold, color: theme.background) : theme.style(1.05, weight: .medium))
        let subtitleColor = self.isAmongPictures ? theme.secondaryText : theme.background
        // A value, such as a price, stands before the other words.
        let isBoth = !row.value.isEmpty && !row.subtitle.isEmpty
        let words = row.value + (isBoth ? [.text(" · ")] : []) + row.subtitle
        subtitle = words.isEmpty ? nil : text.set(words, theme.style(0.9, color: subtitleColor))
        shade = FillView(theme.text)
        super.init(drawsContents: true, isOpaque: true)
        if let picture {
            picture.isUserInteractionEnabled = false
            picture.focus = row.picture?.focus ?? Picture.middle
            addSubview(picture)
        }
        shade.isUserInteractionEnabled = false
        (shade.layer.opacity, shade.layer.cornerRadius, shade.layer.isHidden) = (0.14, theme.radius(0.4), true)
        addSubview(shade)
        guard let link = row.link else { return }
        let tap = TapRecognizer()
        highlight.follow(tap)
        tap.onAction { _ in open(link) }
        addRecognizer(tap)
        isLink = true
    }

    private var isLink = false

    /// What lies where in a card of a width: from the top the cover (the picture, or the ground with words on it), then the words
    /// below it.
    private struct Parts {
        var cover: Double
        var onCover: [TextLayout] = []
        var below: [TextLayout] = []

        /// The height below the cover.
        func heightBelow(_ em: Double) -> Double {
            below.isEmpty ? 0 : below.reduce(0.9 * em) { $0 + $1.size.height }.rounded(.up)
        }
    }

    private func parts(_ width: Double) -> Parts {
        let em = theme.em
        func layout(_ text: SetText?, _ margin: Double) -> [TextLayout] {
            [text].compactMap(\.self).map {
                TextLayout(
                    $0.attributed, width: max(em, width - 2 * margin * em),
                    alignment: setter.alignment(of: $0, on: direction), lineLimit: 3)
            }
        }
        var parts = Parts(cover: isAmongPictures ? (width * Self.pictureShare).rounded() : Self.leastGround * em)
        if picture != nil {
            parts.below = layout(title, 0) + layout(subtitle, 0)
            return parts
        }
        parts.onCover = layout(title, Self.groundMargin) + (isAmongPictures ? [] : layout(subtitle, Self.groundMargin))
        if isAmongPictures { parts.below = layout(subtitle, 0) }
        let words = parts.onCover.reduce(2 * Self.groundMargin * em) { $0 + $1.size.height }
        parts.cover = max(parts.cover, words.rounded(.up))
        return parts
    }

    /// The least height of a card that is only a ground, in em.
    private static let leastGround = 5.0
    /// The space around the words on the cover, in em. Those below it begin where it does.
    private static let groundMargin = 0.9

    func height(forWidth width: Double) -> Double {
        let parts = parts(width)
        return max(parts.cover + parts.heightBelow(theme.em), theme.fingertip)
    }

    var placeholders: [Placeholder] {
        [title, subtitle].flatMap { $0?.source?.inlines.placeholders ?? [] }
    }

    func refresh(_ setter: TextSetter) -> Bool {
        let before = (title, subtitle)
        let next = [title, subtitle].map { $0?.refreshed(by: setter) }
        guard next.contains(where: { $0 != nil }) else { return true }
        (title, subtitle) = (next[0] ?? title, next[1] ?? subtitle)
        // In a line of cards all are as high as the highest.
        guard height(forWidth: bounds.width) <= bounds.height else {
            (title, subtitle) = before
            return false
        }
        setNeedsDisplay()
        return true
    }

    override func layout() {
        // Words below a picture do not touch the edge of the shade.
        let reach = isAmongPictures ? (0.4 * theme.em).rounded() : 0
        shade.frame = Rect(-reach, -reach, bounds.width + 2 * reach, bounds.height + reach)
        picture?.frame = Rect(0, 0, bounds.width, (bounds.width * Self.pictureShare).rounded())
    }

    override var spoken: Spoken? {
        Spoken(.link, [title, subtitle].compactMap { $0?.attributed.string }.joined(separator: ", "))
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        let (parts, em) = (parts(bounds.width), theme.em)
        // A ground that is the whole card is as high as the highest card of its line.
        let cover = isAmongPictures ? parts.cover : bounds.height
        if picture == nil {
            canvas.fill(Rect(0, 0, bounds.width, cover), theme.accent, cornerRadius: theme.radius(0.4))
        }
        var y = (cover - parts.onCover.reduce(0) { $0 + $1.size.height }) / 2
        draw(parts.onCover, from: &y, margin: Self.groundMargin, on: canvas)
        y = cover + 0.35 * em
        draw(parts.below, from: &y, margin: 0, on: canvas)
    }

    private func draw(_ texts: [TextLayout], from y: inout Double, margin: Double, on canvas: Canvas) {
        for text in texts {
            canvas.draw(text, at: Point((margin * theme.em).rounded(), y.rounded()))
            y += text.size.height
        }
    }

    override func touchesBegan(_ touches: [Touch]) { if isLink { highlight.touchDown() } }
    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
