// A row of a list: a link, or a thing with a value.

import Drawing
import Geometry
import Gestures
import Stage

/// A row: its title, its value at the end, its subtitle, and a chevron if it links to a page. A row that can be tapped is highlighted
/// while a finger rests on it, and after a tap.
final class RowView: View, BlockView, LiveView {
    private var title: SetText
    private var value: SetText?
    private var subtitle: SetText?
    private let picture: PictureView?
    private let setter: TextSetter
    private let theme: Theme
    private let isFirst: Bool
    /// Whether the list has rows that can be tapped, so that all of them have their height and room for a chevron.
    private let isAmongLinks: Bool
    /// Whether a row of the list has a picture, so that the words of all rows begin beside it.
    private let isAmongPictures: Bool
    private let direction: LayoutDirection
    private let link: Link?
    /// The sides at which a swipe uncovers actions.
    private let hasActions: (leading: Bool, trailing: Bool)
    private var isPressed = false { didSet { setNeedsDisplay() } }
    private lazy var highlight = Highlight(of: self) { [unowned self] in isPressed = $0 }

    init(
        _ row: Row, text: TextSetter, theme: Theme, isFirst: Bool, isAmongLinks: Bool, isAmongPictures: Bool,
        direction: LayoutDirection, open: @escaping (Link) -> Void
    ) {
        setter = text
        self.theme = theme
        self.isFirst = isFirst
        (self.isAmongLinks, self.isAmongPictures) = (isAmongLinks, isAmongPictures)
        self.direction = direction
        title = text.set(row.title, theme.style(1.1, weight: .medium))
        value = row.value.isEmpty ? nil : text.set(row.value, theme.style(1.1, weight: .semibold))
        subtitle = row.subtitle.isEmpty ? nil : text.set(row.subtitle, theme.style(0.9, color: theme.secondaryText))
        // A picture that became unreadable after the check leaves its place empty, because the row has text.
        let fit = row.picture?.fitInTile ?? .covering
        picture = row.picture?.picture.map {
            PictureView($0, description: "", fit: fit, cornerRadius: theme.radius(0.25), theme: theme)
        }
        link = row.link
        hasActions = (!row.leading.isEmpty, !row.trailing.isEmpty)
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

    private var textLeft: Double { theme.em * (isAmongPictures ? 4.6 : 0.6) }

    /// The width (px) of the texts in a row of `width`, from the title to the value.
    private func textWidth(_ width: Double) -> Double {
        max(theme.em, width - textLeft - (isAmongLinks ? 2.4 : 0.6) * theme.em)
    }

    /// The texts of the row, with their places for text from left to right. The top of the first is at 0.
    private func texts(_ width: Double) -> (texts: [(layout: TextLayout, area: Rect)], height: Double) {
        let room = textWidth(width)
        var texts: [(layout: TextLayout, area: Rect)] = []
        var y = 0.0
        func add(_ text: SetText, width: Double) {
            let layout = TextLayout(
                text.attributed, width: width, alignment: setter.alignment(of: text, on: direction), lineLimit: 3)
            texts.append((layout, Rect(origin: Point(textLeft, y), size: layout.size)))
            y += layout.size.height
        }
        if let value {
            let end = TextLayout(value.attributed)
            let rest = room - end.size.width.rounded(.up) - theme.em
            let whole = TextLayout(title.attributed)
            if whole.size.width <= rest
                || end.size.width <= room * Self.mostForValue && setter.widestWord(in: title) <= rest
            {
                let layout = whole.size.width <= rest ? whole : TextLayout(title.attributed, width: rest, lineLimit: 3)
                // They stand on one line, whatever their scripts.
                let line = max(layout.baseline, end.baseline)
                texts.append((layout, Rect(origin: Point(textLeft, line - layout.baseline), size: layout.size)))
                texts.append(
                    (end, Rect(origin: Point(textLeft + room - end.size.width, line - end.baseline), size: end.size)))
                y = texts.map(\.area.maxY).max() ?? 0
            } else {
                add(title, width: room)
                add(value, width: room)
            }
        } else {
            add(title, width: room)
        }
        if let subtitle { add(subtitle, width: room) }
        return (texts, y)
    }

    /// The greatest share of a row's width that a value has beside a title of several lines.
    private static let mostForValue = 0.34

    func height(forWidth width: Double) -> Double {
        let least = isAmongLinks ? max(2.6 * theme.em, theme.fingertip) : 2.1 * theme.em
        let margin = isAmongLinks ? 1.3 : 0.8
        return max(texts(width).height + margin * theme.em, least, picture == nil ? 0 : 4.2 * theme.em)
            .rounded(.up)
    }

    var placeholders: [Placeholder] {
        [title, value, subtitle].flatMap { $0?.source?.inlines.placeholders ?? [] }
    }

    func refresh(_ setter: TextSetter) -> Bool {
        let before = (title, value, subtitle)
        let next = [title, value, subtitle].map { $0?.refreshed(by: setter) }
        guard next.contains(where: { $0 != nil }) else { return true }
        (title, value, subtitle) = (next[0] ?? title, next[1] ?? value, next[2] ?? subtitle)
        // In a line of rows all are as high as the highest.
        guard height(forWidth: bounds.width) <= bounds.height else {
            (title, value, subtitle) = before
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
        let (texts, height) = texts(bounds.width)
        let top = ((bounds.height - height) / 2).rounded()
        for (layout, area) in texts { canvas.draw(layout, at: placed(area.offset(by: Vector(0, top))).origin) }
        if let link, !link.isNote {
            let reach = theme.em * 0.32
            let chevron = placed(
                Rect(bounds.width - theme.em * 1.1 - reach, bounds.height / 2 - reach, reach, 2 * reach))
            let (back, tip) =
                direction == .rightToLeft ? (chevron.maxX, chevron.minX) : (chevron.minX, chevron.maxX)
            canvas.stroke(
                Path(lines: [
                    Point(back, chevron.minY), Point(tip, chevron.center.y), Point(back, chevron.maxY),
                ]), width: theme.em * 0.1, theme.mark)
        }
        // Three dots show that the row has actions, as a chevron shows that it has a page.
        let (side, step) = ((theme.em * 0.2).rounded(.up), (theme.em * 0.42).rounded())
        for (isThere, x) in [
            (hasActions.leading, theme.em * 0.1), (hasActions.trailing, bounds.width - theme.em * 0.1 - side),
        ] where isThere {
            for dot in -1...1 {
                let y = (bounds.height - side) / 2 + Double(dot) * step
                canvas.fill(placed(Rect(x.rounded(), y.rounded(), side, side)), theme.accent, cornerRadius: side / 2)
            }
        }
        let line = max(1, (theme.em * 0.05).rounded())
        if isFirst { canvas.fill(Rect(0, 0, bounds.width, line), theme.separator) }
        canvas.fill(Rect(0, bounds.height - line, bounds.width, line), theme.separator)
    }

    override func touchesBegan(_ touches: [Touch]) { if link != nil { highlight.touchDown() } }
    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
