// Sheets that are cards: in the middle of the glass, or beside a view with an arrow to it.

import Drawing
package import Geometry
import Layers

/// How a sheet stands on the glass that does not come from below.
package struct SheetCard {
    /// Where a card is.
    package enum Place {
        /// In the middle of the glass, over a page that is darker.
        case middle
        /// Beside a view, with an arrow to it.
        case beside(View)
    }

    let place: Place
    let spoken: Spoken
    let size: (_ room: Size, _ stage: Stage) -> Size
    /// Whether a finger can bring the card back while it leaves.
    package var canComeBack = true
    /// Whether a tap beside the card closes it.
    package var closesOnTapBeside = true

    /// A card that is `spoken` in words, whose size (px) is what `size` makes of the room that the stage has for it.
    package init(_ place: Place, spoken: Spoken, size: @escaping (_ room: Size, _ stage: Stage) -> Size) {
        (self.place, self.spoken, self.size) = (place, spoken, size)
    }

    /// The share of the glass that a card takes at most.
    private static let most = (width: 0.6, height: 0.9)
    /// The width (em) for which a card on a narrow glass takes more than its share.
    private static let least = 20.0

    /// Where the card is on `stage`, above a dock of `dockHeight` (px), and its arrow.
    @MainActor func frame(
        on stage: Stage, _ direction: LayoutDirection, above dockHeight: Double
    ) -> (card: Rect, arrow: Arrow?) {
        let theme = stage.theme
        var glass = stage.panel.pixels.size
        glass.height -= dockHeight
        let room = Size(
            max(glass.width * Self.most.width, min(glass.width * Self.most.height, Self.least * theme.em))
                .rounded(.down),
            (glass.height * Self.most.height).rounded(.down))
        let natural = size(room, stage)
        let wanted = Size(min(natural.width, room.width).rounded(.up), min(natural.height, room.height).rounded(.up))
        guard case .beside(let view) = place, let target = view.seenFrame else {
            let origin = Point(
                ((glass.width - wanted.width) / 2).rounded(), ((glass.height - wanted.height) / 2).rounded())
            return (Rect(origin: origin, size: wanted), nil)
        }
        let edge = (0.5 * theme.em).rounded()
        let reach = (0.7 * theme.em).rounded()
        let whole = Rect(origin: .zero, size: glass).inset(
            by: Insets(left: edge, top: edge, right: edge, bottom: edge))
        // Below or above the view, where there is more room if there is too little in both places; but beside a view that is too high.
        let (above, below) = (target.minY - reach - whole.minY, whole.maxY - target.maxY - reach)
        let (before, after) = (target.minX - reach - whole.minX, whole.maxX - target.maxX - reach)
        let isBeside = max(above, below) < wanted.height && max(before, after) >= wanted.width
        if isBeside {
            let goesRight = direction == .leftToRight ? after >= wanted.width : before < wanted.width
            let y = within(
                whole.minY...max(whole.minY, whole.maxY - wanted.height), target.center.y - wanted.height / 2)
            let x = goesRight ? target.maxX + reach : target.minX - reach - wanted.width
            let card = Rect(x.rounded(), y.rounded(), wanted.width, wanted.height)
            return (
                card,
                Arrow(tip: Point(goesRight ? target.maxX : target.minX, target.center.y), reach, along: .horizontal)
            )
        }
        let goesDown = below >= wanted.height || below >= above
        let height = min(wanted.height, max(reach, goesDown ? below : above))
        // It begins where the view begins.
        let x = direction == .leftToRight ? target.minX : target.maxX - wanted.width
        let card = Rect(
            within(whole.minX...max(whole.minX, whole.maxX - wanted.width), x).rounded(),
            (goesDown ? target.maxY + reach : target.minY - reach - height).rounded(), wanted.width, height)
        return (card, Arrow(tip: Point(target.center.x, goesDown ? target.maxY : target.minY), reach, along: .vertical))
    }

    private func within(_ range: ClosedRange<Double>, _ value: Double) -> Double {
        min(max(value, range.lowerBound), range.upperBound)
    }

    /// The arrow of a card that stands beside something.
    struct Arrow {
        /// Where it points (px on the panel).
        let tip: Point
        /// Its length, which is also half of its width.
        let reach: Double
        /// The axis along which it points.
        let axis: Axis

        init(tip: Point, _ reach: Double, along axis: Axis) { (self.tip, self.reach, self.axis) = (tip, reach, axis) }
    }
}

