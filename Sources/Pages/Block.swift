// The blocks of a page without their appearance: headings, paragraphs, rows, pictures and others.

package import Drawing
import Stage

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
        /// A list of links and of things with a value, each a row. A row with a link can be tapped.
        case rows([Row])
        /// A list of other blocks. `start` is the first number of a numbered list, and nil for any other list.
        case list(start: Int?, items: [[Block]])
        /// A list with tasks among its items. `start` is the first number of a numbered list, and nil for any other list.
        case tasks(start: Int?, [Task])
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
        /// A QR code.
        case qrCode(QRCode)
        /// A table of values in a file that something else writes.
        case dataTable(DataTable)
        /// A slider that sets a number of the kiosk; `label` says in words what it sets.
        case slider(name: String, label: String)
        /// A picture or a text that changes with a slider.
        case stepped(Stepped)
    }

    /// An item of a list with tasks.
    package struct Task: Hashable, Sendable {
        /// Whether the task is done. Nil for an item that is no task.
        package var isDone: Bool?
        /// What the item says.
        package var blocks: [Block]
    }

    /// A table. Every row has as many cells as the header.
    package struct Table: Hashable, Sendable {
        /// The alignment of each column.
        package var alignments: [TextAlignment]
        /// The cells of the header row.
        package var header: [[Inline]]
        /// The cells of the other rows.
        package var rows: [[[Inline]]]

        /// The table as it is set on a page in `direction`. Digits are read from left to right everywhere, so a column of numbers that
        /// ends at one side has that at the right, also on a page that is read from right to left.
        func aligned(on direction: LayoutDirection) -> Table {
            guard direction == .rightToLeft else { return self }
            var table = self
            for column in alignments.indices where alignments[column] == .end {
                let cells = rows.compactMap { $0.indices.contains(column) ? $0[column].plainText.unicodeScalars : nil }
                let isNumbers = cells.allSatisfy { !$0.contains(where: \.properties.isAlphabetic) }
                let hasDigits = cells.contains { $0.contains { $0.properties.numericType != nil } }
                if isNumbers, hasDigits { table.alignments[column] = .start }
            }
            return table
        }
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
    /// The number of a footnote, with the link that opens it.
    case note(Link, number: Int)
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

    /// A part of a page.
    package enum Part: Hashable, Sendable {
        /// The heading with this anchor (`PageAnchors`). Empty for the top of the page.
        case heading(String)
        /// The footnote with this number, from 1.
        case note(Int)
    }

    /// The name of the target page, which exists in the kiosk.
    package var page: String
    /// How the target page appears.
    package var presentation: Presentation
    /// The place of the link in the page's file.
    package var place: SourcePlace
    /// The language that a tap chooses instead of opening a page; `page` is then the page of the link. Nil for a link to a page.
    package var choice: LanguageChoice?
    /// The part of the target page that is meant. Nil for the whole page.
    package var part: Part?

    /// Whether the link opens a footnote.
    var isNote: Bool { if case .note = part { true } else { false } }

    /// Whether a tap on the link on the page called `page` opens no other page, but scrolls or shows a footnote.
    package func stays(on page: String) -> Bool {
        switch part {
        case .heading: self.page == page && presentation == .push
        case .note: true
        case nil: false
        }
    }
}

/// What a link to a language does.
package enum LanguageChoice: Hashable, Sendable {
    /// The link `lang:` does the same as the button in the bar.
    case any
    /// The link `lang:de` shows the pages in German.
    case one(String)
}

/// A row in a list of links or of things with a value.
package struct Row: Hashable, Sendable {
    /// The text of the link, or what the row is about.
    package var title: [Inline]
    /// The text below the title; empty when there is none.
    package var subtitle: [Inline]
    /// The target of a tap on the row. Nil when the row has no link, or one without a target, which is an error.
    package var link: Link?
    /// The text at the end of the row, such as a price; empty when there is none.
    package var value: [Inline] = []
    /// The picture beside the title.
    package var picture: PagePicture?
    /// The links that a swipe uncovers: where lines begin, and where they end. The first of a side is the outermost.
    package var (leading, trailing): ([ActionLink], [ActionLink]) = ([], [])
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
    /// How the picture fills its frame. Nil when the page does not say.
    package var fit: Fit?
    /// The point of the picture that stays in view where its edges are cut off, in shares of its width and height.
    package var focus = Picture.middle
    /// The words below the picture; empty for none.
    package var caption = ""
    /// The places on the picture that open pages. Where two overlap, the first one counts.
    package var places: [PicturePlace] = []
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
        case .note: ""
        case .placeholder(let placeholder): placeholder.source
        }
    }
}

extension [Inline] {
    /// The text without its styles.
    package var plainText: String { map(\.plainText).joined() }
}
