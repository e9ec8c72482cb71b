// Sheets of every kind, and the choice of how they share a finger with their content.

import Bezel

/// Presents sheets with different scrolling content, and sets how a sheet and its content share a finger.
final class Sheets: Sample {
    private weak var stage: Stage?
    private var before = PullStyle.continuous

    init() {
        super.init(
            name: "sheets", title: "Sheets",
            summary: "Pull them away in three ways: plain ones, with detents, with lists, with each other.")
    }

    /// The content of a sheet, and its detents.
    struct Kind {
        let name: String
        let title: String
        let summary: String
        var detents: [Detent] = []
        let fill: (View, SheetScreen, Theme) -> Void
    }

    override func load(into content: View) {
        guard let stage = navigator?.stage else { return }
        before = stage.gestures.pull
        self.stage = stage
    }

    override func build(in content: View, theme: Theme) {
        guard let stage else { return }
        let column = Column(in: content, theme: theme)
        column.addHeading("Pull it down", "How should a sheet and what scrolls in it share a finger?")
        let styles = PullStyle.allCases
        let segments = Segments(
            styles.map(\.rawValue), chosen: styles.firstIndex(of: stage.gestures.pull) ?? 0, theme: theme
        ) {
            [unowned stage] in stage.gestures.pull = styles[$0]
        }
        column.add(segments, gap: 0.9)
        column.addRows(
            Self.kinds.map { kind in
                Link(title: kind.title, summary: kind.summary) { [unowned stage] in stage.present(SheetScreen(kind)) }
            })
    }

    /// Restores the setting of `load`, because a change applies to this page only.
    override func didDisappear() { if navigator == nil { stage?.gestures.pull = before } }

    static var kinds: [Kind] {
        [
            Kind(name: "sheet-plain", title: "Plain", summary: "Nothing in it scrolls.") { content, _, theme in
                let poster = Poster(3, theme: theme)
                poster.frame = Rect(origin: .zero, size: content.bounds.size)
                content.addSubview(poster)
            },
            Kind(
                name: "sheet-detents", title: "Three heights",
                summary: "It rests at 90 mm, at 60 %, and all the way up.",
                detents: [.height(90), .share(0.6), .share(0.92)]
            ) { content, _, theme in addList(to: content, in: Rect(origin: .zero, size: content.bounds.size), theme) },
            Kind(
                name: "sheet-list", title: "A list", summary: "One finger goes on from the list to the sheet and back."
            ) {
                content, _, theme in addList(to: content, in: Rect(origin: .zero, size: content.bounds.size), theme)
            },
            Kind(name: "sheet-two-lists", title: "Two lists", summary: "Side by side, each with its own top.") {
                content, _, theme in
                let width = ((content.bounds.width - 2) / 2).rounded(.down)
                let height = content.bounds.height
                for x in [0, width + 2] { addList(to: content, in: Rect(x, 0, width, height), theme) }
                let line = View()
                line.layer.backgroundColor = theme.separator
                line.frame = Rect(width, 0, 2, height)
                content.addSubview(line)
            },
            Kind(name: "sheet-both-axes", title: "A wall of pictures", summary: "It scrolls both ways.") {
                content, _, theme in content.addSubview(wall(content.bounds.size, theme: theme))
            },
            Kind(name: "sheet-gallery", title: "A gallery", summary: "It pages sideways; the pull is straight down.") {
                content, _, theme in content.addSubview(gallery(content.bounds.size, theme: theme))
            },
            Kind(name: "sheet-on-sheet", title: "A sheet on a sheet", summary: "The upper one goes first.") {
                content, screen, theme in
                let column = Column(in: content, theme: theme)
                column.addHeading("One above the other", "Each steps back for the next.")
                column.addRows([
                    Link(title: "Another sheet", summary: "As high as this one.") { [unowned screen] in
                        screen.navigator?.stage.present(SheetScreen(Self.kinds[0]))
                    },
                    Link(title: "A low sheet", summary: "With three heights.") { [unowned screen] in
                        screen.navigator?.stage.present(SheetScreen(Self.kinds[1]))
                    },
                    Link(title: "A page in this sheet", summary: "A sheet has a stack of its own.") {
                        [unowned screen] in
                        screen.navigator?.push(LookScreen(Look.all[0]))
                    },
                ])
            },
        ]
    }

    private static func addList(to content: View, in frame: Rect, _ theme: Theme) {
        content.addSubview(list(frame, theme: theme))
    }

    /// A list of 300 rows.
    static func list(_ frame: Rect, theme: Theme) -> ListView {
        let list = ListView(count: 300, estimatedRowHeight: ThingRow.height(theme)) { index, width in
            ThingRow(Thing(number: index), width: width, theme: theme)
        }
        list.frame = frame
        return list
    }

    /// A grid of pictures in a view that scrolls in both directions.
    static func wall(_ size: Size, theme: Theme) -> ScrollView {
        let wall = ScrollView(axes: [.horizontal, .vertical])
        wall.frame = Rect(origin: .zero, size: size)
        let (card, gap) = (Size((theme.em * 20).rounded(), (theme.em * 13).rounded()), theme.em.rounded())
        for number in 0..<42 {
            let poster = Poster(number, theme: theme)
            poster.frame = Rect(
                origin: Point(
                    gap + Double(number % 7) * (card.width + gap), gap + Double(number / 7) * (card.height + gap)),
                size: card)
            wall.addSubview(poster)
        }
        wall.contentSize = Size(gap + 7 * (card.width + gap), gap + 6 * (card.height + gap))
        return wall
    }

    /// A gallery of pictures as high as fits.
    static func gallery(_ size: Size, theme: Theme) -> GalleryView {
        let height = (size.height - 3.5 * theme.em).rounded()
        let gallery = GalleryView(
            pages: (0..<6).map { Poster($0 + 8, theme: theme) }, pageSize: Size((size.width * 0.7).rounded(), height),
            gap: theme.em.rounded(), theme: theme)
        let top = theme.em.rounded()
        gallery.frame = Rect(0, top, size.width, size.height - top)
        return gallery
    }
}

/// The root screen of a sheet.
final class SheetScreen: Screen {
    private let kind: Sheets.Kind

    init(_ kind: Sheets.Kind) {
        self.kind = kind
        super.init(name: kind.name, title: kind.title)
        detents = kind.detents
    }

    override func layout(_ content: View) {
        guard let theme = navigator?.stage.theme else { return }
        content.rebuild { kind.fill(content, self, theme) }
    }
}
