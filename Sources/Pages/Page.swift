// One page of a kiosk: what its front matter says, and what stands on it.

public import Geometry
public import Stage

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
    /// When a pop of it finishes, where it differs from the kiosk's: the share of the screen from 0 to 1, …
    public var finishShare: Double?
    /// … the most that a pop asks for, …
    public var finishLimit: Length?
    /// … and how far ahead the finger's velocity is counted.
    public var velocityWeight: Instant.Span?
    /// The heights at which it rests as a sheet; empty for the usual one.
    public var detents: [Detent] = []
    /// Which way its text runs; nil when its language says it.
    public var direction: LayoutDirection?
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
        finishShare = settings.number("finish-share", in: 0...1)
        finishLimit = settings.length("finish-limit")
        velocityWeight = settings.span("velocity-weight")
        detents = (settings.strings("detents") ?? []).compactMap { text in
            let detent = Detent(text)
            if detent == nil {
                settings.reject(
                    "detents", "must be lengths such as \"120 mm\" or shares of the screen such as \"60 %\"")
            }
            return detent
        }
        direction = settings.choice("direction", LayoutDirection.self)
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

extension Detent {
    /// A length with its unit, or a share of the panel's height such as `60 %`, from 10 to 92.
    init?(_ text: String) {
        if text.hasSuffix("%") {
            let digits = text.dropLast().reversed().drop { $0 == " " }.reversed()
            guard let percent = Double(String(digits)), (10...92).contains(percent) else { return nil }
            self = .share(percent / 100)
        } else {
            guard let length = Length(text), length.millimetres >= 20 else { return nil }
            self = .height(length.millimetres)
        }
    }
}

extension LayoutDirection {
    /// The direction in which `language` (BCP 47) is written: by its script where it names one, else by the language.
    public init(language: String) {
        let parts = language.lowercased().split(separator: "-")
        let scripts: Set<Substring> = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"]
        let languages: Set<Substring> = ["ar", "he", "fa", "ur", "ps", "ckb", "dv", "yi", "sd", "ug", "syr", "nqo"]
        let isNamed = parts.dropFirst().contains { $0.count == 4 }
        let isRightToLeft =
            isNamed ? parts.contains { scripts.contains($0) } : parts.first.map { languages.contains($0) } ?? false
        self = isRightToLeft ? .rightToLeft : .leftToRight
    }
}
