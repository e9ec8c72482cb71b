// The blocks of a page without their appearance: headings, paragraphs, rows, pictures and others.

package import Drawing

/// A place in a page's file.
package struct SourcePlace: Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The column in characters, from 1.
    package var column: Int

    /// Column `column` of line `line`.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A part of a page, below the part before it.
package struct Block: Hashable, Sendable {
    /// The kind of the block, with its contents.
    package var content: Content
    /// The place in the page's file where the block begins.
    package var place: SourcePlace

    /// Makes a block of `content` that begins at `place`.
    package init(_ content: Content, at place: SourcePlace) {
        self.content = content
        self.place = place
    }

    /// The kinds of block.
    package indirect enum Content: Hashable, Sendable {
        /// A heading; level 1 is the highest, 6 the lowest.
        case heading(level: Int, [Inline])
        /// Running text.
        case paragraph([Inline])
        /// A list of links, each a row that can be tapped.
        case rows([Row])
        /// A list of other blocks. `start` is the first number of a numbered list, and nil for any other list.
        case list(start: Int?, items: [[Block]])
        /// One picture.
        case picture(PagePicture)
        /// Several pictures side by side.
        case gallery([PagePicture])
        /// A quotation.
        case quote([Block])
        /// Text in which line breaks and spaces are kept.
        case code(String)
        /// A horizontal line.
        case rule
        /// A table.
        case table(Table)
        /// A table of values in a file that something else writes.
        case dataTable(DataTable)
    }

    /// A table. Every row has as many cells as the header.
    package struct Table: Hashable, Sendable {
        /// The alignment of each column.
        package var alignments: [TextAlignment]
        /// The cells of the header row.
        package var header: [[Inline]]
        /// The cells of the other rows.
        package var rows: [[[Inline]]]
    }
}

/// A piece of running text.
package indirect enum Inline: Hashable, Sendable {
    case text(String)
    case emphasis([Inline])
    case strong([Inline])
    case struck([Inline])
    case code(String)
    /// Text that links to a page.
    case link(Link, [Inline])
    case lineBreak
    /// A value that changes.
    case placeholder(Placeholder)
}

/// The target of a tap.
package struct Link: Hashable, Sendable {
    /// How the target page appears.
    package enum Presentation: String, Sendable {
        /// The page slides in, and a pop leads back.
        case push
        /// The page comes up as a sheet that can be pulled away.
        case sheet
    }

    /// The name of the target page, which exists in the kiosk.
    package var page: String
    /// How the target page appears.
    package var presentation: Presentation
    /// The place of the link in the page's file.
    package var place: SourcePlace
}

/// A row in a list of links.
package struct Row: Hashable, Sendable {
    /// The text of the link.
    package var title: [Inline]
    /// The text below the link; empty when there is none.
    package var subtitle: [Inline]
    /// The target of the row. Nil when its link has no target, which is an error.
    package var link: Link?
    /// The picture beside the title.
    package var picture: PagePicture?
    /// The place in the page's file where the row begins.
    package var place: SourcePlace
}

/// A picture on a page.
package struct PagePicture: Hashable, Sendable {
    /// The picture. Nil when its file cannot be shown, which is an error; `description` is then shown instead.
    package var picture: Picture?
    /// The content of the picture in words.
    package var description: String
    /// The target of a tap on the picture.
    package var link: Link?
    /// The place of the picture in the page's file.
    package var place: SourcePlace
}

extension Inline {
    /// The text without its styles.
    package var plainText: String {
        switch self {
        case .text(let text), .code(let text): text
        case .emphasis(let parts), .strong(let parts), .struck(let parts), .link(_, let parts): parts.plainText
        case .lineBreak: " "
        case .placeholder(let placeholder): placeholder.source
        }
    }
}

extension [Inline] {
    /// The text without its styles.
    package var plainText: String { map(\.plainText).joined() }
}
