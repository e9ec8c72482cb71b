// What stands on a page: headings, paragraphs, rows, pictures and the rest, without any looks.

public import Drawing

/// A place in a page's file.
public struct SourcePlace: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column in characters, from 1.
    public var column: Int

    /// Column `column` of line `line`.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A part of a page that stands below the one before it.
public struct Block: Hashable, Sendable {
    /// What it is and what is in it.
    public var content: Content
    /// Where in the page's file it begins.
    public var place: SourcePlace

    /// `content` that begins at `place`.
    public init(_ content: Content, at place: SourcePlace) {
        self.content = content
        self.place = place
    }

    /// The kinds of block.
    public indirect enum Content: Hashable, Sendable {
        /// A heading; level 1 is the highest, 6 the lowest.
        case heading(level: Int, [Inline])
        /// Running text.
        case paragraph([Inline])
        /// A list of links, each a row to tap.
        case rows([Row])
        /// A list of other things, numbered from `start` on when there is one.
        case list(start: Int?, items: [[Block]])
        /// One picture.
        case picture(PagePicture)
        /// Several pictures, side by side.
        case gallery([PagePicture])
        /// What somebody else said.
        case quote([Block])
        /// Text whose line breaks and spaces count.
        case code(String)
        /// A line across.
        case rule
        /// A table.
        case table(Table)
    }

    /// A table: every row has as many cells as the header.
    public struct Table: Hashable, Sendable {
        /// How the cells of each column are aligned.
        public var alignments: [TextAlignment]
        /// The cells of the first row.
        public var header: [[Inline]]
        /// The cells of the other rows.
        public var rows: [[[Inline]]]
    }
}

/// A piece of running text.
public indirect enum Inline: Hashable, Sendable {
    case text(String)
    case emphasis([Inline])
    case strong([Inline])
    case struck([Inline])
    case code(String)
    /// Text that leads somewhere.
    case link(Link, [Inline])
    case lineBreak
}

/// Where a tap leads.
public struct Link: Hashable, Sendable {
    /// How the page comes.
    public enum Presentation: String, Sendable {
        /// It slides in, and a pop leads back.
        case push
        /// It comes up as a sheet that can be pulled away.
        case sheet
    }

    /// The name of the page, which the kiosk has.
    public var page: String
    /// How the page comes.
    public var presentation: Presentation
    /// Where in the page's file the link stands.
    public var place: SourcePlace
}

/// A row of a list of links.
public struct Row: Hashable, Sendable {
    /// The text of the link.
    public var title: [Inline]
    /// The text below the link; empty when there is none.
    public var subtitle: [Inline]
    /// Where the row leads; nil when its link leads nowhere, which is an error.
    public var link: Link?
    /// A picture beside the title.
    public var picture: PagePicture?
    /// Where in the page's file the row begins.
    public var place: SourcePlace
}

/// A picture on a page.
public struct PagePicture: Hashable, Sendable {
    /// The picture; nil when its file cannot be shown, which is an error, and then `description` stands for it.
    public var picture: Picture?
    /// What it shows, in words.
    public var description: String
    /// Where a tap on it leads.
    public var link: Link?
    /// Where in the page's file it stands.
    public var place: SourcePlace
}

extension Inline {
    /// The text without its looks.
    public var plainText: String {
        switch self {
        case .text(let text), .code(let text): text
        case .emphasis(let parts), .strong(let parts), .struck(let parts), .link(_, let parts): parts.plainText
        case .lineBreak: " "
        }
    }
}

extension [Inline] {
    /// The text without its looks.
    public var plainText: String { map(\.plainText).joined() }
}
