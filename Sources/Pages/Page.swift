// One page of a kiosk: its front matter and its blocks.

import Drawing
package import Geometry
import Settings
package import Stage

/// A page of a kiosk.
package struct Page: Hashable, Sendable {
    /// The path of the page in the kiosk's folder, without `.md` and without the language in a translation's name.
    package var name: String
    /// The language in the name of the file. Nil for the page in the default language.
    package var translation: String?
    /// The path of the file, as diagnostics name it.
    package var file: String
    /// The title in the bar: `title`, or else the first heading, or else the last part of the name.
    package var title: String
    /// The title with its placeholders.
    package var titleText: [Inline] = []
    /// The hours of the place, which `{{open}}` shows. Nil takes the kiosk's.
    var hours: OpeningHours?
    /// The placeholders on the page and in its title.
    var placeholders: Set<Placeholder> = []
    /// Whether something on the page changes with the wall clock.
    var followsClock: Bool { placeholders.contains(where: \.followsClock) }
    /// Whether the bar with the title is shown.
    package var isBarShown = true
    /// How a swipe goes back. Nil takes the kiosk's setting.
    package var pop: PopStyle?
    /// The greatest distance from the leading edge at which a full-screen pop may begin. Nil allows any.
    package var popZone: Length?
    /// The share of the screen after which a pop finishes, from 0 to 1. Nil takes the kiosk's setting.
    package var finishShare: Double?
    /// The greatest distance that a pop needs to finish. Nil takes the kiosk's setting.
    package var finishLimit: Length?
    /// The time by which the finger's velocity is extrapolated. Nil takes the kiosk's setting.
    package var velocityWeight: Instant.Span?
    /// The heights at which the page rests as a sheet. Empty for the usual height.
    package var detents: [Detent] = []
    /// The direction of the text. Nil when it follows from the language.
    package var direction: LayoutDirection?
    /// The language of the text. Nil takes the kiosk's language.
    package var language: String?
    /// The most columns of the page. Nil for as many as there is room for.
    package var columns: Int?
    /// How lists of links are shown. Nil takes the kiosk's setting.
    package var rows: RowStyle?
    /// Whether a long list of links in alphabetical order has an index.
    package var hasIndex = true
    /// The program whose window is the page. Nil for a page of Markdown.
    package var program: GuestProgram?
    /// Where the front matter says what goes with the program, by key.
    package var programPlaces: [String: SourcePlace] = [:]
    /// The blocks of the page, from top to bottom.
    package var blocks: [Block] = []
    /// The footnotes, from number 1 on.
    package var notes: [[Block]] = []
    /// The messages of the errors in the file, without which the page is shown.
    var faults: Set<String> = []
    /// The files and pictures to which it refers.
    var targets = PageTargets()

    /// Makes a page called `name` without blocks.
    package init(name: String, file: String) {
        self.name = name
        self.file = file
        title = name.split(separator: "/").last.map(String.init) ?? name
    }

    /// All links on the page that lead to pages, in reading order.
    package var links: [Link] { allLinks.filter { $0.choice == nil } }
    /// Whether the page has a link that changes the language.
    var changesLanguage: Bool { allLinks.contains { $0.choice != nil } }
    private var allLinks: [Link] { (blocks + notes.joined()).flatMap(\.links) }

    /// The files of all pictures on the page, in reading order.
    package var pictureFiles: [String] { (blocks + notes.joined()).flatMap(\.pictures).compactMap(\.picture?.path) }
}

private enum Bar: String, CaseIterable {
    case shown, hidden
}

extension Page {
    /// Reads the front matter of a page. Without a title, the last part of the page's name is its title.
    init(name: String, file: String, frontMatter settings: Settings?, sliders: [String: SliderTable]? = [:]) {
        self.init(name: name, file: file)
        guard let settings else { return }
        if let title = settings.title {
            self.title = title
            titleText = Placeholder.inlines(of: title, on: name, sliders: sliders) { settings.report("title", $0) }
        }
        hours = OpeningHours(reading: settings)
        isBarShown = settings.choice("bar", Bar.self) != .hidden
        pop = settings.choice("pop", PopStyle.self)
        popZone = settings.length("pop-zone")
        finishShare = settings.number("finish-share", in: 0...1)
        finishLimit = settings.length("finish-limit")
        velocityWeight = settings.span("velocity-weight")
        detents = (settings.strings("detents") ?? []).compactMap { text in
            let detent = Detent(text)
            if detent == nil {
                settings.report(
                    "detents",
                    "a height in detents is a length of at least \"20 mm\", or a share of the screen from \"10 %\" to \"92 %\", "
                        + "not \"\(text)\"")
            }
            return detent
        }
        direction = settings.choice("direction", LayoutDirection.self)
        language = settings.language
        columns = settings.integer("columns", of: Array(1...PageGrid.most))
        rows = settings.choice("rows", RowStyle.self)
        hasIndex = settings.bool("index") ?? true
        program = GuestProgram(reading: settings)
        checkKeys(besideProgram: settings)
    }
}

extension Block {
    /// All links in the block, in reading order.
    var links: [Link] {
        switch content {
        case .heading(_, let text), .paragraph(let text): text.flatMap(\.links)
        case .rows(let rows): rows.flatMap(\.links)
        case .list(_, let items): items.flatMap { $0.flatMap(\.links) }
        case .tasks(_, let tasks): tasks.flatMap { $0.blocks.flatMap(\.links) }
        case .picture(let picture): picture.links
        case .gallery(let pictures): pictures.flatMap(\.links)
        case .quote(let blocks): blocks.flatMap(\.links)
        case .stepped(let stepped): stepped.blocks.flatMap(\.links)
        case .code, .rule, .dataTable, .qrCode, .slider: []
        case .table(let table): (table.header + table.rows.joined()).flatMap { $0.flatMap(\.links) }
        }
    }
}

extension PagePicture {
    /// The link of the picture, and those of its places.
    fileprivate var links: [Link] { [link].compactMap(\.self) + places.map(\.link) }
}

extension Block {
    /// All pictures in the block, in reading order.
    var pictures: [PagePicture] {
        switch content {
        case .picture(let picture): [picture]
        case .gallery(let pictures): pictures
        case .rows(let rows): rows.compactMap(\.picture)
        case .list(_, let items): items.flatMap { $0.flatMap(\.pictures) }
        case .tasks(_, let tasks): tasks.flatMap { $0.blocks.flatMap(\.pictures) }
        case .quote(let blocks): blocks.flatMap(\.pictures)
        case .stepped(let stepped): stepped.blocks.flatMap(\.pictures)
        case .heading, .paragraph, .code, .rule, .table, .dataTable, .qrCode, .slider: []
        }
    }
}

extension Inline {
    /// All links in the text, in reading order.
    var links: [Link] {
        switch self {
        case .link(let link, let parts): [link] + parts.flatMap(\.links)
        case .note(let link, _): [link]
        case .emphasis(let parts), .strong(let parts), .struck(let parts): parts.flatMap(\.links)
        case .text, .code, .lineBreak, .placeholder: []
        }
    }
}

extension Detent {
    /// Reads a length with its unit (at least 20 mm), or a share of the panel's height such as `60 %`, from 10 to 92.
    init?(_ text: String) {
        if text.hasSuffix("%") {
            guard let share = Double(percent: text), (0.1...0.92).contains(share) else { return nil }
            self = .share(share)
        } else {
            guard let length = Length(text), length.millimetres >= 20 else { return nil }
            self = .height(length.millimetres)
        }
    }
}