extension SheetCard {
    /// Moves a card, and fades what is behind it: one in the middle comes from below as other sheets do, and one beside a view comes out of
    /// that view.
    @MainActor func animate(_ layers: [Layer], _ extent: Double, _ animator: PropertyAnimator) {
        switch place {
        case .middle: for layer in layers { animator.add(.positionY, of: layer, from: 0, to: extent) }
        case .beside:
            for layer in layers {
                animator.add(.positionY, of: layer, from: 0, to: extent * 0.1)
                animator.add(.opacity, of: layer, from: 0, to: -1)
            }
        }
    }
}

/// What is behind a card: its edge, which is seen on a page of the same colour, and its arrow.
final class CardGround: View {
    private var theme: Theme?
    private var card = Rect.zero
    private var tip: Point?
    private var arrow: SheetCard.Arrow?
    /// The width of the edge.
    private static let edge = 2.0

    init() {
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// Takes the place behind `card` (px on the panel) with `arrow`.
    func show(_ card: Rect, _ arrow: SheetCard.Arrow?, _ theme: Theme) {
        let reach = Self.edge + (arrow?.reach ?? 0)
        let whole = card.inset(by: Insets(left: -reach, top: -reach, right: -reach, bottom: -reach))
        let origin = Point.zero - whole.origin
        (self.theme, self.card, self.arrow) = (theme, card.offset(by: origin), arrow)
        tip = arrow.map { $0.tip + origin }
        frame = whole
        setNeedsDisplay()
    }

    override func draw(on canvas: Canvas) {
        guard let theme else { return }
        let edge = Self.edge
        let outer = card.inset(by: Insets(left: -edge, top: -edge, right: -edge, bottom: -edge))
        canvas.fill(outer, theme.separator, cornerRadius: theme.radius(0.7).rounded() + edge)
        guard let arrow, let tip else { return }
        canvas.fill(triangle(arrow, at: tip, to: outer), theme.separator)
        let inwards = card.center[arrow.axis] > tip[arrow.axis] ? 1.0 : -1.0
        var inner = tip
        inner[arrow.axis] += inwards * edge * 1.5
        canvas.fill(triangle(arrow, at: inner, to: card), theme.background)
    }

    /// The triangle from `tip` to the side of `rect` that is next to it.
    private func triangle(_ arrow: SheetCard.Arrow, at tip: Point, to rect: Rect) -> Path {
        let (along, across) = (arrow.axis, arrow.axis.crossed)
        let isBefore = tip[along] < rect.center[along]
        // It reaches a little into the card, and stays away from its corners.
        let side = isBefore ? rect.origin[along] + 2 : rect.origin[along] + rect.size[along] - 2
        let corner = arrow.reach * 2
        let middle = min(
            max(tip[across], rect.origin[across] + corner), rect.origin[across] + rect.size[across] - corner)
        let half = abs(side - tip[along])
        var points = [tip, tip, tip]
        points[0][across] = middle
        for (index, shift) in [(1, -half), (2, half)] {
            points[index][along] = side
            points[index][across] = middle + shift
        }
        return Path(lines: points)
    }
}

extension View {
    /// The rectangle on the panel (px) of what is seen of the view on the glass, which may be less than the view where that is stretched; nil
    /// if it is on none.
    fileprivate var seenFrame: Rect? {
        guard panel != nil, layer.isSeen, !bounds.isEmpty else { return nil }
        let shown = layer.presentation.bounds
        return (seenPart ?? shown).offset(by: panelOrigin - shown.origin)
    }

    /// The part of the view (own space, px) that shows something: words, or a ground; nil for none.
    private var seenPart: Rect? {
        let bounds = layer.presentation.bounds
        if let label = self as? LabelView { return label.words.intersection(bounds) }
        if drawsContents || self is PictureView || (layer.backgroundColor?.alpha ?? 0) > 0 { return bounds }
        var whole: Rect?
        for view in subviews where view.layer.isSeen && !view.isLeaving {
            guard let inner = view.seenPart, !inner.isEmpty else { continue }
            let shown = view.layer.presentation
            let part = inner.offset(by: shown.position - shown.bounds.origin)
            whole = whole?.union(part) ?? part
        }
        guard let whole else { return nil }
        let part = layer.masksToBounds ? whole.intersection(bounds) : whole
        return part.isEmpty ? nil : part
    }
}
