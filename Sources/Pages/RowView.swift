// A row of a list: a link, or a thing with a value.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// A row: its title, its value at the end, its subtitle, and a chevron if it links to a page. All of them, and the lines between rows,
/// stand between the edges of the page's text. The row reaches a little beyond these at both sides, so that the highlight, while a finger
/// rests on it and after a tap, does not touch the words.
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
    /// The dots beside the row that show that a swipe uncovers actions there, where lines begin and where they end.
    private let dots: (leading: RowDots?, trailing: RowDots?)
    /// What fades as a swipe opens the row.
    var marks: [View] { [dots.leading, dots.trailing].compactMap(\.self) }
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
        dots = (
            row.leading.isEmpty ? nil : RowDots(theme: theme), row.trailing.isEmpty ? nil : RowDots(theme: theme)
        )
        super.init(drawsContents: true, isOpaque: true)
        if let picture {
            picture.isUserInteractionEnabled = false
            picture.focus = row.picture?.focus ?? Picture.middle
            addSubview(picture)
        }
        for mark in marks { addSubview(mark) }
        guard let link else { return }
        let tap = TapRecognizer()
        highlight.follow(tap)
        tap.onAction { _ in open(link) }
        addRecognizer(tap)
    }

    /// The distance (px) by which a row reaches beyond the text of its page at each side.
    nonisolated static func overhang(_ theme: Theme) -> Double { (0.6 * theme.em).rounded() }

    /// The room beside the words of a row, in em: for a picture before them, and for a chevron after them.
    nonisolated static let (pictureRoom, chevronRoom) = (4.2, 1.8)

    /// The size of a row's picture, in em.
    private static let pictureSize = Size(3.6, 3.2)

    private var hasChevron: Bool { link.map { !$0.isNote } ?? false }
    private var overhang: Double { Self.overhang(theme) }

    private var textLeft: Double { overhang + (isAmongPictures ? Self.pictureRoom * theme.em : 0) }

    /// The width (px) of the texts in a row of `width`, from the title to the value.
    private func textWidth(_ width: Double) -> Double {
        let marks = (isAmongLinks ? Self.chevronRoom : 0) + (dots.trailing == nil ? 0 : 0.6)
        return max(theme.em, width - textLeft - overhang - marks * theme.em)
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
        return max(
            texts(width).height + margin * theme.em, least,
            picture == nil ? 0 : (Self.pictureSize.height + 1) * theme.em
        )
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
        // All pictures of a list are of one size, however high the words beside them are.
        let (width, height) = (Self.pictureSize.width * theme.em, Self.pictureSize.height * theme.em)
        picture?.frame = placed(Rect(overhang, ((bounds.height - height) / 2).rounded(), width, height.rounded()))
        // At the start they stand beside the words, at the end between these and the chevron.
        for (dots, isLeading) in [(dots.leading, true), (dots.trailing, false)] {
            guard let dots else { continue }
            let end = bounds.width - overhang - (hasChevron ? 0.9 * theme.em : 0)
            let (size, x) = (dots.size, isLeading ? theme.em * 0.1 : end - dots.size.width)
            dots.frame = placed(
                Rect(x.rounded(), ((bounds.height - size.height) / 2).rounded(), size.width, size.height))
        }
    }

    override var spoken: Spoken? {
        Spoken(
            link == nil ? .text : .link,
            [title, value, subtitle].compactMap { $0?.attributed.string }.joined(separator: ", "))
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(isPressed ? theme.pressed : theme.background)
        let (texts, height) = texts(bounds.width)
        let top = ((bounds.height - height) / 2).rounded()
        for (layout, area) in texts { canvas.draw(layout, at: placed(area.offset(by: Vector(0, top))).origin) }
        if hasChevron {
            let (reach, stroke) = (theme.em * 0.32, theme.em * 0.1)
            let chevron = placed(
                Rect(
                    bounds.width - overhang - stroke / 2 - reach, bounds.height / 2 - reach, reach, 2 * reach))
            let (back, tip) =
                direction == .rightToLeft ? (chevron.maxX, chevron.minX) : (chevron.minX, chevron.maxX)
            canvas.stroke(
                Path(lines: [
                    Point(back, chevron.minY), Point(tip, chevron.center.y), Point(back, chevron.maxY),
                ]), width: stroke, theme.mark)
        }
        let line = max(1, (theme.em * 0.05).rounded())
        for top in [isFirst ? 0 : nil, bounds.height - line].compactMap(\.self) {
            canvas.fill(Rect(overhang, top, bounds.width - 2 * overhang, line), theme.separator)
        }
    }

    override func touchesBegan(_ touches: [Touch]) { if link != nil { highlight.touchDown() } }
    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}

/// Three dots at the side of a row, which show that it has actions there, as a chevron shows that it has a page.
private final class RowDots: View {
    /// The size (px) of the dots together.
    let size: Size

    init(theme: Theme) {
        let (side, step) = ((theme.em * 0.2).rounded(.up), (theme.em * 0.42).rounded())
        size = Size(side, 2 * step + side)
        super.init()
        isUserInteractionEnabled = false
        for dot in 0..<3 {
            let view = FillView(theme.accent)
            view.layer.cornerRadius = side / 2
            view.frame = Rect(0, Double(dot) * step, side, side)
            addSubview(view)
        }
    }
}
