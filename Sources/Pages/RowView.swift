// A row that links to another page.

import Drawing
import Geometry
import Gestures
import Stage

/// A link as a row: its title, its subtitle and a chevron. The row is highlighted while a finger rests on it, and after
/// a tap.
final class RowView: View, BlockView, LiveView {
    private var title: SetText
    private var subtitle: SetText?
    private let picture: PictureView?
    private let theme: Theme
    private let isFirst: Bool
    private let direction: LayoutDirection
    private let link: Link?
    private var isPressed = false { didSet { setNeedsDisplay() } }
    private lazy var highlight = Highlight(of: self) { [unowned self] in isPressed = $0 }

    init(
        _ row: Row, text: TextSetter, theme: Theme, isFirst: Bool, direction: LayoutDirection,
        open: @escaping (Link) -> Void
    ) {
        self.theme = theme
        self.isFirst = isFirst
        self.direction = direction
        title = text.set(row.title, theme.style(1.1, weight: .medium))
        subtitle = row.subtitle.isEmpty ? nil : text.set(row.subtitle, theme.style(0.9, color: theme.secondaryText))
        // A picture that became unreadable after the check leaves its place empty, because the row has text.
        picture = row.picture?.picture.map {
            PictureView($0, description: "", fit: .covering, cornerRadius: theme.em * 0.25, theme: theme)
        }
        link = row.link
        super.init(drawsContents: true, isOpaque: true)
        if let picture {
            picture.isUserInteractionEnabled = false
            addSubview(picture)
        }
        guard let link else { return }
        let tap = TapRecognizer()
        highlight.follow(tap)
        tap.onAction { _ in open(link) }
        addRecognizer(tap)
    }

    private var textLeft: Double { theme.em * (picture == nil ? 0.6 : 4.6) }

    private func textWidth(_ width: Double) -> Double { max(theme.em, width - textLeft - 2.4 * theme.em) }

    private func layouts(_ width: Double) -> [TextLayout] {
        [title, subtitle].compactMap(\.self).map { TextLayout($0.attributed, width: textWidth(width), lineLimit: 3) }
    }

    func height(forWidth width: Double) -> Double {
        let text = layouts(width).reduce(0) { $0 + $1.size.height }
        return max(text + 1.3 * theme.em, 2.6 * theme.em, picture == nil ? 0 : 4.2 * theme.em).rounded(.up)
    }

    var placeholders: [Placeholder] {
        [title, subtitle].flatMap { $0?.source?.inlines.placeholders ?? [] }
    }

    func refresh(_ setter: TextSetter) -> Bool {
        let next = (title: title.refreshed(by: setter), subtitle: subtitle?.refreshed(by: setter))
        guard next.title != nil || next.subtitle != nil else { return true }
        let before = (title, subtitle)
        (title, subtitle) = (next.title ?? title, next.subtitle ?? subtitle)
        guard height(forWidth: bounds.width) == bounds.height else {
            (title, subtitle) = before
            return false
        }
        setNeedsDisplay()
        return true
    }

    /// `area` for left-to-right text, or its mirror image for right-to-left text.
    private func placed(_ area: Rect) -> Rect {
        direction == .rightToLeft
            ? Rect(bounds.width - area.maxX, area.minY, area.width, area.height) : area
    }

    override func layout() {
        picture?.frame = placed(Rect(theme.em * 0.4, theme.em * 0.5, theme.em * 3.6, bounds.height - theme.em))
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(isPressed ? theme.pressed : theme.background)
        let layouts = layouts(bounds.width)
        var y = (bounds.height - layouts.reduce(0) { $0 + $1.size.height }) / 2
        for layout in layouts {
            canvas.draw(layout, at: placed(Rect(textLeft, y.rounded(), layout.size.width, layout.size.height)).origin)
            y += layout.size.height
        }
        if link != nil {
            let reach = theme.em * 0.32
            let chevron = placed(
                Rect(bounds.width - theme.em * 1.1 - reach, bounds.height / 2 - reach, reach, 2 * reach))
            let (back, tip) =
                direction == .rightToLeft ? (chevron.maxX, chevron.minX) : (chevron.minX, chevron.maxX)
            canvas.stroke(
                Path(lines: [
                    Point(back, chevron.minY), Point(tip, chevron.center.y), Point(back, chevron.maxY),
                ]), width: theme.em * 0.1, theme.secondaryText)
        }
        let line = max(1, (theme.em * 0.05).rounded())
        if isFirst { canvas.fill(Rect(0, 0, bounds.width, line), theme.separator) }
        canvas.fill(Rect(0, bounds.height - line, bounds.width, line), theme.separator)
    }

    override func touchesBegan(_ touches: [Touch]) { if link != nil { highlight.touchDown() } }
    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
