// One page of a kiosk: what its front matter says, and what stands on it.

public import Geometry

/// How a finger leads back from a page.
public enum PopStyle: String, CaseIterable, Sendable {
    /// A swipe from the leading edge.
    case edge
    /// A swipe from anywhere.
    case fullScreen = "full-screen"
    /// Not at all.
    case off
}

/// A page of a kiosk.
public struct Page: Hashable, Sendable {
    /// Its path in the kiosk's folder without `.md`.
    public var name: String
    /// Its file, as diagnostics name it.
    public var file: String
    /// What its bar says: `title`, else the first heading, else the name.
    public var title: String
    /// Whether the bar with the title is shown.
    public var isBarShown = true
    /// How a finger leads back; nil for the kiosk's way.
    public var pop: PopStyle?
    /// How near to the leading edge a full-screen pop must begin; nil for anywhere.
    public var popZone: Length?
    /// The language of its text; nil for the kiosk's.
    public var language: String?
    /// The command of the program whose window is the page; nil for a page of its own blocks.
    public var app: String?
    /// What stands on it, from top to bottom.
    public var blocks: [Block] = []

    /// A page called `name` with nothing on it.
    public init(name: String, file: String) {
        self.name = name
        self.file = file
        title = name.split(separator: "/").last.map(String.init) ?? name
    }

    /// All links on the page, in reading order.
    public var links: [Link] { blocks.flatMap(\.links) }
}

private enum Bar: String, CaseIterable {
    case shown, hidden
}

extension Page {
    /// Reads the front matter of a page; without a title the page keeps its name for one.
    init(name: String, file: String, frontMatter settings: Settings?) {
        self.init(name: name, file: file)
        guard let settings else { return }
        title = settings.string("title") ?? title
        isBarShown = settings.choice("bar", Bar.self) != .hidden
        pop = settings.choice("pop", PopStyle.self)
        popZone = settings.length("pop-zone")
        language = settings.string("language")
        app = settings.string("app")
    }
}

extension Block {
    /// All links in the block, in reading order.
    var links: [Link] {
        switch content {
        case .heading(_, let text), .paragraph(let text): text.flatMap(\.links)
        case .rows(let rows): rows.flatMap { [$0.link].compactMap(\.self) }
        case .list(_, let items): items.flatMap { $0.flatMap(\.links) }
        case .picture(let picture): [picture.link].compactMap(\.self)
        case .gallery(let pictures): pictures.compactMap(\.link)
        case .quote(let blocks): blocks.flatMap(\.links)
        case .code, .rule: []
        case .table(let table): (table.header + table.rows.joined()).flatMap { $0.flatMap(\.links) }
        }
    }
}

extension Inline {
    /// All links in the text, in reading order.
    var links: [Link] {
        switch self {
        case .link(let link, let parts): [link] + parts.flatMap(\.links)
        case .emphasis(let parts), .strong(let parts), .struck(let parts): parts.flatMap(\.links)
        case .text, .code, .lineBreak: []
        }
    }
}
